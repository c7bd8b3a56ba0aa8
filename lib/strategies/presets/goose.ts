import * as z from "zod";
import type { Atom } from "../../conversation/atoms";
import { TOKENS } from "../grammar/ceiling";
import { step, until, when } from "../grammar/combinators";
import { share } from "../grammar/params";
import { atomTargets, type Selector } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { overWindow, targetOr } from "../grammar/triggers";

/** Shares of tool responses to remove, tried in turn while the request is too large. */
export const LADDER = [0.1, 0.2, 0.5, 1];

/** The `count` items nearest the middle; on a tie, the later one first. */
export function middleOut<T>(items: readonly T[], count: number): T[] {
  const middle = Math.floor(items.length / 2);
  const order = items.map((item, index) => ({ item, index }));
  order.sort((a, b) => Math.abs(a.index - middle) - Math.abs(b.index - middle) || b.index - a.index);
  return order.slice(0, count).map(({ item }) => item);
}

/**
 * Maximum number of tool calls that stay: 3 for each 20,000 tokens of the share `threshold` of the window, at least 10
 * and at most 500.
 */
export function toolCallCutoff(window: number, threshold: number): number {
  const share = threshold > 0 && threshold <= 1 ? threshold : 0.8;
  const effective = Math.floor(window * share);
  return Math.min(500, Math.max(10, Math.floor((3 * effective) / 20_000)));
}

/** The ten oldest calls, each to be summarised with its result; none until there are ten more than the cutoff. */
export function oldestCallBatch<T>(calls: readonly T[], cutoff: number, protectLast: number): readonly T[] {
  return calls.length - protectLast <= cutoff + 10 ? [] : calls.slice(0, 10);
}

/** The share of the window at which compaction starts: at most 0.9; null if it is 0 or 1, which turns compaction off. */
export function compactThreshold(setting: number): number | null {
  return setting <= 0 || setting >= 1 ? null : Math.min(setting, 0.9);
}

const responsesFromTheMiddle =
  (fraction: number): Selector =>
  (view) => {
    const pairs = view.exchanges();
    const wanted = new Set(middleOut(pairs, Math.ceil(pairs.length * fraction)).map(({ call }) => call.id));
    const isGone = ({ partIds }: Atom) => {
      const calls = partIds.filter((id) => view.entry(id)?.part.type === "tool-call");
      return calls.length > 0 && calls.every((id) => wanted.has(id));
    };
    return atomTargets(view.atoms().filter(isGone), "middle");
  };

export const gooseMiddleOut = defineStrategy(
  deterministic({
    id: "goose-middle-out",
    family: "cut",
    product: {
      name: "Goose",
      version: "0036b819",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/block/goose/blob/main/crates/goose/src/context_mgmt/mod.rs",
    },
    cache: "rewrites-all",
  }),
  z.object({ threshold: share(0.8, "Starts above this share of the window") }),
  ({ threshold }, { budget }) => {
    const limit =
      budget.target ?? (budget.window === null ? Number.POSITIVE_INFINITY : Math.floor(budget.window * threshold));
    const rungs = LADDER.map((fraction) =>
      step({ id: `remove-${fraction * 100}`, select: responsesFromTheMiddle(fraction), transform: drop }),
    );
    const trigger = targetOr(overWindow({ fraction: threshold, reserve: 0, comparison: ">" }));
    return when(trigger, until({ measure: TOKENS, limit }, rungs));
  },
);
