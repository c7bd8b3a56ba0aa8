import { answerTwoArms, TWO_ARMS_BODY_BYTES } from "@/lib/server/answers/two-arms";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Compares the bills of two groups of sessions. */
export const POST = guard(answerTwoArms, { maxBody: TWO_ARMS_BODY_BYTES });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
