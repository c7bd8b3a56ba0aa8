import { z } from "zod";
import { isTypedUser, type Message } from "../../conversation/message";
import type { JsonValue, OpaquePart } from "../../conversation/part";
import { when } from "../combinators";
import { flag } from "../params";
import { NOTHING, type Procedure } from "../procedure";
import { atomTarget } from "../selectors";
import { defineStrategy, folding } from "../strategy";
import { fold } from "../summaries/fold";
import { atomsBefore, cutBy } from "../summaries/fold-cuts";
import { PLAIN } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { always } from "../triggers";
import type { View } from "../view";

/** A provider's own compaction: OpenAI's encrypted item, Anthropic's block. Null content is a compaction that failed. */
export function isCompaction({ value }: OpaquePart): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { type, content, encrypted_content } = value as { readonly [key: string]: JsonValue };
  if (type === "compaction_summary" || type === "context_compaction") return true;
  return (
    type === "compaction" && (typeof encrypted_content === "string" || (content !== null && content !== undefined))
  );
}

function compactionIndex({ conversation: { messages } }: View): number {
  return messages.findLastIndex(({ parts }) => parts.some((part) => part.type === "opaque" && isCompaction(part)));
}

const selectSeen = (view: View, index: number, keepUser: boolean) =>
  atomsBefore(view, index).flatMap((atom) =>
    keepUser && atom.kind === "user" ? [] : [atomTarget(atom, "in-opaque-item")],
  );

/** What stands before the item is in it: only typed messages stay, as the provider's own endpoint gives them back. */
const passThrough: Procedure = (view) => {
  const index = compactionIndex(view);
  if (index !== -1) return cutBy("pass-through", (inner) => selectSeen(inner, index, true))(view);
  const message = "the conversation holds no compaction item of a provider, and only a provider can make one";
  return { ...NOTHING, status: "unavailable", warnings: [{ code: "no-compaction-item", message }] };
};

const isWork = (message: Message | undefined) => message !== undefined && !isTypedUser(message);

export const opaque = defineStrategy(
  folding({
    id: "opaque",
    title: "Opaque: a provider's compaction item passed through",
    product: {
      name: "OpenAI /responses/compact and Anthropic compact_20260112",
      version: "2026-01-12",
      source: "https://platform.openai.com/docs/guides/compaction",
    },
  }),
  z.object({
    emulate: flag(false, "Without such an item: its shape, typed messages word for word and one summary we can read"),
    instructions,
    summaryTokens: summaryTokens(4000),
  }),
  ({ emulate, instructions, summaryTokens }) => {
    const emulated = fold({
      id: "emulate",
      cut: cutBy("emulate", (view) =>
        atomsBefore(view, view.conversation.messages.length).flatMap((atom) =>
          isWork(view.conversation.messages[atom.start]) ? [atomTarget(atom, "summarised")] : [],
        ),
      ),
      style: PLAIN,
      place: "end",
      maxTokens: summaryTokens,
      instructions,
    });
    return when(always, (view) => (emulate && compactionIndex(view) === -1 ? emulated : passThrough)(view));
  },
);
