import { Problem, problemOf } from "@/lib/api/problem";
import { type CorpusBody, corpusBody } from "@/lib/api/schemas/corpus";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { bindRecipe } from "@/lib/strategies/recipe/recipe";
import { getDb } from "../db/get-db";
import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { type ChosenSessions, withProject } from "../job-queue/chosen-session";
import { enqueueJob } from "../job-queue/enqueue";
import { withoutBinnedAndCopies } from "../library/notes";
import { inProject } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";

/** The body contains recipes and session ids. */
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
  const { sessions, project } = await chosenSessions(body);
  return jobAnswer(await inProject(project, () => enqueueJob("corpus", { body, sessions })));
}

/** Newest imports first. The built-in example is not real data, so it is measured only when the body lists it. */
async function chosenSessions({ sessions }: CorpusBody): Promise<ChosenSessions> {
  const db = await getDb();
  const where = sessions ? { id: { in: sessions } } : { isExample: false };
  const orderBy = [{ createdAt: "desc" }, { id: "desc" }] as const;
  const all = await db.session.findMany({
    where,
    select: { id: true, title: true, projectId: true },
    orderBy: [...orderBy],
  });
  const found = sessions ? all : await withoutBinnedAndCopies(all);
  const missing = sessions?.findIndex((id) => found.every((session) => session.id !== id)) ?? -1;
  if (missing >= 0)
    throw new Problem(404, "no-such-session", "there is no session with that id", {
      errors: [{ pointer: `$.sessions[${missing}]`, detail: "see GET /api/sessions" }],
    });
  if (found.length === 0) throw new Problem(422, "no-sessions", "no sessions are imported");
  return withProject(found);
}
