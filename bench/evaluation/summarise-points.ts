import { bootstrap, mean } from "@/lib/evaluation/bootstrap";
import type { Measured, Point } from "./measure-cuts";
import type { Contender } from "./strategy-rows";

/** One row of the table, with means over cuts. */
export type Row = Omit<Point, "session" | "overall"> & {
  readonly name: string;
  readonly isBaseline: boolean;
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
  "recall",
  "verbatim",
  "rareWords",
  "reachable",
  "artifacts",
] as const;

export function summarise({ points }: Measured, contenders: readonly Contender[]): Row[] {
  return contenders.map(({ name, isBaseline }) => {
    const all = points.get(name) ?? [];
    const shares = Object.fromEntries(SHARES.map((key) => [key, mean(all.map((point) => point[key]))]));
    return {
      ...(shares as Record<(typeof SHARES)[number], number>),
      name,
      isBaseline,
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
