import * as z from "zod";
import type { Message } from "../../conversation/message";
import { when } from "../grammar/combinators";
import { whole } from "../grammar/params";
import { defineStrategy, folding, type Product } from "../grammar/strategy";
import { targetOr } from "../grammar/triggers";
import { holdsOnlyResults } from "../grammar/units";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { before, cutBy, tailWithin } from "../summaries/fold-cuts";
import { LANGCHAIN } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { clauseParams, clausesOf } from "./langchain-clauses";
import { langchainPython } from "./langchain-python";

/** Direction of a cut that falls on results whose call is missing. */
type WithoutCall = "back" | "forward";

/**
 * A cut before tool results moves to the nearest assistant message with one of their calls. If there is none,
 * LangChain JS moves it back to the first place that separates no pair (it searches five messages around the cut, we
 * search all), and LangChain Python moves it forward, past the results.
 */
export function safeCut(view: View, cut: number, withoutCall: WithoutCall): number {
  const { messages } = view.conversation;
  if (!isResult(messages[cut])) return cut;
  const answered = new Set<string>();
  let behind = cut;
  for (; isResult(messages[behind]); behind += 1)
    for (const part of messages[behind]?.parts ?? []) if (part.type === "tool-result") answered.add(part.toolCallId);
  const isCaller = ({ parts }: Message) =>
    parts.some((part) => part.type === "tool-call" && answered.has(part.toolCallId));
  const caller = messages.slice(0, cut).findLastIndex(isCaller);
  if (caller !== -1) return caller;
  return withoutCall === "back" ? betweenPairs(view, cut) : behind;
}

/** The nearest index at or before the cut that splits no call from its result. */
function betweenPairs(view: View, cut: number): number {
  const { messages } = view.conversation;
  let index = cut;
  const isInside = () => view.atoms().some(({ start, end }) => start < index && index <= end);
  const isCall = () => messages[index]?.parts.some(({ type }) => type === "tool-call") ?? false;
  while (index > 0 && (isCall() || isInside())) index -= 1;
  return index;
}

const isResult = (message: Message | undefined) => message !== undefined && holdsOnlyResults(message);

type Keep = { readonly keep: number; readonly keepTokens: number };

/**
 * Index of the first message that stays. Keeps the newest `keep` messages or, if `keepTokens` is set, as many as fit
 * in that many tokens, and always the last one.
 */
function keepFrom(view: View, { keep, keepTokens }: Keep, withoutCall: WithoutCall): number {
  const { messages } = view.conversation;
  const first = messages[0]?.role === "system" ? 1 : 0;
  const wanted = keepTokens > 0 ? Math.min(tailWithin(view, keepTokens), messages.length - 1) : messages.length - keep;
  return wanted <= first ? 0 : safeCut(view, wanted, withoutCall);
}

type Middleware = {
  readonly id: string;
  readonly version?: string;
  readonly variantOf?: string;
  readonly product: Product;
  readonly withoutCall: WithoutCall;
};

const summarization = ({ withoutCall, ...facts }: Middleware) =>
  defineStrategy(
    folding(facts),
    z.object({
      ...clauseParams({ fraction: 0.85, tokens: 0 }),
      keep: whole(20, "Number of newest messages to keep; a cut inside an exchange moves to before its call", 1),
      keepTokens: whole(0, "Tokens of the newest messages to keep; 0 = `keep` decides"),
      instructions,
      summaryTokens: summaryTokens(4000),
    }),
    ({ instructions, summaryTokens, ...rule }, { budget: { window } }) => {
      const folded = fold({
        id: "summarize",
        cut: cutBy(
          "summarize",
          before((view) => keepFrom(view, rule, withoutCall)),
        ),
        style: LANGCHAIN,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        before: "Summary of the conversation to date:",
      });
      return when(targetOr(clausesOf(rule, window)), folded);
    },
  );

export const langchainSummarize = summarization({
  id: "langchain-summarize",
  version: "2",
  product: {
    name: "LangChain JS",
    version: "1.5.14",
    date: "2026-11-22",
    read: "2026-11-22",
    source: "https://www.npmjs.com/package/langchain (dist/agents/middleware/summarization)",
  },
  withoutCall: "back",
});

export const langchainPythonSummarize = summarization({
  id: "langchain-python-summarize",
  variantOf: "langchain-summarize",
  product: langchainPython("summarization.py"),
  withoutCall: "forward",
});
