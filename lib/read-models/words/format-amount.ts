import type { Amount } from "../../api/schemas/cost-answer";
import { formatMoney, type Rounding, roundTo } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

const JOINING_SPACE = "\u202f";

/** `$12.12`, `$0.04–0.19`, `unknown`. The ends of a range are bounds; `rounding` is for a known amount. */
export function formatAmount(amount: Amount, say: Say = english, rounding: Rounding = "nearest"): string {
  if (amount.kind === "unknown") return say("unknown");
  if (amount.kind === "known") return formatMoney(amount.usd, { rounding });
  const [low, high] = [formatMoney(amount.low, { rounding: "down" }), formatMoney(amount.high, { rounding: "up" })];
  return `${low}–${high.replace("$", "")}`;
}

/**
 * `40 %`, `7.4 %`, `0.3–11.5 %`: without decimals at ten per cent and above, except bounds, because a whole per cent would
 * be far from them. Only an upper bound is rounded to 100 %. The ends of a range are bounds; `rounding` is for a single
 * share.
 */
export function formatShareRange(
  { low, high }: { readonly low: number; readonly high: number },
  rounding: Rounding = "nearest",
): string {
  const [from, to] = low === high ? [figure(low, rounding), null] : [figure(low, "down"), figure(high, "up")];
  return `${to === null || to === from ? from : `${from}–${to}`}${JOINING_SPACE}%`;
}

/** `≤ 26.3 %`: a share that is at most this. */
export const formatShareAtMost = (most: number): string =>
  `≤\u202f${formatShareRange({ low: most, high: most }, "up")}`;

function figure(share: number, rounding: Rounding): string {
  if (share <= 0) return "0";
  if (share >= 1) return "100";
  const tenths = roundTo(rounding, share * 1000);
  if (tenths === 0) return "<\u202f0.1";
  if (tenths >= 1000) return "100";
  if (tenths < 100 || rounding !== "nearest") return (tenths / 10).toFixed(1);
  return `${Math.min(99, Math.round(share * 100))}`;
}
