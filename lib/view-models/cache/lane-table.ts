import type { RequestRow } from "../../api/schemas/request-row";
import type { AgentCache, LineId } from "../../read-models/session-cache";
import { breakEvidence } from "../../read-models/words/break-evidence";

export type LaneTable = { readonly columns: string[]; readonly records: (string | number | null)[][] };

type Input = { readonly rows: readonly RequestRow[] } & AgentCache;

const COLUMNS = [
  ["request", "agent", "model", "started_at", "prompt_tokens", "read", "written", "uncached"],
  ["head_tokens", "previous_prompt_tokens", "ledger_read", "optimum_read", "realistic_read", "calibrated_read"],
  ["cost_usd", "cost_perfect_cache_usd", "break", "break_cause", "break_confidence", "lost_tokens", "lost_usd"],
  ["diverged_at_tokens", "diverged_block", "diverged_kind", "break_evidence"],
].flat();

/** One agent's lanes for a file: reported figures, each policy's expectation, and breaks. null: unknown. */
export function laneTable({ rows, lanes, breaks }: Input): LaneTable {
  const cards = new Map(breaks.map((card) => [card.at, card]));
  const records = rows.map((row, at) => {
    const [lane, card] = [lanes[at], cards.get(at)];
    const simulated: Record<LineId, number | null> = {
      ledger: row.expected_read,
      optimum: lane?.optimum ?? null,
      realistic: lane?.realistic ?? null,
      calibrated: lane?.calibrated ?? null,
    };
    const { divergence = null } = card ?? {};
    const block = divergence?.after ?? divergence?.before ?? null;
    return [
      ...[row.index_in_agent + 1, row.agent, row.model, row.started_at, row.prompt_tokens],
      ...[row.cache_read, row.cache_write, row.uncached, lane?.head ?? null, lane?.previous ?? null],
      ...Object.values(simulated),
      ...[row.cost?.amount ?? null, lane?.cost_perfect_cache ?? null],
      ...[card?.letter ?? null, card?.cause ?? null, card?.confidence ?? null],
      ...[card?.lost_tokens ?? null, card?.lost_cost?.amount ?? null],
      ...[divergence?.sharedTokens ?? null, block?.id ?? null, divergence?.kind ?? null],
      card?.evidence.map((fact) => breakEvidence(fact)).join(" ") ?? null,
    ];
  });
  return { columns: COLUMNS, records };
}
