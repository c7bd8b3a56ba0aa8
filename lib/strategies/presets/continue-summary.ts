import * as z from "zod";
import type { Part } from "../../conversation/part";
import { step, when } from "../grammar/combinators";
import { keepLoops } from "../grammar/guards";
import { atomTarget, newestTurnsStart, type Selector, type Target } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { requested, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { CONTINUE } from "../summaries/styles";
import { isSummary } from "../summaries/summary-message";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { orElsePruned } from "./continue";

/**
 * Selects everything up to a chosen message, including an earlier summary in the system prompt. The last typed
 * message always stays.
 */
const upToMessage =
  (upTo: number | null): Selector =>
  (view) => {
    const { messages } = view.conversation;
    const end = upTo === null ? newestTurnsStart(view, 1) : upTo + 1;
    const safe = view.protectedIds();
    const targets = view.atoms().flatMap((atom) => {
      const message = messages[atom.start];
      const isEarlier = atom.kind === "system" && message !== undefined && isSummary(message);
      const isSafe = atom.partIds.some((id) => (isEarlier ? view.pinned() : safe).has(id));
      const isInside = isEarlier || (atom.kind !== "system" && atom.end < end);
      return isInside && !isSafe ? [atomTarget(atom, "summarised")] : [];
    });
    // The summary goes into the system prompt, so at least one other message must stay.
    return isSaidWithout(targets, view) ? targets : targets.slice(0, -1);
  };

/** True if anything but empty text remains outside the system prompt after removing these targets. */
function isSaidWithout(targets: readonly Target[], view: View): boolean {
  const gone = new Set(targets.flatMap(({ parts }) => parts));
  const isEmpty = (part: Part) => part.type === "text" && part.text.trim() === "";
  return view.entries().some(({ part, message }) => message.role !== "system" && !gone.has(part.id) && !isEmpty(part));
}

/** Tokens the product reserves for an answer by default. */
const ANSWER_TOKENS = 4096;

export const continueSummary = defineStrategy(
  folding({
    id: "continue-summary",
    alsoCalled: ["compactConversation"],
    product: {
      name: "Continue",
      version: "d0a3c0b",
      date: "2026-06-18",
      read: "2026-11-22",
      source: "https://github.com/continuedev/continue/blob/d0a3c0b/core/util/conversationCompaction.ts",
    },
  }),
  z.object({
    upTo: z
      .number()
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe("Index, from 0, of the last message that is summarised; null = everything before the newest turn"),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ upTo, instructions, summaryTokens }, environment) =>
    when(
      targetOr(requested),
      orElsePruned(
        fold({
          id: "compact",
          // `pinned` lets the step remove an earlier summary from the system prompt; the selector leaves the rest of
          // the system prompt alone.
          cut: step({
            id: "compact",
            select: upToMessage(upTo),
            transform: drop,
            guards: [keepLoops],
            respects: "pinned",
          }),
          style: CONTINUE,
          place: "start",
          role: "system",
          maxTokens: summaryTokens,
          instructions,
          before: "Previous conversation summary:\n",
        }),
        ANSWER_TOKENS,
        environment,
      ),
    ),
);
