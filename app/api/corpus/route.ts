import { answerCorpus, CORPUS_BODY_BYTES } from "@/lib/server/answers/corpus";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Measures strategies over many sessions: answers 202 with a job whose result is the id of the saved run. */
export const POST = guard(answerCorpus, { maxBody: CORPUS_BODY_BYTES });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
