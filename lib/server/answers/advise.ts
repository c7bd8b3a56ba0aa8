import { Problem } from "@/lib/api/problem";
import { adviseBody } from "@/lib/api/schemas/advise";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { familiesOf } from "@/lib/library/advise-analysis";
import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { withProject } from "../job-queue/chosen-session";
import { enqueueJob } from "../job-queue/enqueue";
import { chooseSessions } from "../library/choose-sessions";
import { inProject } from "../process/caller-context";
import { readSettings } from "../store/preferences";
import { parseJsonBody } from "../workers/parse-json";

/** Maximum bytes of a body, which contains session ids. */
export const ADVISE_BODY_BYTES = 1 << 18;
/** The newest imports. */
const MAX_SESSIONS = 200;

/** POST /api/advise: always runs as a job. Its result is the id of the saved run. */
export async function answerAdvise(request: Request): Promise<Response> {
  const parsed = checkJson(adviseBody, parseJsonBody(await readJsonBytes(request, ADVISE_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { price_per_lost_fact: ownPrice } = await readSettings();
  const body = { ...parsed.data, price_per_lost_fact: parsed.data.price_per_lost_fact ?? ownPrice };
  familiesOf(body); // refuses strategies that cannot be searched
  const chosen = (await chooseSessions(body.sessions)).slice(0, MAX_SESSIONS);
  if (chosen.length === 0) throw new Problem(422, "no-sessions", "no sessions are imported");
  const { sessions, project } = withProject(chosen);
  return jobAnswer(await inProject(project, () => enqueueJob("advise", { body, sessions })));
}
