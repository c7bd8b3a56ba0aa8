import { ADVISE_BODY_BYTES, answerAdvise } from "@/lib/server/answers/advise";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Searches for the policy that a client should use: answers 202 with a job whose result is the id of the saved run. */
export const POST = guard(answerAdvise, { maxBody: ADVISE_BODY_BYTES });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
