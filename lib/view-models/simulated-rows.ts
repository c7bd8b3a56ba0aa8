import type { RequestRow, SimulatedJson, SimulatedRow } from "../api/schemas/request-row";
import type { CacheLine } from "../cache/cache-lines";
import type { CacheOutcome } from "../cache/policies/policy";

/** `lines`: those of the row's session. */
export const withSimulated = (row: RequestRow, lines: readonly CacheLine[]): SimulatedRow => ({
  ...row,
  simulated: Object.fromEntries(
    lines.flatMap(({ id, outcomes }) => {
      const outcome = outcomes[row.index];
      return outcome ? [[id, toJson(outcome)]] : [];
    }),
  ),
});

/** Pages draw the lanes from a file of their own, and do without the copy in every row. */
export const withoutSimulated = (rows: readonly (RequestRow & Partial<SimulatedRow>)[]): RequestRow[] =>
  rows.map(({ simulated: _, ...row }) => row);

const toJson = ({ read, written, uncached }: CacheOutcome): SimulatedJson => ({ read, written, uncached });
