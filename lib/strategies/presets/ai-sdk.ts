import { z } from "zod";
import type { Message } from "../../conversation/message";
import { pipe, step, when } from "../combinators";
import { keepLoops } from "../guards";
import { choice, nameList, names, whole } from "../params";
import type { Selector, Target } from "../selectors";
import { defineStrategy, deterministic } from "../strategy";
import { drop } from "../transforms";
import { always } from "../triggers";
import type { View } from "../view";

const WHEN = ["all", "before-last-message", "before-last-messages", "none"] as const;

/** Reasoning parts of assistant messages: all, or all but the last message's. */
const selectReasoning =
  (mode: "none" | "all" | "before-last-message"): Selector =>
  (view) => {
    if (mode === "none") return [];
    const end = view.conversation.messages.length - (mode === "all" ? 0 : 1);
    const targets: Target[] = [];
    for (const { role, parts } of view.conversation.messages.slice(0, end)) {
      const reasoning = parts.filter(({ type }) => role === "assistant" && type === "reasoning");
      if (reasoning.length > 0) targets.push({ parts: reasoning.map(({ id }) => id), reason: "reasoning" });
    }
    return targets;
  };

type ToolRule = { readonly keepLast: number; readonly tools: readonly string[] };

/**
 * Calls and results before the last messages, but those whose pair reaches into them. Reasoning of which everything that
 * followed goes, goes too.
 */
const selectToolParts =
  ({ keepLast, tools }: ToolRule): Selector =>
  (view) => {
    const { messages } = view.conversation;
    const start = messages.length - keepLast;
    const kept = idsIn(view, start);
    const named = new Set(tools);
    const isGone = (id: string, index: number) => {
      const part = view.entry(id)?.part;
      if (!part || index >= start || (part.type !== "tool-call" && part.type !== "tool-result")) return false;
      return !kept.has(part.toolCallId) && (named.size === 0 || named.has(view.toolNameOf(part) ?? ""));
    };
    return groupByPair(view, (id, index) => isGone(id, index));
  };

function idsIn(view: View, start: number): Set<string> {
  const ids = new Set<string>();
  for (const { part, messageIndex } of view.entries())
    if (messageIndex >= start && (part.type === "tool-call" || part.type === "tool-result")) ids.add(part.toolCallId);
  return ids;
}

/** One target per call id with its results, and the reasoning that led to nothing but what goes. */
function groupByPair(view: View, isGone: (id: string, index: number) => boolean): Target[] {
  const safe = view.protectedIds();
  const pairs = new Map<string, string[]>();
  for (const { part, messageIndex } of view.entries()) {
    if (part.type !== "tool-call" && part.type !== "tool-result") continue;
    const group = pairs.get(part.toolCallId) ?? [];
    // A part that stays keeps its whole pair.
    group.push(isGone(part.id, messageIndex) && !safe.has(part.id) ? part.id : "");
    pairs.set(part.toolCallId, group);
  }
  const whole = [...pairs.values()].filter((group) => !group.includes(""));
  const gone = new Set(whole.flat());
  return [
    ...whole.map((parts) => ({ parts, reason: "tool-call" })),
    ...strandedReasoning(view, gone).map((parts) => ({ parts, reason: "reasoning-without-its-call" })),
  ];
}

/** Runs of reasoning in a message whose following parts, up to the next run, all go. */
function strandedReasoning(view: View, gone: ReadonlySet<string>): string[][] {
  const hasReasoning = ({ role, parts }: Message) =>
    role === "assistant" && parts.some(({ type }) => type === "reasoning");
  return view.conversation.messages.filter(hasReasoning).flatMap(({ parts }) => {
    const runs: { reasoning: string[]; following: string[] }[] = [];
    for (const { type, id } of parts) {
      const current = runs.at(-1);
      if (type !== "reasoning") current?.following.push(id);
      else if (current && current.following.length === 0) current.reasoning.push(id);
      else runs.push({ reasoning: [id], following: [] });
    }
    return runs
      .filter(({ following }) => following.length > 0 && following.every((id) => gone.has(id)))
      .map(({ reasoning }) => reasoning);
  });
}

export const aiSdkPrune = defineStrategy(
  deterministic({
    id: "ai-sdk-prune",
    title: "AI SDK: pruneMessages",
    family: "cut",
    product: {
      name: "Vercel AI SDK",
      version: "7.0.173",
      source: "https://github.com/vercel/ai/blob/main/packages/ai/src/generate-text/prune-messages.ts",
    },
    cache: "rewrites-all",
  }),
  z.object({
    reasoning: choice(["before-last-message", "all", "none"], "Which assistant messages lose their reasoning"),
    toolCalls: choice(
      ["before-last-messages", "before-last-message", "all", "none"],
      "Which messages lose their tool calls and results",
    ),
    messages: whole(2, "The number of `before-last-messages`"),
    tools: names([], "Only these tools; none named = every tool"),
  }),
  ({ reasoning, toolCalls, messages, tools }) => {
    const keepLast = { all: 0, "before-last-message": 1, "before-last-messages": messages, none: 0 }[
      toolCalls satisfies (typeof WHEN)[number]
    ];
    // Not the product's: a running loop of signed thinking stays whole, which the Messages API demands.
    const rest = { transform: drop, guards: [keepLoops] };
    const dropReasoning = step({ id: "prune-reasoning", select: selectReasoning(reasoning), ...rest });
    const dropTools = step({
      id: "prune-tools",
      select: selectToolParts({ keepLast, tools: nameList(tools) }),
      ...rest,
    });
    return when(always, toolCalls === "none" ? dropReasoning : pipe(dropReasoning, dropTools));
  },
);
