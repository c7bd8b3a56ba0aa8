import * as z from "zod";
import { type MeasuredSession, summariseCorpus } from "@/lib/api/answers/corpus-summary";
import { Problem } from "@/lib/api/problem";
import { corpusBody, type LeftOut } from "@/lib/api/schemas/corpus";
import { corpusTitle } from "@/lib/view-models/runs/run-title";
import { problemOfPlatform } from "../http/problem";
import type { JobContext } from "../jobs/jobs";
import { runTask } from "../sessions/healing-task";
import { runIdOf, saveCorpusRun } from "../sessions/runs";
import type { CorpusOutput } from "../workers/corpus-task";
import { chosenSession } from "./chosen-session";
import { splitWork } from "./work";

const params = z.object({ body: corpusBody, sessions: z.array(chosenSession) });
type Params = z.infer<typeof params>;
type Outcome =
  | { readonly ok: true; readonly measured: MeasuredSession }
  | { readonly ok: false; readonly leftOut: LeftOut };

/** One session at a time, to bound memory. The summary lists failed sessions. */
export const corpusWork = splitWork<Params, Params["sessions"][number], Outcome>({
  params,
  parts: ({ sessions }) => sessions,
  async measure({ body }, { id, title }, { done, of }, { signal, onProgress }) {
    signal.throwIfAborted();
    const { strategies: recipes, cuts, seconds_per_session: seconds } = body;
    const tell = (cut: Record<string, unknown>) => onProgress({ stage: "measuring", done, sessions: of, title, cut });
    tell({});
    try {
      const input = { sessionId: id, recipes, cuts, seconds };
      return outcomeOf(id, await runTask({ kind: "corpus", input }, { lane: "bulk", signal, onProgress: tell }));
    } catch (error) {
      const problem = error instanceof Problem ? error : problemOfPlatform(error);
      if (signal.aborted || problem === null) throw error;
      return outcomeOf(id, { ok: false, code: "failed", message: problem.detail });
    }
  },
  lost: ({ id }) => outcomeOf(id, { ok: false, code: "failed", message: "measuring it crashed the process" }),
  gather,
});

const outcomeOf = (id: string, output: CorpusOutput): Outcome =>
  output.ok
    ? { ok: true, measured: { id, figures: output.figures } }
    : { ok: false, leftOut: { id, code: output.code, message: output.message } };

async function gather({ body, sessions }: Params, outcomes: readonly Outcome[], context: JobContext) {
  context.signal.throwIfAborted();
  context.onProgress({ stage: "saving", done: sessions.length, sessions: sessions.length });
  const measured = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.measured] : []));
  const leftOut = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.leftOut]));
  const summary = summariseCorpus(body.strategies, body.cuts, measured, leftOut);
  const { title = corpusTitle(summary), ...asked } = body;
  const { id } = await saveCorpusRun(title, asked, summary, runIdOf(context.id));
  return { run: id };
}
