import type { OutputSource } from "../api/schemas/stored-output";
import type { Conversation, Message } from "../conversation/message";
import type { Part, ToolCallPart } from "../conversation/part";
import type { Compression } from "../strategies/grammar/compression";
import { callFacts } from "../tools/call-facts";

/** A command may be a whole program; what is kept of it only has to be recognised. In characters. */
const LONGEST_COMMAND = 1_000;

/** Tells where the original of a reference of the result stood. Where one text was put aside in several places: the first. */
export function outputSources(
  { edits }: Pick<Compression, "edits">,
  conversation: Conversation,
): (reference: string) => OutputSource {
  const places = new Map<string, string>();
  for (const edit of edits) {
    if (edit.op !== "replace" || !edit.reference || places.has(edit.reference.id)) continue;
    // An edit may replace what an earlier one left, whose id is that of the original with the step behind it.
    places.set(edit.reference.id, edit.targets[0].split("~", 1)[0] ?? edit.targets[0]);
  }
  const where = indexParts(conversation.messages);
  return (reference) => sourceOf(places.get(reference) ?? "", where, conversation);
}

/** Each part with its message, and the first call of each id, so that no reference looks through the whole history. */
type Where = {
  readonly parts: ReadonlyMap<string, { readonly message: Message; readonly part: Part }>;
  readonly calls: ReadonlyMap<string, ToolCallPart>;
};

function indexParts(messages: readonly Message[]): Where {
  const parts = new Map<string, { message: Message; part: Part }>();
  const calls = new Map<string, ToolCallPart>();
  for (const message of messages)
    for (const part of message.parts) {
      if (!parts.has(part.id)) parts.set(part.id, { message, part });
      if (part.type === "tool-call" && !calls.has(part.toolCallId)) calls.set(part.toolCallId, part);
    }
  return { parts, calls };
}

function sourceOf(partId: string, { parts, calls }: Where, { tools }: Conversation): OutputSource {
  const { message, part } = parts.get(partId) ?? {};
  const call = part ? callOf(part, calls) : null;
  const facts = call && callFacts(call, tools);
  return {
    part_id: partId,
    call_id: call?.toolCallId ?? (part?.type === "tool-result" ? part.toolCallId : null),
    paths: facts?.paths ?? [],
    command: facts?.command?.slice(0, LONGEST_COMMAND) ?? null,
    written_at: message?.time ?? null,
  };
}

function callOf(part: Part, calls: Where["calls"]): ToolCallPart | null {
  if (part.type === "tool-call") return part;
  return part.type === "tool-result" ? (calls.get(part.toolCallId) ?? null) : null;
}
