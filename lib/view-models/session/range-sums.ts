import type { ShownRow } from "../../read-models/simulated-rows";
import { formatAmount } from "../../read-models/words/format-amount";
import { type Loss, sumLostMoney } from "../../read-models/words/format-loss";
import { formatMoney } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

type Range = { readonly from: number; readonly to: number };

/** Cost and cache-break losses of the requests in a zoomed range, in a few words each; empty if not in the log. */
export function toRangeSums(rows: readonly ShownRow[], { from, to }: Range, say: Say = english): string[] {
  const inside = rows.slice(from, to + 1);
  const costs = inside.flatMap(({ cost }) => cost?.amount ?? []);
  const isEstimate = inside.some(({ isSimulated }) => isSimulated === true);
  const isFloor = costs.length < inside.length || inside.some(({ cost_is_floor }) => cost_is_floor);
  const broken = inside.flatMap((row) => row.break ?? []);
  return [
    ...(costs.length > 0 ? [formatMoney(sum(costs), { isEstimate, isFloor: isFloor && !isEstimate })] : []),
    ...(broken.length === 0 ? [] : [breaksText(broken, isEstimate, say)]),
  ];
}

function breaksText(broken: readonly Loss[], isEstimate: boolean, say: Say): string {
  const [lost, count] = [sumLostMoney(broken), broken.length];
  if (lost.kind === "unknown") return say("{count, plural, one {# cache break} other {# cache breaks}}", { count });
  const money = `${isEstimate ? "~" : ""}${formatAmount(lost)}`;
  return say("{count, plural, one {# cache break} other {# cache breaks}} lost {money}", { count, money });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
