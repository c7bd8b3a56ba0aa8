import { z } from "zod";
import type { Environment } from "../environment";
import { choice, share, whole } from "../params";
import type { Procedure } from "../procedure";
import { defineStrategy, folding, type Strategy } from "../strategy";
import { type FoldOptions, fold } from "../summaries/fold";
import { OPENCODE, PLAIN } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { aiderTail, lettaTail, piTail } from "./tail-cuts";

/** The cuts of ./tail-cuts.ts with the summaries that these products put in their place. */

const cutOf = (cut: Strategy, params: Readonly<Record<string, unknown>>, environment: Environment): Procedure => {
  const bound = cut.bind(params);
  if (!bound.ok) throw new Error(bound.error.message);
  return bound.value.build(environment);
};

/** The summary in place of what the cut takes, explained by the cut's own trigger. */
const folded = (options: Omit<FoldOptions, "place">): Procedure => fold({ ...options, place: "start" });

export const pi = defineStrategy(
  folding({ id: "pi", title: "pi: compaction", product: piTail.product }),
  z.object({
    reserve: whole(16_384, "Compacts when the tokens exceed the window less this reserve"),
    keepRecent: whole(20_000, "Tokens of the newest messages that stay", 1),
    comparison: choice([">", ">="], "How the tokens are compared with the limit"),
    instructions,
    summaryTokens: summaryTokens(13_107),
  }),
  ({ instructions, summaryTokens, ...params }, environment) =>
    folded({
      id: "compact",
      cut: cutOf(piTail, params, environment),
      style: OPENCODE,
      maxTokens: summaryTokens,
      instructions,
    }),
);

export const aider = defineStrategy(
  folding({ id: "aider", title: "Aider: history summary", product: aiderTail.product }),
  z.object({
    share: share(1 / 16, "Share of the window that the chat history may take, 1,024 to 8,192 tokens"),
    comparison: choice([">", ">="], "How the tokens are compared with the limit"),
    instructions,
    summaryTokens: summaryTokens(4000),
  }),
  ({ instructions, summaryTokens, ...params }, environment) =>
    folded({
      id: "summarize",
      cut: cutOf(aiderTail, params, environment),
      style: PLAIN,
      maxTokens: summaryTokens,
      instructions,
      before: "I spoke to you previously about a number of things.",
      acknowledgement: "Ok.",
    }),
);

export const letta = defineStrategy(
  folding({ id: "letta-sliding", title: "Letta: sliding window summary", product: lettaTail.product }),
  z.object({
    threshold: share(0.9, "Evicts above this share of the window"),
    percentage: share(0.3, "What stays is below one less this share of the window"),
    instructions,
    summaryTokens: summaryTokens(2000),
  }),
  ({ instructions, summaryTokens, ...params }, environment) =>
    folded({
      id: "evict",
      cut: cutOf(lettaTail, params, environment),
      style: OPENCODE,
      maxTokens: summaryTokens,
      instructions,
    }),
);
