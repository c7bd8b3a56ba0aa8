import * as z from "zod";
import { needingWindow, step, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import type { Gauge } from "../grammar/gauges";
import { reportShortenedLoops } from "../grammar/guards";
import { choice, share, whole } from "../grammar/params";
import type { Procedure } from "../grammar/procedure";
import { selectSpan, unitTokens } from "../grammar/spans";
import { defineStrategy, deterministic, type Product } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { compares, overWindow, targetOr } from "../grammar/triggers";
import { snapTo, type Unit } from "../grammar/units";
import type { View } from "../grammar/view";

/**
 * Index of the first message that stays. The products replace everything before it with a summary; the strategies in
 * this file drop it.
 */
type Cut = (units: readonly Unit[], sizeOf: (unit: Unit) => number) => number;

export const cutBefore = (id: string, cut: Cut): Procedure =>
  step({
    id,
    select: selectSpan({
      by: "message",
      systemMessages: "apart",
      straddling: "keep",
      find: (units, view: View) => ({ start: 0, end: cut(units, (unit) => unitTokens(unit, view)) }),
    }),
    transform: drop,
    guards: [reportShortenedLoops],
  });

/**
 * pi walks back until the newest messages have `keep` tokens, and cuts at the next message that is not a tool result.
 * If only tool results follow, `fallback` decides: version 0.73 cuts at the first message of the history, so
 * nothing is removed; version 1.5 at the last earlier message that is not a tool result.
 */
export const piCut =
  (keep: number, fallback: "first" | "last" = "first"): Cut =>
  (units, sizeOf) => {
    let sum = 0;
    let index = units.length;
    while (index > 0 && sum < keep) {
      index -= 1;
      sum += sizeOf(units[index] as Unit);
    }
    if (sum < keep) return 0;
    const cut = snapTo("group-forward", units, index);
    if (cut < units.length) return cut;
    return fallback === "first" ? snapTo("group-forward", units, 0) : snapTo("group-back", units, index);
  };

/** Aider keeps the newest messages up to half its budget, and cuts after an assistant message. */
export const aiderSplit =
  (budget: number): Cut =>
  (units, sizeOf) => {
    if (units.length <= 4) return units.length;
    let tail = 0;
    let split = units.length;
    while (split > 0 && tail + sizeOf(units[split - 1] as Unit) < budget / 2) {
      split -= 1;
      tail += sizeOf(units[split] as Unit);
    }
    while (split > 1 && units[split - 1]?.message.role !== "assistant") split -= 1;
    return split <= 4 ? units.length : split;
  };

/**
 * Letta tries to evict 40 % of the messages, then 50 % and so on, and cuts at an assistant message. Stops once the rest
 * is below its share of the window.
 */
const lettaCut =
  (limit: number, percentage: number): Cut =>
  (units, sizeOf) => {
    const suffix = suffixSums(units, sizeOf);
    for (let evict = percentage + 0.1; evict <= 1 + 1e-9; evict += 0.1) {
      const wanted = Math.round(evict * units.length);
      const cut = units.slice(0, wanted + 1).findLastIndex(({ message }) => message.role === "assistant");
      if (cut > 0 && (suffix[cut] as number) < limit) return cut;
    }
    return units.length;
  };

function suffixSums(units: readonly Unit[], sizeOf: (unit: Unit) => number): number[] {
  const sums = new Array<number>(units.length + 1).fill(0);
  for (let index = units.length - 1; index >= 0; index -= 1)
    sums[index] = (sums[index + 1] as number) + sizeOf(units[index] as Unit);
  return sums;
}

const facts = (id: string, product: Product) => deterministic({ id, family: "cut", product, cache: "rewrites-all" });

/** Tokens available for messages: the strategy's own limit, or less if the target leaves less. */
export const roomOf = ({ budget, fixedTokens }: Environment, own: number) =>
  budget.target === undefined ? own : Math.max(0, Math.min(own, budget.target - fixedTokens));

export const piTail = defineStrategy(
  facts("pi-cut", {
    name: "pi coding agent",
    version: "0.73.1",
    date: "2026-11-22",
    read: "2026-11-22",
    source: "https://www.npmjs.com/package/@mariozechner/pi-coding-agent (dist/core/compaction/compaction.js)",
  }),
  z.object({
    reserve: whole(16_384, "Starts when fewer tokens than this are left in the window"),
    keepRecent: whole(20_000, "Tokens of the newest messages to keep", 1),
    comparison: choice([">", ">="], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
  }),
  ({ reserve, keepRecent, comparison }, environment) =>
    when(
      targetOr(overWindow({ fraction: 1, reserve, comparison })),
      cutBefore("cut", piCut(roomOf(environment, keepRecent))),
    ),
);

/** Token limit of Aider's chat history: a share of the window, at least 1,024 and at most 8,192. */
export const aiderBudget = (window: number | null, share: number): number =>
  Math.min(8192, Math.max(1024, (window ?? Number.POSITIVE_INFINITY) * share));

/** Tokens of all messages except the system prompt. Aider sends its prompt and files separately from its history. */
export const HISTORY_TOKENS: Gauge = {
  id: "tokens of the history",
  of: ({ conversation, environment }) =>
    conversation.messages.reduce((sum, one) => sum + (one.role === "system" ? 0 : environment.tokensOf(one)), 0),
};

export const aiderTail = defineStrategy(
  facts("aider-cut", {
    name: "Aider",
    version: "5dc9490b",
    date: "2026-05-22",
    read: "2026-11-22",
    source: "https://github.com/Aider-AI/aider/blob/5dc9490b/aider/history.py",
  }),
  z.object({
    share: share(1 / 16, "Share of the window that the chat history may take, 1,024 to 8,192 tokens"),
    comparison: choice([">", ">="], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
  }),
  ({ share, comparison }, environment) => {
    const most = aiderBudget(environment.budget.window, share);
    return needingWindow(
      when(
        targetOr(compares(HISTORY_TOKENS, comparison, most)),
        cutBefore("cut", aiderSplit(roomOf(environment, most))),
      ),
    );
  },
);

/**
 * Letta's other way: keeps a share of the newest messages by count, starting at the first assistant message among them.
 */
export const partialEvictCut =
  (percentage: number): Cut =>
  (units) => {
    const wanted = Math.round((1 - percentage) * units.length);
    const cut = units.findIndex(({ message }, index) => index >= wanted && message.role === "assistant");
    return cut === -1 ? 0 : cut;
  };

export const lettaTail = defineStrategy(
  facts("letta-cut", {
    name: "Letta",
    version: "87fd37aa, sliding_window",
    date: "2026-08-15",
    read: "2026-11-22",
    source: "https://github.com/letta-ai/letta/blob/main/letta/services/summarizer/summarizer.py",
  }),
  z.object({
    threshold: share(0.9, "Evicts above this share of the window"),
    percentage: share(
      0.3,
      "The kept part is below 1 minus this share of the window; eviction starts a tenth above that",
    ),
  }),
  ({ threshold, percentage }, environment) => {
    const { window } = environment.budget;
    const limit = roomOf(environment, window === null ? 0 : (1 - percentage) * window - environment.fixedTokens);
    return when(
      targetOr(overWindow({ fraction: threshold, reserve: 0, comparison: ">" })),
      cutBefore("evict", lettaCut(limit, percentage)),
    );
  },
);
