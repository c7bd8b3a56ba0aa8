import type { StrategyAnswer } from "../../api/schemas/strategy";
import { english, type Say, sentence } from "../../wording/say";

/** The essay on three tools distinguishes two kinds of compression. */
const KINDS = {
  fold: sentence("semantic compression"),
  cut: sentence("compression by rules"),
  "in-place": sentence("compression by rules"),
} as const;

/** Whether every word occurs in the strategy's id, names, product or kind, or is one of its requirements. */
export function matchesStrategy(info: StrategyAnswer, typed: string, say: Say = english): boolean {
  const { id, title, also_called, product, model, cache, family } = info;
  const kind = KINDS[family];
  const names = [id, title, say.known(title), ...also_called, product.name, kind, say(kind), cache];
  const text = [...names, model === "none" ? say("no model") : "model"].join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
