import { answerCorpus, CORPUS_BODY_BYTES } from "@/lib/server/corpus";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Strategies over many sessions: a job (202) whose result is the id of the saved run. */
export const POST = guard(answerCorpus, { maxBody: CORPUS_BODY_BYTES });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
