import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { step, when } from "../grammar/combinators";
import { TOKEN_COUNT, TOOL_USE_COUNT } from "../grammar/gauges";
import { minGain } from "../grammar/guards";
import { choice, flag, nameList, names, whole } from "../grammar/params";
import { callOf, type Selector, toolResults } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { both, drop, maskOutput, rewriteInput } from "../grammar/transforms";
import { always, compares } from "../grammar/triggers";
import type { View } from "../grammar/view";

const product = (version: string, date: string) => ({
  name: "Anthropic context editing",
  version,
  date,
  read: "2026-11-22",
  source: "https://platform.claude.com/docs/en/build-with-claude/context-editing",
});

export type ClearRule = {
  /** Number of newest results that stay. */
  readonly keep: number;
  readonly excludeTools: readonly string[];
  /** True if results of excluded tools count among the newest, as in LangChain. */
  readonly countExcluded?: boolean;
  readonly placeholder: string;
};

/**
 * Selects tool results with their calls. The newest `keep` stay, as do results of excluded tools and results cleared
 * earlier.
 */
export function selectOldUses({ keep, excludeTools, countExcluded, placeholder }: ClearRule): Selector {
  const excluded = new Set(excludeTools);
  return (view) => {
    const isExcluded = (result: ToolResultPart) => excluded.has(view.toolNameOf(result) ?? "");
    const results = toolResults(view).filter((result) => countExcluded || !isExcluded(result));
    return results.slice(0, Math.max(0, results.length - keep)).flatMap((result) => {
      const isDone = toolOutputText(result.output) === placeholder;
      if (isDone || isExcluded(result)) return [];
      const call = view.pairs().repeatedResults.has(result.id) ? undefined : callOf(result, view);
      return [{ parts: call ? [result.id, call.id] : [result.id], reason: "not-newest" }];
    });
  };
}

/** Replaces the result with the placeholder, and empties its call's input if `clearsInput` is true for the tool. */
export const clearUse = (placeholder: string, clearsInput: (toolName: string) => boolean) =>
  both(
    maskOutput(() => placeholder),
    rewriteInput(({ toolName }) => (clearsInput(toolName) ? {} : undefined)),
  );

const PLACEHOLDER = "[Old tool result cleared]";

/** Clears old tool uses as Anthropic's `clear_tool_uses_20250919` does. */
export const anthropicClearToolUses = defineStrategy(
  deterministic({
    id: "anthropic-clear-tool-uses",
    family: "in-place",
    product: product("clear_tool_uses_20250919", "2025-09-19"),
    cache: "rewrites-suffix",
  }),
  z.object({
    trigger: choice(["input_tokens", "tool_uses"], "What `value` counts: tokens of the prompt, or tool uses"),
    value: whole(100_000, "Starts at this many tokens or tool uses, depending on `trigger`", 1),
    keep: whole(3, "Number of newest tool uses to keep"),
    clearAtLeast: whole(0, "Does nothing unless at least this many tokens are cleared"),
    excludeTools: names([], "Tools whose uses are never cleared"),
    clearToolInputs: flag(false, "Also empties the arguments of the cleared calls"),
    clearInputsOf: names([], "Tools whose cleared calls also lose their arguments"),
  }),
  ({ trigger, value, keep, clearAtLeast, excludeTools, clearToolInputs, clearInputsOf }) =>
    when(
      compares(trigger === "tool_uses" ? TOOL_USE_COUNT : TOKEN_COUNT, ">=", value),
      step({
        id: "clear",
        select: selectOldUses({ keep, excludeTools: nameList(excludeTools), placeholder: PLACEHOLDER }),
        transform: clearUse(PLACEHOLDER, (name) => clearToolInputs || nameList(clearInputsOf).includes(name)),
        guards: [minGain(clearAtLeast)],
      }),
    ),
);

/**
 * Selects reasoning of older assistant turns. The newest `turns` turns with reasoning keep it, as does a running tool
 * loop. A turn is the assistant's output between two typed messages.
 */
function selectOldReasoning(turns: number): Selector {
  return (view) => {
    const byTurn = reasoningByTurn(view);
    const last = byTurn.at(-1)?.turn;
    const typed = view.conversation.messages.filter(isTypedUser).length;
    const kept = new Set(byTurn.slice(Math.max(0, byTurn.length - turns)).map(({ turn }) => turn));
    if (last === typed) kept.add(last);
    return byTurn.flatMap(({ turn, targets }) => (kept.has(turn) ? [] : targets));
  };
}

function reasoningByTurn(view: View) {
  const byTurn: { turn: number; targets: { parts: string[]; reason: string }[] }[] = [];
  let turn = 0;
  for (const message of view.conversation.messages) {
    if (isTypedUser(message)) turn += 1;
    const parts = message.parts.flatMap((part) => (part.type === "reasoning" ? [part.id] : []));
    if (parts.length === 0) continue;
    const target = { parts, reason: "old-reasoning" };
    const current = byTurn.at(-1);
    if (current?.turn === turn) current.targets.push(target);
    else byTurn.push({ turn, targets: [target] });
  }
  return byTurn;
}

export const anthropicClearThinking = defineStrategy(
  deterministic({
    id: "anthropic-clear-thinking",
    family: "in-place",
    product: product("clear_thinking_20251015", "2025-10-15"),
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({ thinkingTurns: whole(1, "Number of newest assistant turns whose thinking is kept", 0) }),
  ({ thinkingTurns }) =>
    when(always, step({ id: "clear-thinking", select: selectOldReasoning(thinkingTurns), transform: drop })),
);
