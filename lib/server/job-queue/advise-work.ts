import * as z from "zod";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import { Problem } from "@/lib/api/problem";
import { type AdviceLeftOut, adviseBody } from "@/lib/api/schemas/advise";
import { familiesOf, policiesOf, weighAdvice } from "@/lib/library/advise-analysis";
import { adviceTitle } from "@/lib/view-models/runs/run-title";
import { problemOfPlatform } from "../http/problem";
import type { JobContext } from "../jobs/jobs";
import { runTask } from "../sessions/healing-task";
import { runIdOf, saveAdviceRun } from "../sessions/runs";
import type { AdviseProgress } from "../workers/advise-task";
import { type ChosenSession, chosenSession } from "./chosen-session";
import { type Place, splitWork } from "./work";

const params = z.object({ body: adviseBody, sessions: z.array(chosenSession) });
type Params = z.infer<typeof params>;
type Outcome =
  | { readonly kind: "measured"; readonly measured: MeasuredAdvice }
  | { readonly kind: "left-out"; readonly leftOut: AdviceLeftOut }
  | { readonly kind: "stopped" };

/** A cancelled run keeps the sessions measured so far. */
export const adviseWork = splitWork<Params, ChosenSession, Outcome>({
  params,
  parts: ({ sessions }) => sessions,
  measure,
  lost: ({ id }) => leftOutOf(id, "failed", "measuring it crashed the process"),
  gather,
});

const leftOutOf = (id: string, code: AdviceLeftOut["code"], message: string): Outcome => ({
  kind: "left-out",
  leftOut: { id, code, message },
});

/** If the run has only one session, stopping it keeps the policies replayed so far. */
async function measure({ body }: Params, session: ChosenSession, place: Place, context: JobContext): Promise<Outcome> {
  const { id, title } = session;
  const { signal } = context;
  const isSingle = place.of === 1;
  let found: MeasuredAdvice | null = null;
  const tell = (search: AdviseProgress["search"]) =>
    context.onProgress({ stage: "replaying", done: place.done, sessions: place.of, title, search });
  tell({ done: 0, of: 0, round: 1 });
  const onProgress = (progress: Record<string, unknown>) => {
    const { search, measured } = progress as AdviseProgress;
    found = measured;
    tell(search);
  };
  try {
    const input = { sessionId: id, policies: policiesOf(body, familiesOf(body), isSingle) };
    const output = await runTask({ kind: "advise", input }, { lane: "bulk", signal, onProgress });
    return output.ok ? { kind: "measured", measured: output.measured } : leftOutOf(id, output.code, output.message);
  } catch (error) {
    const problem = error instanceof Problem ? error : problemOfPlatform(error);
    if (!signal.aborted && problem === null) throw error;
    if (!signal.aborted) return leftOutOf(id, "failed", problem?.detail ?? "");
    return isSingle && hasReplays(found) ? { kind: "measured", measured: found } : { kind: "stopped" };
  }
}

const hasReplays = (found: MeasuredAdvice | null): found is MeasuredAdvice => (found?.tried.length ?? 0) > 0;

async function gather({ body, sessions }: Params, outcomes: readonly Outcome[], context: JobContext) {
  const measured = outcomes.flatMap((outcome) => (outcome.kind === "measured" ? [outcome.measured] : []));
  const leftOut = outcomes.flatMap((outcome) => (outcome.kind === "left-out" ? [outcome.leftOut] : []));
  const isStopped = context.signal.aborted;
  if (measured.length === 0) context.signal.throwIfAborted();
  context.onProgress({ stage: "saving", done: sessions.length, sessions: sessions.length });
  const summary = weighAdvice({
    measured,
    asked: sessions.length,
    leftOut,
    price: body.price_per_lost_fact,
    mostLost: body.most_lost_per_100,
    isStopped,
  });
  const [only] = sessions;
  const { title = adviceTitle(summary), ...asked } = body;
  const of = sessions.length === 1 && only ? only.id : null;
  const { id } = await saveAdviceRun(title, asked, of, summary, runIdOf(context.id));
  return { run: id };
}
