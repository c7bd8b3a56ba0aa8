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
  return (reference) => sourceOf(places.get(reference) ?? "", conversation);
}

function sourceOf(partId: string, { messages, tools }: Conversation): OutputSource {
  const [message, part] = partAt(partId, messages);
  const call = part ? callOf(part, messages) : null;
  const facts = call && callFacts(call, tools);
  return {
    part_id: partId,
    call_id: call?.toolCallId ?? (part?.type === "tool-result" ? part.toolCallId : null),
    paths: facts?.paths ?? [],
    command: facts?.command?.slice(0, LONGEST_COMMAND) ?? null,
    written_at: message?.time ?? null,
  };
}

function partAt(partId: string, messages: readonly Message[]): [Message?, Part?] {
  for (const message of messages) {
    const part = message.parts.find(({ id }) => id === partId);
    if (part) return [message, part];
  }
  return [];
}

function callOf(part: Part, messages: readonly Message[]): ToolCallPart | null {
  if (part.type === "tool-call") return part;
  if (part.type !== "tool-result") return null;
  const isItsCall = (one: Part): one is ToolCallPart => one.type === "tool-call" && one.toolCallId === part.toolCallId;
  return messages.flatMap(({ parts }) => parts).find(isItsCall) ?? null;
}
