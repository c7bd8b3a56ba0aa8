import { bootstrap, mean } from "@/lib/evaluation/bootstrap";
import type { Mode } from "@/lib/strategies/grammar/strategy";
import type { Measured, Point } from "./measure-cuts";
import type { Tradeoff } from "./pareto";
import type { Contender } from "./strategy-rows";

/** One row of the table, with means over cuts. */
export type Row = Omit<Point, "session" | "overall"> & {
  readonly name: string;
  readonly isBaseline: boolean;
  readonly mode: Mode;
  /** 95 % confidence interval of the recall, over sessions. */
  readonly interval: readonly [number, number];
  readonly worst: number;
  readonly overall: number;
};

const SHARES = [
  "saved",
  "net",
  "netOfTen",
  "netFetched",
  "retention",
  "recall",
  "spanRecall",
  "soleSource",
  "verbatim",
  "rareWords",
  "reachable",
  "artifacts",
] as const;

/** Summarises the sessions that pass the filter. */
export function summarise(
  { points }: Measured,
  contenders: readonly Contender[],
  passes: (session: string) => boolean = () => true,
): Row[] {
  return contenders.map(({ name, isBaseline, mode }) => {
    const all = (points.get(name) ?? []).filter(({ session }) => passes(session));
    const shares = Object.fromEntries(SHARES.map((key) => [key, mean(all.map((point) => point[key]))]));
    return {
      ...(shares as Record<(typeof SHARES)[number], number>),
      name,
      isBaseline,
      mode,
      interval: bootstrap(recallsBySession(all)),
      worst: Math.min(...all.map(({ recall }) => recall)),
      overall: mean(all.flatMap(({ overall }) => overall ?? [])),
    };
  });
}

function recallsBySession(all: readonly Point[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const { session, recall } of all) groups.set(session, [...(groups.get(session) ?? []), recall]);
  return [...groups.values()];
}

export type Gain = "saved" | "net";

/** The share of later needs that is still shown: of Winnow's facts, or by a measure that does not depend on them. */
export type Kept = "recall" | "verbatim" | "rareWords";

export const tradeoffs = (rows: readonly Row[], gain: Gain, kept: Kept = "recall"): Tradeoff[] =>
  rows.filter(({ isBaseline }) => !isBaseline).map((row) => ({ name: row.name, gain: row[gain], recall: row[kept] }));
