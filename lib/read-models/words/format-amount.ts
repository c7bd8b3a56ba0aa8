import type { Amount } from "../../api/schemas/cost-answer";
import { formatMoney } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

const JOINING_SPACE = "\u202f";

/** `$12.12`, `$0.04–0.19`, `unknown`. */
export function formatAmount(amount: Amount, say: Say = english): string {
  if (amount.kind === "unknown") return say("unknown");
  if (amount.kind === "known") return formatMoney(amount.usd);
  return `${formatMoney(amount.low)}–${formatMoney(amount.high).replace("$", "")}`;
}

/** `40 %`, `7.4 %`, `0.3–1.5 %`: without decimals at ten per cent and above; never rounded to 100 % or 0 %. */
export function formatShareRange({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [figure(low), figure(high)];
  return `${from === to ? to : `${from}–${to}`}${JOINING_SPACE}%`;
}

function figure(share: number): string {
  if (share <= 0) return "0";
  if (share < 0.0005) return "<\u202f0.1";
  if (share >= 1) return "100";
  if (share < 0.0995) return (Math.round(share * 1000 + 1e-9) / 10).toFixed(1);
  return `${Math.min(99, Math.round(share * 100 + 1e-9))}`;
}
