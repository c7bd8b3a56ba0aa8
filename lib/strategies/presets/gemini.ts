import * as z from "zod";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { step, when } from "../grammar/combinators";
import { tokensIn } from "../grammar/gauges";
import { noInflation } from "../grammar/guards";
import { choice, nameList, names, whole } from "../grammar/params";
import { callOf, resultsBeyond, type Selector, type Target } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { externalise } from "../grammar/transforms";
import { always, compares } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { clipLines, clipMiddle } from "../previews/clip-middle";
import { splitLines } from "../previews/preview";

const product = (path: string) => ({
  name: "Gemini CLI",
  version: "core 0.61",
  date: "2026-11-22",
  read: "2026-11-22",
  source: `https://github.com/google-gemini/gemini-cli/blob/5411f113/packages/core/src/context/${path}`,
});

const isTextOnly = (result: ToolResultPart) => result.output.every(({ type }) => type === "text");
const MASKED = /^<tool_output_masked ref="|^<tool_output_truncated ref="/;
const isDone = (result: ToolResultPart) => MASKED.test(toolOutputText(result.output));

/**
 * What remains of an output: the first and last ten lines of a shell output, the first and last 250 characters of
 * others.
 */
function preview(result: ToolResultPart, view: View): string {
  const text = toolOutputText(result.output);
  const call = callOf(result, view);
  const isShell = call !== undefined && callFacts(call, view.conversation.tools).operation === "run";
  return isShell
    ? clipLines(splitLines(text), 10, 10, 400).join("\n")
    : clipMiddle(text, 250, 250, (left) => `\n[${left} characters omitted]\n`);
}

const EXEMPT = ["activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode"];

export const geminiMask = defineStrategy(
  deterministic({
    id: "gemini-mask",
    version: "4",
    family: "in-place",
    product: product("toolOutputMaskingService.ts"),
    reversible: true,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({
    protect: whole(50_000, "Tokens of the newest tool outputs to keep"),
    minimum: whole(30_000, "Masks only when at least this many tokens can be removed"),
    turns: whole(1, "How many of the newest `unit`s stay untouched"),
    unit: choice(["message", "turn"], "What is counted: messages, as in the product, or typed prompts"),
    exemptTools: names(EXEMPT, "Tools whose outputs are never masked"),
    comparison: choice([">=", ">"], "Starts when the count of prunable tokens reaches (>=) or exceeds (>) the minimum"),
  }),
  ({ protect, minimum, turns, unit, exemptTools, comparison }) => {
    const select = resultsBeyond({
      tokens: protect,
      turns,
      unit,
      reason: "beyond-newest",
      isExempt: (result, view) =>
        nameList(exemptTools).includes(view.toolNameOf(result) ?? "") || isDone(result) || !isTextOnly(result),
    });
    const transform = externalise((result, view) => {
      const text = preview(result, view);
      return (id) => `<tool_output_masked ref="${id}">\n${text}\n</tool_output_masked>`;
    });
    return when(
      compares(tokensIn(select), comparison, minimum),
      step({ id: "mask", select, transform, guards: [noInflation] }),
    );
  },
);

type ReverseBudget = { readonly budget: number; readonly characters: number };

/**
 * Walks from the newest output to the oldest and selects those beyond the budget. Selected outputs count with their
 * tokens after truncation.
 */
const overBudget =
  ({ budget, characters }: ReverseBudget): Selector =>
  (view) => {
    const found: Target[] = [];
    let sum = 0;
    for (const { part } of view.entries().toReversed()) {
      if (part.type !== "tool-result" || isDone(part) || !isTextOnly(part)) continue;
      const tokens = view.environment.tokensOf(part);
      const { length } = toolOutputText(part.output);
      const isOver = sum + tokens > budget && length > characters;
      if (isOver) found.push({ parts: [part.id], reason: "over-budget" });
      sum += isOver ? Math.ceil((tokens * characters) / length) : tokens;
    }
    return found;
  };

export const geminiTruncateOutputs = defineStrategy(
  deterministic({
    id: "gemini-truncate-outputs",
    family: "in-place",
    product: product("chatCompressionService.ts"),
    reversible: true,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({
    budget: whole(50_000, "Tokens of tool outputs to keep in full, newest first"),
    characters: whole(
      40_000,
      "Characters to keep of any other output: a fifth from its start, the rest from its end",
      10,
    ),
  }),
  (params) =>
    when(
      always,
      step({
        id: "truncate-outputs",
        select: overBudget(params),
        transform: externalise((result) => {
          const head = Math.floor(params.characters * 0.2);
          const note = (left: number) => `\n[${left} characters omitted]\n`;
          const text = clipMiddle(toolOutputText(result.output), head, params.characters - head, note);
          return (id) => `<tool_output_truncated ref="${id}">\n${text}`;
        }),
      }),
    ),
);

/** What the split needs to know about one of Gemini's contents (messages). */
export type SplitContent = {
  readonly characters: number;
  readonly role: "user" | "model";
  readonly hasCall?: boolean;
  readonly hasResponse?: boolean;
};

/**
 * Index of the first content that stays, so that about the newest `1 - fraction` of the characters stay. Always a
 * user prompt or the end of the history.
 */
export function findSplit(contents: readonly SplitContent[], fraction: number): number {
  if (fraction <= 0 || fraction >= 1) throw new Error("the fraction must be between 0 and 1");
  const total = contents.reduce((sum, { characters }) => sum + characters, 0);
  let before = 0;
  let last = 0;
  for (const [index, content] of contents.entries()) {
    if (content.role === "user" && !content.hasResponse) {
      if (before >= total * fraction) return index;
      last = index;
    }
    before += content.characters;
  }
  const end = contents.at(-1);
  return end?.role === "model" && !end.hasCall ? contents.length : last;
}
