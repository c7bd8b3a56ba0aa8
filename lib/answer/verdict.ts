import type { Amount, CostAnswer } from "../api/schemas/cost-answer";
import { endsOf, mostOf, shareOf } from "./amount";
import type { CauseFacts } from "./cause-facts";

/** Minimum number of requests for conclusions about habits. */
const LEAST_REQUESTS = 5;
/**
 * If the costliest cause has at least this share of the cost, it is the session's main cause; otherwise there are
 * several.
 */
const ONE_CAUSE_SHARE = 0.25;

export type VerdictFacts = Pick<CostAnswer, "cost" | "cache" | "breaks" | "requests"> & {
  /** Costliest first, excluding small ones. */
  readonly causes: readonly CauseFacts[];
  readonly unexplained: CauseFacts | null;
  readonly isUnexplainedSmall: boolean;
  readonly hasTexts: boolean;
};

/** Selects the answer's first sentence. */
export function caseOf(facts: VerdictFacts): CostAnswer["case"] {
  const { cost, cache, requests } = facts;
  if (requests < LEAST_REQUESTS) return "too-short";
  if (cache === "no-usage") return "no-usage";
  if (cost.kind === "unknown" && cost.why === "free-provider") return "free-provider";
  if (cost.kind === "unknown" && cost.why === "no-price") return "no-price";
  if (cache === "not-reported" && cost.kind !== "known") return "no-cache";
  return byCauses(facts);
}

function byCauses({
  cost,
  cache,
  breaks,
  causes: [first],
  unexplained,
  isUnexplainedSmall,
  hasTexts,
}: VerdictFacts): CostAnswer["case"] {
  const hasUnexplained = unexplained !== null && !isUnexplainedSmall;
  const areToldTogether = isOfDrops(first) && !isMostOf(first, breaks.money);
  if (cache === "reads-only" && (breaks.count ?? 0) > 0 && areToldTogether && (first !== undefined || hasUnexplained))
    return (mostOf(breaks.money) ?? 0) > 0 ? "reads-only" : "no-price";
  if (first === undefined && hasUnexplained) return "unexplained";
  // Without writes, a read that stays small while the prompt grows is no reduced read.
  if (first === undefined) return cache === "reported" && hasTexts ? "healthy" : "healthy-in-part";
  return (shareOf(first.money, cost)?.low ?? 0) >= ONE_CAUSE_SHARE ? "one-cause" : "several";
}

/** True if the first cause is more than half of this amount, even at the low end of its range. */
const isMostOf = (first: CauseFacts | undefined, all: Amount): boolean =>
  first !== undefined && (endsOf(first.money)?.low ?? 0) > (mostOf(all) ?? 0) / 2;

/** True if the costliest cause is a reduced read, so all reduced reads can be described together. */
const isOfDrops = (first: CauseFacts | undefined): boolean =>
  first === undefined || first.breaks.length + first.drops.length > 0;
