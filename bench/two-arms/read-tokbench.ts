import * as z from "zod";
import { type Failure, fail, ok, type Result } from "../../lib/conversation/errors";
import type { ArmRun } from "../../lib/two-arms/tasks";

const manifest = z.object({ arm: z.string(), task: z.string(), rep: z.string(), engage_check: z.string() });

/** A run of tokbench: its arm, and the run in tokens. */
export type TokbenchRun = { readonly arm: string; readonly phases: number; readonly run: ArmRun };

/**
 * Reads a result folder of tokbench (github.com/Entelligentsia/tokbench, MIT, read on 2026-11-23 at
 * c790418): its `run-manifest.json` and `run-summary.tsv`, one row per phase. Its models are not priced and
 * report no cache, so the bill is in tokens. According to its protocol, a run counts if every phase ended
 * with `stop` and the tool under test was engaged; `unknown` is accepted if its ledger confirms it manually.
 *
 * @param folder the name of the folder, unique.
 */
export function readTokbenchRun(folder: string, manifestText: string, summary: string): Result<TokbenchRun, Failure> {
  const given = manifest.safeParse(parseJson(manifestText));
  if (!given.success) return fail({ code: "no-manifest", message: `${folder} has no manifest of a run` });
  const { arm, task, engage_check: engaged } = given.data;
  const phases = readPhases(summary);
  if (phases === null) return fail({ code: "no-phases", message: `${folder} has no summary by phase` });
  if (engaged.startsWith("FAIL")) return fail({ code: "not-engaged", message: `${folder}: the tool was not engaged` });
  if (phases.some(({ stopReason }) => stopReason !== "stop"))
    return fail({ code: "not-finished", message: `${folder} has a phase that did not end by itself` });
  const sum = (of: (phase: Phase) => number) => phases.reduce((total, phase) => total + of(phase), 0);
  const [plainInput, output] = [sum(({ input }) => input), sum((phase) => phase.output)];
  const counts = { turns: sum(({ turns }) => turns), plainInput, output, reads: 0, writes: 0, others: 0 };
  return ok({
    arm,
    phases: phases.length,
    run: { id: folder, key: task, model: null, bill: { ...counts, total: plainInput + output } },
  });
}

/** The runs with as many phases as the longest run of their task; the others stopped before the task was done. */
export const wholeRuns = (runs: readonly TokbenchRun[]): TokbenchRun[] =>
  runs.filter(({ phases, run }) => runs.every((other) => other.run.key !== run.key || other.phases <= phases));

type Phase = { readonly input: number; readonly output: number; readonly turns: number; readonly stopReason: string };

function readPhases(summary: string): Phase[] | null {
  const [head, ...lines] = summary.split(/\r?\n/).filter((line) => line.trim() !== "");
  const columns = head?.split("\t") ?? [];
  const [input, output, turns, stop] = ["input", "output", "turns", "stopReason"].map((name) => columns.indexOf(name));
  if ([input, output, turns, stop].some((place) => place === undefined || place < 0) || lines.length === 0) return null;
  const phases = lines.map((line) => {
    const cells = line.split("\t");
    const number = (place: number | undefined) => Number(cells[place ?? -1] || Number.NaN);
    return { input: number(input), output: number(output), turns: number(turns), stopReason: cells[stop ?? -1] ?? "" };
  });
  return phases.every((phase) => [phase.input, phase.output, phase.turns].every(Number.isFinite)) ? phases : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
