import type { RequestRow, SimulatedJson, SimulatedRow } from "../api/schemas/request-row";
import type { CacheLine } from "../cache/cache-lines";
import type { CacheOutcome } from "../cache/policies/policy";
import type { BreakCard } from "./break-cards";
import type { SimulatedAgent } from "./simulated-cache";
import { breakEvidence } from "./words/break-evidence";

/** The session's simulated reads of one request, by line. Empty if no rule is known for the model. */
export const simulatedReads = (request: number, lines: readonly CacheLine[]): SimulatedRow["simulated"] =>
  Object.fromEntries(
    lines.flatMap(({ id, outcomes }) => {
      const outcome = outcomes[request];
      return outcome ? [[id, toJson(outcome)]] : [];
    }),
  );

const toJson = ({ read, written, uncached }: CacheOutcome): SimulatedJson => ({ read, written, uncached });

/** A row as drawn on the Cache page. With `isSimulated`, the row's cache figures, cost and break are simulated. */
export type ShownRow = RequestRow & { readonly isSimulated?: boolean };

/** An agent's rows with simulated counters in place of unreported ones. */
export function withSimulatedUsage(rows: readonly RequestRow[], { requests, breaks }: SimulatedAgent): ShownRow[] {
  const cards = new Map(breaks.map((card) => [card.at, card]));
  return rows.map((row, at) => {
    const outcome = requests[at];
    if (outcome === undefined) return row;
    const { read, written, uncached, cost } = outcome;
    const counters = { cache_read: read, cache_write: written, uncached };
    return { ...row, ...counters, cost, break: toBreak(cards.get(at)), isSimulated: true };
  });
}

function toBreak(card: BreakCard | undefined): RequestRow["break"] {
  if (card === undefined) return null;
  const { cause, letter, confidence, is_expected, lost_tokens, lost_cost, most_lost, evidence } = card;
  const figures = { cause, letter, confidence, is_expected, lost_tokens, lost_cost };
  return {
    ...figures,
    ...(most_lost && { most_lost }),
    evidence: evidence.map((fact) => breakEvidence(fact)).join(" "),
    facts: evidence,
    reported: null,
  };
}
