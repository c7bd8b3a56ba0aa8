import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerTwoArms, TWO_ARMS_BODY_BYTES } from "@/lib/server/two-arms";

export const dynamic = "force-dynamic";

/** Compares the bills of two arms of sessions. */
export const POST = guard(answerTwoArms, { maxBody: TWO_ARMS_BODY_BYTES });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
