import * as z from "zod";
import type { Message } from "../../conversation/message";
import { type Part, partText } from "../../conversation/part";
import type { Measure } from "../grammar/ceiling";
import { afterFailure, mustFit, pipe, step, until, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { flag, whole } from "../grammar/params";
import { type Procedure, refusing } from "../grammar/procedure";
import type { Selector } from "../grammar/selectors";
import { oldestAtoms } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop, rewrite, type Transform } from "../grammar/transforms";
import { over } from "../grammar/triggers";
import { holdsOnlyResults } from "../grammar/units";
import type { View } from "../grammar/view";

/** Selects messages after the last prompt or tool result, which the product omits from the request. */
const trailingAnswers: Selector = ({ conversation: { messages } }) => {
  const end = messages.findLastIndex(({ role }) => role === "user" || role === "tool");
  const trailing = end < 0 ? [] : messages.slice(end + 1);
  return trailing.map(({ parts }) => ({ parts: parts.map(({ id }) => id), reason: "trailing-answer" }));
};

const dropTrailing = step({ id: "drop-trailing", select: trailingAnswers, transform: drop });

/** Selects runs of adjacent text-only user messages without any part in `safe`. One target per run. */
const neighbours =
  (safe: (view: View) => ReadonlySet<string>): Selector =>
  (view) => {
    const isSafe = safe(view);
    const runs: string[][] = [[]];
    for (const { role, parts } of view.conversation.messages) {
      const isJoined = role === "user" && parts.every(({ id, type }) => type === "text" && !isSafe.has(id));
      if (isJoined) runs.at(-1)?.push(...parts.map(({ id }) => id));
      else runs.push([]);
    }
    return runs.filter((parts) => parts.length > 1).map((parts) => ({ parts, reason: "neighbours" }));
  };

/** Puts all texts of a run into its first part and removes the others. */
const join: Transform = {
  apply: (target, view, stepId) => {
    const [first, ...others] = target.parts;
    const text = target.parts.map((id) => partText(view.entry(id)?.part as Part)).join("\n\n");
    const taken = rewrite((part) => (part.type === "text" ? { ...part, text } : null));
    const keep = taken.apply({ ...target, parts: first === undefined ? [] : [first] }, view, stepId);
    return [...keep, ...drop.apply({ ...target, parts: others }, view, stepId)];
  },
};

/**
 * Joins adjacent user messages. With `faithful` the newest is joined too, as in the product; otherwise it stays as
 * typed.
 */
const joinNeighbours = (faithful: boolean): Procedure =>
  step({
    id: "join-neighbours",
    select: neighbours((view) => (faithful ? view.pinned() : view.protectedIds())),
    transform: join,
    respects: faithful ? "pinned" : "all",
  });

/** Tokens that the product adds for each message, and for each call or result (core/llm/countTokens.ts). */
const PER_MESSAGE = 4;
const PER_CALL = 10;

const overhead = (part: Part) => (part.type === "tool-call" || part.type === "tool-result" ? PER_CALL : 0);

const CONTINUE_TOKENS: Measure = {
  id: "tokens",
  of: (part, view) => {
    const message = view.entry(part.id)?.message;
    return view.environment.tokensOf(part) + overhead(part) + (message?.parts[0] === part ? PER_MESSAGE : 0);
  },
  total: (view) =>
    view.entries().reduce((sum, { part }) => sum + overhead(part), view.tokens()) +
    PER_MESSAGE * view.conversation.messages.length,
};

/**
 * Start index of the sequence that is never pruned: trailing tool messages with the assistant message before them;
 * otherwise trailing assistant messages; otherwise the last message. `error` names a result whose call is missing.
 */
export function liveSequence(messages: readonly Message[]): { start: number } | { error: string } {
  const last = messages.at(-1);
  if (!last) return { error: "the history is empty" };
  let start = messages.length - 1;
  if (last.role === "assistant") {
    while (messages[start - 1]?.role === "assistant") start -= 1;
    return { start };
  }
  if (!holdsOnlyResults(last)) return { start };
  while (start > 0 && holdsOnlyResults(messages[start - 1] as Message)) start -= 1;
  const called = new Set(
    messages[start - 1]?.parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])),
  );
  for (const { parts } of messages.slice(start))
    for (const part of parts)
      if (part.type === "tool-result" && !called.has(part.toolCallId))
        return { error: `no call matches the tool result ${part.toolCallId}` };
  return { start: start - 1 };
}

/** Selects messages before the protected sequence, oldest first, each with the results of its calls. */
const selectOldest: Selector = (view) => {
  const live = liveSequence(view.conversation.messages);
  const start = "start" in live ? live.start : view.conversation.messages.length - 1;
  return oldestAtoms(view).filter(({ parts }) =>
    parts.every((id) => (view.entry(id)?.messageIndex ?? Number.POSITIVE_INFINITY) < start),
  );
};

const IMAGE_NOTE = "[image]";
const allParts: Selector = (view) => view.entries().map(({ part }) => ({ parts: [part.id], reason: "no-vision" }));
const imagesToText = step({
  id: "images-to-text",
  select: allParts,
  transform: rewrite((part) =>
    part.type === "file" && part.mediaType.startsWith("image/")
      ? { id: part.id, type: "text", text: IMAGE_NOTE }
      : null,
  ),
});

const emptyTexts: Selector = (view) =>
  view.conversation.messages.flatMap(({ parts }) => {
    const isEmpty = parts.every((part) => part.type === "text" && part.text.trim() === "");
    return isEmpty && parts.length > 0 ? [{ parts: parts.map(({ id }) => id), reason: "empty-message" }] : [];
  });

/** Drops the oldest messages until the rest fits. Without a window and a target nothing is dropped. */
function pruning(
  { maxTokens, vision, tidy }: { readonly maxTokens: number; readonly vision: boolean; readonly tidy: boolean },
  { budget: { window, target } }: Pick<Environment, "budget">,
): Procedure {
  if (window === null && target === undefined)
    return when(over({ measure: CONTINUE_TOKENS, limit: Number.POSITIVE_INFINITY }), pipe());
  const safety = Math.min(1000, Math.floor((window ?? 0) * 0.02));
  const limit = (window ?? Number.POSITIVE_INFINITY) - safety - Math.min(1000, maxTokens);
  const ceiling = { measure: CONTINUE_TOKENS, limit: Math.min(limit, target ?? Number.POSITIVE_INFINITY) };
  const prune = step({ id: "drop-oldest", select: selectOldest, transform: drop, ceiling });
  const clean = pipe(
    ...(vision ? [] : [imagesToText]),
    step({ id: "drop-empty", select: emptyTexts, transform: drop }),
    ...(tidy ? [dropTrailing] : []),
  );
  const fit = until(ceiling, [prune]);
  return pipe(clean, target === undefined ? mustFit(ceiling, fit) : fit);
}

/**
 * Runs a compaction. Without a summary the history is pruned instead: the product then continues with the entire
 * history and prunes it before each request.
 */
export const orElsePruned = (compaction: Procedure, maxTokens: number, environment: Environment): Procedure =>
  afterFailure(compaction, pruning({ maxTokens, vision: true, tidy: false }, environment), {
    code: "pruned-instead",
    message:
      "no summary could be obtained, so the oldest messages are dropped until the rest fits, as the product does",
  });

export const continuePrune = defineStrategy(
  deterministic({
    id: "continue-prune",
    alsoCalled: ["compileChatMessages"],
    family: "cut",
    product: {
      name: "Continue",
      version: "d0a3c0b",
      date: "2026-06-18",
      read: "2026-11-22",
      source: "https://github.com/continuedev/continue/blob/main/core/llm/countTokens.ts",
    },
    cache: "rewrites-all",
  }),
  z.object({
    maxTokens: whole(4096, "Tokens requested for the answer; at most 1000 of them are reserved"),
    vision: flag(true, "The model accepts images; otherwise they become a text note"),
    tidy: flag(false, "Leave out answers after the last prompt or result, and join consecutive user messages"),
    faithful: flag(
      false,
      "A trailing tool result without its call is an error, as in the product, and `tidy` also joins the newest prompt",
    ),
  }),
  ({ maxTokens, vision, tidy, faithful }, environment) => {
    const pruned = pruning({ maxTokens, vision, tidy }, environment);
    const all = tidy ? pipe(pruned, joinNeighbours(faithful)) : pruned;
    return (view: View) => {
      const live = liveSequence(view.conversation.messages);
      return faithful && "error" in live ? refusing("no-matching-call", live.error)(view) : all(view);
    };
  },
);

/** The fields of a history item that `pruneLast` uses. */
export type HistoryItem = { readonly role: string; readonly hasCalls?: boolean };

/** Leaves out the last one or two items. The command line shortens the history this way before summarising. */
export function pruneLast<T extends HistoryItem>(items: readonly T[]): readonly T[] {
  const before = items.at(-2);
  if (!before) return [];
  const isPair = before.role === "user" || (before.role === "assistant" && before.hasCalls === true);
  return items.slice(0, isPair ? -2 : -1);
}
