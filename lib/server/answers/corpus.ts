import { Problem, problemOf } from "@/lib/api/problem";
import { corpusBody } from "@/lib/api/schemas/corpus";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { bindRecipe } from "@/lib/strategies/recipe/bind-recipe";
import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { withProject } from "../job-queue/chosen-session";
import { enqueueJob } from "../job-queue/enqueue";
import { chooseSessions } from "../library/choose-sessions";
import { inProject } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";

/** Maximum bytes of a body, which contains recipes and session ids. */
export const CORPUS_BODY_BYTES = 1 << 20;

/** POST /api/corpus: always runs as a job. Its result is the id of the saved run. */
export async function answerCorpus(request: Request): Promise<Response> {
  const parsed = checkJson(corpusBody, parseJsonBody(await readJsonBytes(request, CORPUS_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const body = parsed.data;
  for (const [index, recipe] of body.strategies.entries()) {
    const bound = bindRecipe(recipe);
    if (!bound.ok) throw problemOf(422, { ...bound.error, at: `$.strategies[${index}]` });
  }
  const chosen = await chooseSessions(body.sessions);
  if (chosen.length === 0) throw new Problem(422, "no-sessions", "no sessions are imported");
  const { sessions, project } = withProject(chosen);
  return jobAnswer(await inProject(project, () => enqueueJob("corpus", { body, sessions })));
}
