import type { AlignedCell, AlignedRow } from "./aligned-transcript";

export type MapSegment = { readonly status: AlignedCell["status"]; readonly from: number; readonly to: number };

/** Start of each row as a fraction of all tokens; one more at the end. */
export type MapScale = readonly number[];

export function toMapScale(rows: readonly AlignedRow[]): MapScale {
  const total = Math.max(
    1,
    rows.reduce((sum, row) => sum + weightOf(row), 0),
  );
  let at = 0;
  const starts = rows.map((row) => {
    const start = at / total;
    at += weightOf(row);
    return start;
  });
  return [...starts, 1];
}

/** More segments per column would be thinner than a pixel; the widest in each step represents the rest. */
const MAP_STEPS = 400;

/** A strategy's column in the mini-map: runs of equal status, as fractions of all tokens. */
export function toMapSegments(rows: readonly AlignedRow[], strategy: number, scale = toMapScale(rows)): MapSegment[] {
  const runs: MapSegment[] = [];
  for (const [index, row] of rows.entries()) {
    const status = row.cells[strategy]?.status ?? "kept";
    const [from = 0, to = 1] = [scale[index], scale[index + 1]];
    const last = runs.at(-1);
    if (last?.status === status) runs[runs.length - 1] = { ...last, to };
    else runs.push({ status, from, to });
  }
  return runs.length <= MAP_STEPS ? runs : coarse(runs);
}

function coarse(runs: readonly MapSegment[]): MapSegment[] {
  const steps: MapSegment[] = [];
  let widest: MapSegment | null = null;
  let from = 0;
  for (const run of runs) {
    if (widest === null || run.to - run.from > widest.to - widest.from) widest = run;
    if (run.to - from < 1 / MAP_STEPS && run.to < 1) continue;
    steps.push({ status: widest.status, from, to: run.to });
    from = run.to;
    widest = null;
  }
  return steps;
}

/** Every part has a minimum height, so that hundreds of small ones do not vanish next to a large file. */
const weightOf = (row: AlignedRow) => row.part.tokens + 20;

/** Position of the rows `first` to `last` (indexes in `shown`) in the whole, as fractions. */
export function toMapWindow(shown: readonly Pick<AlignedRow, "index">[], scale: MapScale, first: number, last: number) {
  const top = shown[first]?.index ?? 0;
  const bottom = (shown[last]?.index ?? top) + 1;
  return { from: scale[top] ?? 0, to: scale[bottom] ?? 1 };
}
