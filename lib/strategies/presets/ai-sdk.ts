import * as z from "zod";
import type { Message } from "../../conversation/message";
import type { JsonValue } from "../../conversation/part";
import { pipe, step, when } from "../grammar/combinators";
import { keepLoops } from "../grammar/guards";
import { choice, nameList, names, whole } from "../grammar/params";
import type { Selector, Target } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";

const WHEN = ["all", "before-last-message", "before-last-messages", "none"] as const;

/** Selects the reasoning of assistant messages: everywhere, everywhere but in the last message, or nowhere. */
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

type Approval = { readonly approvalId: string; readonly toolCallId: string | null };

/** Reads the AI SDK's approval request, which names the call, or its answer, which names only the request. */
function readApproval(value: JsonValue): Approval | null {
  if (typeof value !== "object" || value === null || !("approvalId" in value)) return null;
  const { type, approvalId, toolCallId } = value as { readonly [key: string]: JsonValue };
  if (typeof type !== "string" || !/^tool-approval-(request|response)$/.test(type)) return null;
  if (typeof approvalId !== "string") return null;
  return { approvalId, toolCallId: typeof toolCallId === "string" ? toolCallId : null };
}

type Group = { readonly parts: string[]; isKept: boolean };

/** Groups each call with its results, and each approval with its answer. A group is kept or removed as a whole. */
class ToolGroups {
  readonly calls = new Map<string, Group>();
  readonly approvals = new Map<string, Group & { callId: string | null }>();

  addCall(id: string, partId: string, isKept: boolean) {
    const group = this.calls.get(id) ?? { parts: [], isKept: false };
    group.parts.push(partId);
    group.isKept ||= isKept;
    this.calls.set(id, group);
  }

  addApproval({ approvalId, toolCallId }: Approval, partId: string, isKept: boolean) {
    const group = this.approvals.get(approvalId) ?? { parts: [], isKept: false, callId: null };
    group.parts.push(partId);
    group.isKept ||= isKept;
    group.callId ??= toolCallId;
    this.approvals.set(approvalId, group);
  }

  /** The parts of each removed group. A remaining approval keeps its call. */
  gone(isNamed: (callId: string | null) => boolean): string[][] {
    for (const { isKept, callId } of this.approvals.values()) {
      const call = isKept && callId !== null ? this.calls.get(callId) : undefined;
      if (call) call.isKept = true;
    }
    const calls = [...this.calls].flatMap(([id, { parts, isKept }]) => (isKept || !isNamed(id) ? [] : [parts]));
    const approvals = [...this.approvals.values()].flatMap(({ parts, isKept, callId }) =>
      isKept || !isNamed(callId) ? [] : [parts],
    );
    return [...calls, ...approvals];
  }
}

/**
 * Selects calls, results and approvals before the last messages. A group with any part in the last messages stays.
 * Reasoning that led only to removed parts is removed with them.
 */
const selectToolParts =
  ({ keepLast, tools }: ToolRule): Selector =>
  (view) => {
    const start = view.conversation.messages.length - keepLast;
    const safe = view.protectedIds();
    const groups = new ToolGroups();
    const toolOf = new Map<string, string>();
    for (const { part, messageIndex } of view.entries()) {
      const isKept = messageIndex >= start || safe.has(part.id);
      const approval = part.type === "opaque" ? readApproval(part.value) : null;
      if (approval) groups.addApproval(approval, part.id, isKept);
      if (part.type !== "tool-call" && part.type !== "tool-result") continue;
      groups.addCall(part.toolCallId, part.id, isKept);
      toolOf.set(part.toolCallId, view.toolNameOf(part) ?? "");
    }
    const named = new Set(tools);
    const isNamed = (id: string | null) =>
      named.size === 0 || !toolOf.has(id ?? "") || named.has(toolOf.get(id ?? "") ?? "");
    const whole = groups.gone(isNamed);
    return [
      ...whole.map((parts) => ({ parts, reason: "tool-call" })),
      ...strandedReasoning(view, new Set(whole.flat())).map((parts) => ({
        parts,
        reason: "reasoning-without-its-call",
      })),
    ];
  };

/** Runs of reasoning whose following parts, up to the next run, are all removed. */
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
    version: "2",
    family: "cut",
    product: {
      name: "Vercel AI SDK",
      version: "7.0.173",
      date: "2026-11-22",
      read: "2026-11-22",
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
    messages: whole(
      2,
      "Number of newest messages that keep their tool calls and results, if `toolCalls` is before-last-messages",
    ),
    tools: names([], "Tools whose calls and results may be removed; empty = all tools"),
  }),
  ({ reasoning, toolCalls, messages, tools }) => {
    const keepLast = { all: 0, "before-last-message": 1, "before-last-messages": messages, none: 0 }[
      toolCalls satisfies (typeof WHEN)[number]
    ];
    // Unlike in the product, a running tool loop keeps its signed thinking, because the Messages API requires
    // it.
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
