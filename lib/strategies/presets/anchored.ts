import * as z from "zod";
import { when } from "../grammar/combinators";
import { choice, share, whole } from "../grammar/params";
import { newestTurnsStart } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { before, cutBy, oldestUntil } from "../summaries/fold-cuts";
import { FACTORY, REGENERATE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

/** The two kinds of structured summary that Factory's evaluation compared. */
const product = {
  name: "Factory",
  version: "evaluation of December 2025",
  date: "2025-12-01",
  read: "2026-11-22",
  source: "https://factory.ai/news/evaluating-compression",
};

const comparison = choice(
  [">=", ">"],
  "Starts when the token count reaches (>=) or exceeds (>) the share `fill` of the window",
);
const fill = share(0.8, "Starts at this share of the window");

/**
 * Target size when folding the oldest messages: the given target, otherwise a share of the window. For a forced run on
 * a prompt smaller than the window, it is this share of the prompt.
 */
const drainLine =
  (drain: number) =>
  (view: View): number => {
    const { budget, force } = view.environment;
    if (budget.target !== undefined) return budget.target;
    const window = budget.window ?? view.tokens();
    return drain * (force ? Math.min(window, view.tokens()) : window);
  };

export const factoryAnchored = defineStrategy(
  folding({
    id: "factory-anchored",
    alsoCalled: ["anchored iterative summary", "structured summary", "anchored summarisation"],
    product,
  }),
  z.object({
    fill,
    drain: share(0.5, "Size after a run, summary included, as a share of the window"),
    comparison,
    instructions,
    summaryTokens: summaryTokens(4000),
  }),
  ({ fill, drain, comparison, instructions, summaryTokens }) =>
    when(
      targetOr(overWindow({ fraction: fill, reserve: 0, comparison })),
      fold({
        id: "anchor",
        cut: cutBy("anchor", oldestUntil(drainLine(drain), summaryTokens)),
        style: FACTORY,
        place: "start",
        ceiling: drainLine(drain),
        maxTokens: summaryTokens,
        earlier: "keep-entries",
        instructions,
      }),
    ),
);

export const regenerate = defineStrategy(
  folding({
    id: "regenerate",
    alsoCalled: ["regenerative summary"],
    product: { ...product, name: "Anthropic's kind of summary (Factory)" },
  }),
  z.object({
    fill,
    keepTurns: whole(1, "Number of newest turns to keep", 0),
    comparison,
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ fill, keepTurns, comparison, instructions, summaryTokens }) =>
    when(
      targetOr(overWindow({ fraction: fill, reserve: 0, comparison })),
      fold({
        id: "regenerate",
        cut: cutBy(
          "regenerate",
          before((view) => newestTurnsStart(view, keepTurns)),
        ),
        style: REGENERATE,
        place: "start",
        maxTokens: summaryTokens,
        earlier: "forget",
        instructions,
      }),
    ),
);
