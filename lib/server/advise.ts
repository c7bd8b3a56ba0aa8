import type { Family } from "@/lib/advice/candidate";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import { Problem } from "@/lib/api/problem";
import { type AdviceLeftOut, type AdviseBody, adviseBody } from "@/lib/api/schemas/advise";
import { problemOfZod } from "@/lib/api/zod-problem";
import { familiesOf, policiesOf, weighAdvice } from "@/lib/library/advise-analysis";
import { adviceTitle } from "@/lib/view-models/run-title";
import { readJsonBytes } from "./body";
import { getDb } from "./db/get-db";
import { runTask } from "./healing-task";
import { jobAnswer } from "./job-answer";
import { type JobContext, startJob } from "./jobs";
import { withoutBinned } from "./library/notes";
import { readSettings } from "./preferences";
import { problemOfPlatform } from "./problem";
import { saveAdviceRun } from "./runs";
import type { AdviseInput, AdviseOutput, AdviseProgress } from "./workers/advise-task";
import { parseJsonBody } from "./workers/parse-json";

/** Most bytes of a body, which holds session ids. */
export const ADVISE_BODY_BYTES = 1 << 18;

/** POST /api/advise: always a job; its result is the id of the saved run. */
export async function answerAdvise(request: Request): Promise<Response> {
  const parsed = adviseBody.safeParse(parseJsonBody(await readJsonBytes(request, ADVISE_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { price_per_lost_fact: ownPrice } = await readSettings();
  const body = { ...parsed.data, price_per_lost_fact: parsed.data.price_per_lost_fact ?? ownPrice };
  const families = familiesOf(body);
  const sessions = await chosenSessions(body);
  return jobAnswer(await startJob("advise", (context) => measure(body, families, sessions, context)));
}

/** Most sessions of one run. */
const MOST_SESSIONS = 200;

type Chosen = { readonly id: string; readonly title: string };

async function chosenSessions({ sessions }: AdviseBody): Promise<Chosen[]> {
  const where = sessions ? { id: { in: sessions } } : { isExample: false };
  const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const all = await (await getDb()).session.findMany({ where, select: { id: true, title: true }, orderBy });
  const found = (sessions ? all : await withoutBinned(all)).slice(0, MOST_SESSIONS);
  const missing = sessions?.findIndex((id) => found.every((session) => session.id !== id)) ?? -1;
  if (missing >= 0)
    throw new Problem(404, "no-such-session", "there is no session with that id", {
      errors: [{ pointer: `$.sessions[${missing}]`, detail: "see GET /api/sessions" }],
    });
  if (found.length === 0) throw new Problem(422, "no-sessions", "no sessions are imported");
  return found;
}

/** One session after the other. A cancelled run keeps the sessions that are measured, if there are any. */
async function measure(
  body: AdviseBody,
  families: readonly Family[],
  sessions: readonly Chosen[],
  context: JobContext,
) {
  const policies = policiesOf(body, families, sessions.length === 1);
  const measured: MeasuredAdvice[] = [];
  const leftOut: AdviceLeftOut[] = [];
  for (const [done, session] of sessions.entries()) {
    if (context.signal.aborted) break;
    const outcome = await measureSession(session, policies, context, { done, sessions: sessions.length });
    if (outcome.ok) measured.push(outcome.measured);
    else if (!context.signal.aborted) leftOut.push({ id: session.id, code: outcome.code, message: outcome.message });
  }
  if (measured.length === 0) context.signal.throwIfAborted();
  context.onProgress({ stage: "saving", done: sessions.length, sessions: sessions.length });
  const isStopped = context.signal.aborted;
  const summary = weighAdvice({ measured, leftOut, price: body.price_per_lost_fact, isStopped });
  const [only] = sessions;
  const title = body.title ?? adviceTitle(summary);
  const { title: _, ...params } = body;
  const { id } = await saveAdviceRun(title, params, sessions.length === 1 && only ? only.id : null, summary);
  return { run: id };
}

type Place = { readonly done: number; readonly sessions: number };

/** A session that is stopped while it is searched keeps the policies that were replayed, where it is the only one. */
async function measureSession(
  { id, title }: Chosen,
  policies: AdviseInput["policies"],
  context: JobContext,
  place: Place,
): Promise<AdviseOutput> {
  const { signal } = context;
  let found: MeasuredAdvice | null = null;
  const tell = (search: AdviseProgress["search"]) =>
    context.onProgress({ stage: "replaying", ...place, title, search });
  tell({ done: 0, of: 0, round: 1 });
  const onProgress = (progress: Record<string, unknown>) => {
    const { search, measured } = progress as AdviseProgress;
    found = measured;
    tell(search);
  };
  try {
    return await runTask({ kind: "advise", input: { sessionId: id, policies } }, { lane: "bulk", signal, onProgress });
  } catch (error) {
    const problem = error instanceof Problem ? error : problemOfPlatform(error);
    if (!signal.aborted && problem === null) throw error;
    if (signal.aborted && place.sessions === 1 && hasReplays(found)) return { ok: true, measured: found };
    return { ok: false, code: "failed", message: problem?.detail ?? "cancelled" };
  }
}

const hasReplays = (found: MeasuredAdvice | null): found is MeasuredAdvice => (found?.tried.length ?? 0) > 0;
