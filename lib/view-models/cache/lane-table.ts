import type { RequestRow } from "../../api/schemas/request-row";
import { concernedBlock } from "../../cache/concerned-block";
import type { AgentCache } from "../../read-models/session-cache";
import { breakEvidence } from "../../read-models/words/break-evidence";

export type LaneTable = { readonly columns: string[]; readonly records: (string | number | null)[][] };

type Input = { readonly rows: readonly RequestRow[] } & AgentCache;

type Card = Input["breaks"][number];
type Entry = {
  readonly row: RequestRow;
  readonly lane: Input["lanes"][number] | undefined;
  readonly card: Card | undefined;
};
type Column = readonly [name: string, cell: (entry: Entry) => LaneTable["records"][number][number]];

/** Requests count from 1, as on screen. null: unknown; an empty cell in a file. */
const COLUMNS: readonly Column[] = [
  ["request", ({ row }) => row.index_in_agent + 1],
  ["agent", ({ row }) => row.agent],
  ["model", ({ row }) => row.model],
  ["started_at", ({ row }) => row.started_at],
  ["prompt_tokens", ({ row }) => row.prompt_tokens],
  ["read", ({ row }) => row.cache_read],
  ["written", ({ row }) => row.cache_write],
  ["uncached", ({ row }) => row.uncached],
  ["head_tokens", ({ lane }) => lane?.head ?? null],
  ["previous_prompt_tokens", ({ lane }) => lane?.previous ?? null],
  ["ledger_read", ({ row }) => row.expected_read],
  ["optimum_read", ({ lane }) => lane?.optimum ?? null],
  ["realistic_read", ({ lane }) => lane?.realistic ?? null],
  ["calibrated_read", ({ lane }) => lane?.calibrated ?? null],
  ["cost_usd", ({ row }) => row.cost?.amount ?? null],
  ["cost_perfect_cache_usd", ({ lane }) => lane?.cost_perfect_cache ?? null],
  ["break", ({ card }) => card?.letter ?? null],
  ["break_cause", ({ card }) => card?.cause ?? null],
  ["break_confidence", ({ card }) => card?.confidence ?? null],
  ["lost_tokens", ({ card }) => card?.lost_tokens ?? null],
  ["lost_usd", ({ card }) => card?.lost_cost?.amount ?? null],
  ["most_lost_tokens", ({ card }) => card?.most_lost?.tokens ?? card?.lost_tokens ?? null],
  ["most_lost_usd", ({ card }) => (card?.most_lost?.cost ?? card?.lost_cost)?.amount ?? null],
  ["diverged_at_tokens", ({ card }) => card?.divergence?.sharedTokens ?? null],
  ["diverged_block", ({ card }) => (card?.divergence && concernedBlock(card.divergence)?.id) ?? null],
  ["diverged_kind", ({ card }) => card?.divergence?.kind ?? null],
  ["break_evidence", ({ card }) => card?.evidence.map((fact) => breakEvidence(fact)).join(" ") ?? null],
];

/** One agent's lanes for a file: reported figures, each policy's expectation, and breaks. */
export function laneTable({ rows, lanes, breaks }: Input): LaneTable {
  const cards = new Map(breaks.map((card) => [card.at, card]));
  return {
    columns: COLUMNS.map(([name]) => name),
    records: rows.map((row, at) => COLUMNS.map(([, cell]) => cell({ row, lane: lanes[at], card: cards.get(at) }))),
  };
}
