import type { RequestRow } from "../../api/schemas/request-row";
import { CONTENT_KINDS } from "../../ledger/content-kind";
import type { CompactionRow } from "../../read-models/compactions";

export type RequestTable = {
  readonly columns: string[];
  readonly records: (string | number | boolean | null)[][];
};

type Cell = RequestTable["records"][number][number];
type Column = readonly [name: string, cell: (row: RequestRow) => Cell];

/** Requests count from 1, as on screen. null: not in the log; an empty cell in a file. */
const COLUMNS: readonly Column[] = [
  ["request", (row) => row.index_in_agent + 1],
  ["agent", (row) => row.agent],
  ["model", (row) => row.model],
  ["started_at", (row) => row.started_at],
  ["ended_at", (row) => row.ended_at],
  ["prompt_tokens", (row) => row.prompt_tokens],
  ["prompt_basis", (row) => row.prompt_basis],
  ["cache_read", (row) => row.cache_read],
  ["cache_write", (row) => row.cache_write],
  ["cache_write_5m", (row) => row.cache_write_5m],
  ["cache_write_1h", (row) => row.cache_write_1h],
  ["uncached", (row) => row.uncached],
  ["output", (row) => row.output],
  ["output_is_floor", (row) => row.output_is_floor],
  ["expected_read", (row) => row.expected_read],
  ["cost_usd", (row) => row.cost?.amount ?? null],
  ["cost_is_floor", (row) => row.cost_is_floor],
  ["cost_without_cache_usd", (row) => row.cost_without_cache?.amount ?? null],
  ["idle_seconds", (row) => row.idle?.seconds ?? null],
  ["break_cause", (row) => row.break?.cause ?? null],
  ["break_confidence", (row) => row.break?.confidence ?? null],
  ["break_lost_tokens", (row) => row.break?.lost_tokens ?? null],
  ["break_lost_usd", (row) => row.break?.lost_cost?.amount ?? null],
  ["break_most_lost_tokens", ({ break: found }) => found?.most_lost?.tokens ?? found?.lost_tokens ?? null],
  ["break_most_lost_usd", ({ break: found }) => (found?.most_lost?.cost ?? found?.lost_cost)?.amount ?? null],
  ...CONTENT_KINDS.map((kind): Column => [`tokens_${kind}`, (row) => row.composition[kind]]),
];

/** One agent's requests as a table of plain values, for a file. */
export function requestTable(
  rows: readonly RequestRow[],
  compactions: readonly Pick<CompactionRow, "at" | "label">[],
): RequestTable {
  const labels = new Map(compactions.map(({ at, label }) => [at, label] as const));
  return {
    columns: [...COLUMNS.map(([name]) => name), "compaction_before"],
    records: rows.map((row, at) => [...COLUMNS.map(([, cell]) => cell(row)), labels.get(at) ?? null]),
  };
}
