import { rankCauses } from "../../answer/rank";
import type { CauseId, CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import { WASTE_KINDS } from "../../evaluation/waste/waste-kind";
import { formatAmount, formatShareRange } from "../../read-models/words/format-amount";
import type { Rounding } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** A small cause that certainly takes this share of the cost is listed with the large ones. */
const LEAST_SHARE = 0.01;

/**
 * The causes worth a row, including unexplained breaks. What certainly cost most comes first. Empty if no cause is
 * large.
 */
export function rankedCauses({ causes, unexplained }: Pick<CostAnswer, "causes" | "unexplained">): CostCause[] {
  const all = [...causes, ...(unexplained ? [unexplained] : [])];
  if (all.every(({ is_small }) => is_small)) return [];
  return rankCauses(all.filter(({ is_small, share }) => !is_small || (share?.low ?? 0) >= LEAST_SHARE));
}

const WASTES: ReadonlySet<CauseId> = new Set(WASTE_KINDS);

/** Whether the money is a maximum: some content that looks needless may have been useful. */
export const isAtMost = ({ id }: Pick<CostCause, "id">): boolean => WASTES.has(id);

/** `$1.23`, or `≤ $1.23` if that is a maximum. */
export function formatCauseMoney(cause: Pick<CostCause, "id" | "money">, say: Say = english): string {
  const money = formatAmount(cause.money, say, roundingOf(cause));
  return isAtMost(cause) && cause.money.kind !== "unknown" ? `≤\u202f${money}` : money;
}

/** `15 %` of the session's cost. */
export const formatCauseShare = (id: CauseId, share: NonNullable<CostCause["share"]>): string =>
  formatShareRange(share, roundingOf({ id }));

/** Rounding of a cause's money and share, which are maxima for waste. */
export const roundingOf = (cause: Pick<CostCause, "id">): Rounding => (isAtMost(cause) ? "up" : "nearest");
