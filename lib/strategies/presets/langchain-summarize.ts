import { z } from "zod";
import type { Message } from "../../conversation/message";
import { when } from "../combinators";
import { MESSAGE_COUNT, TOKEN_COUNT } from "../gauges";
import { whole } from "../params";
import { defineStrategy, folding } from "../strategy";
import { fold } from "../summaries/fold";
import { before, cutBy } from "../summaries/fold-cuts";
import { LANGCHAIN } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { any, compares, overWindow, type Trigger, targetOr } from "../triggers";
import type { View } from "../view";

/** A cut before a tool result moves to the assistant message whose call it answers, so that pairs stay together. */
function safeCut(messages: readonly Message[], view: View, cut: number): number {
  const first = messages[cut]?.parts.find(({ type }) => type === "tool-result");
  const call = first && view.pairs().callOf.get(first.id);
  return (call !== undefined && view.entry(call)?.messageIndex) || cut;
}

function keepFrom(view: View, keep: number): number {
  const { messages } = view.conversation;
  return keep >= messages.length ? 0 : safeCut(messages, view, messages.length - keep);
}

const NEVER = 0;

export const langchainSummarize = defineStrategy(
  folding({
    id: "langchain-summarize",
    title: "LangChain: summarization middleware",
    product: {
      name: "LangChain JS",
      version: "1.5.14",
      source: "https://www.npmjs.com/package/langchain (dist/agents/middleware/summarization)",
    },
  }),
  z.object({
    fraction: z
      .number()
      .min(0)
      .max(1)
      .default(0.85)
      .describe("Summarises at this share of the window; 0 = never by it"),
    triggerTokens: whole(NEVER, "or at so many tokens; 0 = never by it"),
    triggerMessages: whole(NEVER, "or at so many messages; 0 = never by it"),
    keep: whole(20, "Newest messages that stay; a cut through an exchange moves before its call", 1),
    instructions,
    summaryTokens: summaryTokens(4000),
  }),
  ({ fraction, triggerTokens, triggerMessages, keep, instructions, summaryTokens }) => {
    const clauses = [
      ...(fraction > 0 ? [overWindow({ fraction, reserve: 0, comparison: ">=" as const })] : []),
      ...(triggerTokens > 0 ? [compares(TOKEN_COUNT, ">=", triggerTokens)] : []),
      ...(triggerMessages > 0 ? [compares(MESSAGE_COUNT, ">=", triggerMessages)] : []),
    ];
    const [first = compares(TOKEN_COUNT, ">=", Number.MAX_SAFE_INTEGER), ...rest] = clauses as Trigger[];
    const folded = fold({
      id: "summarize",
      cut: cutBy(
        "summarize",
        before((view) => keepFrom(view, keep)),
      ),
      style: LANGCHAIN,
      place: "start",
      maxTokens: summaryTokens,
      instructions,
      before: "Summary of the conversation to date:",
    });
    return when(targetOr(any(first, ...rest)), folded);
  },
);
