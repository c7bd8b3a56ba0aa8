import { ADVISE_BODY_BYTES, answerAdvise } from "@/lib/server/advise";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Searches for the policy that a client should use: answers 202 with a job whose result is the id of the saved run. */
export const POST = guard(answerAdvise, { maxBody: ADVISE_BODY_BYTES });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
