import { type MeasuredSession, summariseCorpus } from "@/lib/api/answers/corpus-summary";
import { Problem, problemOf } from "@/lib/api/problem";
import type { LeftOut } from "@/lib/api/schemas/corpus";
import { type CorpusBody, corpusBody } from "@/lib/api/schemas/corpus";
import { problemOfZod } from "@/lib/api/zod-problem";
import { bindRecipe } from "@/lib/strategies/recipe/recipe";
import { corpusTitle } from "@/lib/view-models/run-title";
import { readJsonBytes } from "./body";
import { getDb } from "./db/get-db";
import { runTask } from "./healing-task";
import { jobAnswer } from "./job-answer";
import { type JobContext, startJob } from "./jobs";
import { withoutBinned } from "./library/notes";
import { problemOfPlatform } from "./problem";
import { saveCorpusRun } from "./runs";
import { parseJsonBody } from "./workers/parse-json";

/** Most bytes of a body, which holds recipes and session ids. */
export const CORPUS_BODY_BYTES = 1 << 20;

/** POST /api/corpus: always a job; its result is the id of the saved run. */
export async function answerCorpus(request: Request): Promise<Response> {
  const parsed = corpusBody.safeParse(parseJsonBody(await readJsonBytes(request, CORPUS_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const body = parsed.data;
  for (const [index, recipe] of body.strategies.entries()) {
    const bound = bindRecipe(recipe);
    if (!bound.ok) throw problemOf(422, { ...bound.error, at: `$.strategies[${index}]` });
  }
  const sessions = await chosenSessions(body);
  return jobAnswer(await startJob("corpus", (context) => measureCorpus(body, sessions, context)));
}

type Chosen = { readonly id: string; readonly title: string };

/** The newest import comes first. The built-in example is not real, so it is measured only when it is named. */
async function chosenSessions({ sessions }: CorpusBody): Promise<Chosen[]> {
  const db = await getDb();
  const where = sessions ? { id: { in: sessions } } : { isExample: false };
  const orderBy = [{ createdAt: "desc" }, { id: "desc" }] as const;
  const all = await db.session.findMany({ where, select: { id: true, title: true }, orderBy: [...orderBy] });
  const found = sessions ? all : await withoutBinned(all);
  const missing = sessions?.findIndex((id) => found.every((session) => session.id !== id)) ?? -1;
  if (missing >= 0)
    throw new Problem(404, "no-such-session", "there is no session with that id", {
      errors: [{ pointer: `$.sessions[${missing}]`, detail: "see GET /api/sessions" }],
    });
  if (found.length === 0) throw new Problem(422, "no-sessions", "no sessions are imported");
  return found;
}

/** Measures one session at a time to bound memory by one session. The summary lists sessions that failed. */
async function measureCorpus(body: CorpusBody, sessions: readonly Chosen[], context: JobContext) {
  const measured: MeasuredSession[] = [];
  const leftOut: LeftOut[] = [];
  for (const [done, session] of sessions.entries()) {
    context.signal.throwIfAborted();
    const outcome = await measureSession(body, session, context, { done, sessions: sessions.length });
    if (outcome.ok) measured.push({ id: session.id, figures: outcome.figures });
    else leftOut.push({ id: session.id, code: outcome.code, message: outcome.message });
  }
  context.onProgress({ stage: "saving", done: sessions.length, sessions: sessions.length });
  const summary = summariseCorpus(body.strategies, body.cuts, measured, leftOut);
  const title = body.title ?? corpusTitle(summary);
  const { title: _, ...params } = body;
  const { id } = await saveCorpusRun(title, params, summary);
  return { run: id };
}

type Place = { readonly done: number; readonly sessions: number };

async function measureSession(body: CorpusBody, { id, title }: Chosen, context: JobContext, place: Place) {
  const { strategies: recipes, cuts, seconds_per_session: seconds } = body;
  const { signal } = context;
  const tell = (cut: Record<string, unknown>) => context.onProgress({ stage: "measuring", ...place, title, cut });
  tell({});
  try {
    const input = { sessionId: id, recipes, cuts, seconds };
    return await runTask({ kind: "corpus" as const, input }, { lane: "bulk", signal, onProgress: tell });
  } catch (error) {
    const problem = error instanceof Problem ? error : problemOfPlatform(error);
    if (signal.aborted || problem === null) throw error;
    return { ok: false as const, code: "failed" as const, message: problem.detail };
  }
}
