import * as z from "zod";
import { duplicateReads } from "../facts/relations";
import { assumingWindow, orElse, pipe, provided, step, when } from "../grammar/combinators";
import { shareSavedBy, TOKEN_COUNT } from "../grammar/gauges";
import { noInflation, reportShortenedLoops } from "../grammar/guards";
import { choice, share } from "../grammar/params";
import type { Procedure } from "../grammar/procedure";
import { type Span, selectSpan } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop, maskOutput } from "../grammar/transforms";
import { compares, targetOr } from "../grammar/triggers";
import type { Unit } from "../grammar/units";
import { slideToTarget } from "./slide-to-target";

type Keep = "none" | "lastTwo" | "half" | "quarter";

/**
 * Cline's `getNextTruncationRange` over `n` messages: the first pair stays, and an even number of messages after it (or
 * after the range already removed) is removed. Both ends are inclusive; if `end` is before `start`, nothing is removed.
 */
export function nextRange(
  n: number,
  keep: Keep,
  isAssistant: (index: number) => boolean,
  current: readonly [number, number] | null = null,
): [number, number] {
  const rest = current ? current[1] + 1 : 2;
  const left = n - rest;
  const remove = {
    none: Math.max(left, 0),
    lastTwo: Math.max(left - 2, 0),
    half: Math.floor(left / 4) * 2,
    quarter: Math.floor((left * 3) / 4 / 2) * 2,
  }[keep];
  const end = rest + remove - 1;
  // The first remaining message is the user's.
  return [2, end >= rest && !isAssistant(end) ? end - 1 : end];
}

/**
 * Maximum tokens that Cline allows in a window: for known sizes the window minus their reserve, otherwise the larger of
 * 80 % of the window and the window minus 40,000.
 */
export function maxAllowed(window: number): number {
  const reserves: Record<number, number> = { 64000: 27_000, 128000: 30_000, 200000: 40_000 };
  const reserve = reserves[window];
  return reserve === undefined ? Math.max(window - 40_000, window * 0.8) : window - reserve;
}

/** Tokens at which Cline compacts: a share of the window in whole tokens if set, never more than allowed. */
export function compactAt(window: number, threshold: number): number {
  return threshold > 0 ? Math.min(Math.floor(window * threshold), maxAllowed(window)) : maxAllowed(window);
}

const NOTICE =
  "[[NOTE] This file read has been removed to save space in the context window. Refer to the latest file read.]";

/** The product's default if its model list has no window. */
const ASSUMED_WINDOW = 128_000;

const rangeSpan = (units: readonly Unit[], keep: Keep): Span => {
  const [start, end] = nextRange(units.length, keep, (index) => units[index]?.message.role === "assistant");
  return { start, end: end + 1 };
};

export const clineClassic = defineStrategy(
  deterministic({
    id: "cline-classic",
    version: "2",
    family: "cut",
    product: {
      name: "Cline",
      version: "3.89.2",
      date: "2026-11-22",
      read: "2026-11-22",
      source:
        "https://github.com/cline/cline/blob/v3.89.2/apps/vscode/src/core/context/context-management/ContextManager.ts",
    },
    cache: "rewrites-all",
  }),
  z.object({
    keep: choice(
      ["auto", "half", "quarter", "lastTwo", "none"],
      "What stays after the first pair; auto: half, or a quarter if the prompt is over twice the limit",
    ),
    threshold: share(
      0,
      "Starts at this share of the window, but never later than at the allowed tokens; 0 = at the allowed tokens",
    ),
    enough: share(0.3, "No cut if removing duplicate reads saves this share of the characters"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the allowed tokens"),
  }),
  ({ keep, threshold, enough, comparison }, environment) => {
    const { budget } = environment;
    const window = budget.window ?? ASSUMED_WINDOW;
    const allowed = budget.target ?? maxAllowed(window);
    const dedup = step({
      id: "duplicate-reads",
      select: duplicateReads,
      transform: maskOutput(() => NOTICE),
      guards: [noInflation],
    });
    const cut = (size: Keep): Procedure =>
      step({
        id: "truncate",
        select: selectSpan({
          by: "entry",
          systemMessages: "apart",
          straddling: "drop",
          find: (units) => rangeSpan(units, size),
        }),
        transform: drop,
        guards: [reportShortenedLoops],
      });
    const isTwiceOver = compares(TOKEN_COUNT, ">", 2 * allowed);
    const truncate = keep === "auto" ? orElse(provided(isTwiceOver, cut("quarter")), cut("half")) : cut(keep);
    const slide = slideToTarget(truncate, environment);
    const isEnough = compares(shareSavedBy(dedup), ">=", enough);
    const both = pipe(dedup, slide);
    const run = when(
      targetOr(compares(TOKEN_COUNT, comparison, compactAt(window, threshold))),
      budget.target === undefined ? orElse(provided(isEnough, dedup), both) : both,
    );
    return assumingWindow(ASSUMED_WINDOW, run);
  },
);
