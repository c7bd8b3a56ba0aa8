import { Problem } from "@/lib/api/problem";
import { type AdviseBody, adviseBody } from "@/lib/api/schemas/advise";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { familiesOf } from "@/lib/library/advise-analysis";
import { getDb } from "../db/get-db";
import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { type ChosenSessions, withProject } from "../job-queue/chosen-session";
import { enqueueJob } from "../job-queue/enqueue";
import { withoutBinnedAndCopies } from "../library/notes";
import { inProject } from "../process/caller-context";
import { readSettings } from "../store/preferences";
import { parseJsonBody } from "../workers/parse-json";

/** The body contains session ids. */
export const ADVISE_BODY_BYTES = 1 << 18;

/** POST /api/advise: always runs as a job. Its result is the id of the saved run. */
export async function answerAdvise(request: Request): Promise<Response> {
  const parsed = checkJson(adviseBody, parseJsonBody(await readJsonBytes(request, ADVISE_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { price_per_lost_fact: ownPrice } = await readSettings();
  const body = { ...parsed.data, price_per_lost_fact: parsed.data.price_per_lost_fact ?? ownPrice };
  familiesOf(body); // refuses strategies that cannot be searched
  const { sessions, project } = await chosenSessions(body);
  return jobAnswer(await inProject(project, () => enqueueJob("advise", { body, sessions })));
}

const MAX_SESSIONS = 200;

async function chosenSessions({ sessions }: AdviseBody): Promise<ChosenSessions> {
  const where = sessions ? { id: { in: sessions } } : { isExample: false };
  const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const all = await (await getDb()).session.findMany({
    where,
    select: { id: true, title: true, projectId: true },
    orderBy,
  });
  const found = (sessions ? all : await withoutBinnedAndCopies(all)).slice(0, MAX_SESSIONS);
  const missing = sessions?.findIndex((id) => found.every((session) => session.id !== id)) ?? -1;
  if (missing >= 0)
    throw new Problem(404, "no-such-session", "there is no session with that id", {
      errors: [{ pointer: `$.sessions[${missing}]`, detail: "see GET /api/sessions" }],
    });
  if (found.length === 0) throw new Problem(422, "no-sessions", "no sessions are imported");
  return withProject(found);
}
