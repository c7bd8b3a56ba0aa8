import type { ItemSession } from "../item-session";
import { timeOf } from "../session-draft";
import { fieldsOf, hexOf, type ProtoField } from "./protobuf";
import { typedText } from "./typed-text";

type Said = { readonly text: string; readonly time: string };

/** A prompt, and those of its answers that have a time. */
export type CursorTurn = { readonly prompt: Said | null; readonly answers: readonly Said[] };

/** The bytes of a row by its name in hex; null when there is none. */
type Blobs = (id: string) => Uint8Array | null;

/**
 * The turns of a conversation, the only place with times: field 8 of its root, which holds the turns in its field 1. Each part
 * is either inline or referenced by the name of a row. Source: kenn-io/agentsview, internal/parser/cursor_store.go
 * (2026-09-08).
 */
export function turnsIn(root: Uint8Array, blobs: Blobs): CursorTurn[] {
  const index = (fieldsOf(root) ?? []).find(({ number, bytes }) => number === 8 && bytes !== null);
  return all(index && inside(index, blobs), 1).map((field) => {
    const turn = inside(field, blobs);
    const prompts = all(turn, 1).flatMap((prompt) => saidIn(inside(prompt, blobs), [25, 26]));
    const answers = all(turn, 2).flatMap((step) =>
      all(inside(step, blobs), 1).flatMap((answer) => saidIn(answer.bytes && fieldsOf(answer.bytes), [2])),
    );
    return { prompt: prompts[0] ?? null, answers };
  });
}

/** Gives messages the times of the turns, matched by text, in the order of both. */
export function applyTimes(draft: ItemSession, turns: readonly CursorTurn[]) {
  if (turns.length === 0) return;
  const messages = new MessagesByText(draft);
  for (const { prompt, answers } of turns) {
    const at = prompt && messages.next("user", prompt.text);
    if (prompt && at !== null) stamp(draft, at, prompt.time);
    for (const { text, time } of answers) {
      const place = messages.next("assistant", text);
      if (place !== null) stamp(draft, place, time);
    }
  }
  timeResponses(draft);
}

/** Finds messages by text. A message may hold several texts; the search only moves forward. */
class MessagesByText {
  private readonly places = new Map<string, number[]>();
  private from = 0;

  constructor({ messages }: ItemSession) {
    messages.forEach(({ role, parts }, index) => {
      for (const part of parts) {
        if (part.type !== "text") continue;
        const key = keyOf(role, typedText(part.text) ?? part.text);
        const known = this.places.get(key);
        if (known) known.push(index);
        else this.places.set(key, [index]);
      }
    });
  }

  /** The next message with this text; null when there is none after the last one found. */
  next(role: "user" | "assistant", text: string): number | null {
    const places = this.places.get(keyOf(role, text)) ?? [];
    while (places.length > 0 && (places[0] as number) < this.from) places.shift();
    const found = places[0];
    if (found === undefined) return null;
    this.from = found;
    return found;
  }
}

const keyOf = (role: string, text: string) => `${role} ${text.trim()}`;

/** A request ends at the time of its message and starts at the time of the prompt right before it. */
function timeResponses({ messages, responses }: ItemSession) {
  for (const response of responses) {
    const before = messages[response.messageIndex - 1];
    const endedAt = messages[response.messageIndex]?.time;
    if (endedAt !== undefined) response.endedAt = endedAt;
    if (before?.role === "user" && before.time !== undefined) response.startedAt = before.time;
  }
}

function stamp(draft: ItemSession, index: number, time: string) {
  const message = draft.messages[index];
  if (message) message.time = time;
  draft.noteTime(time);
}

const all = (fields: readonly ProtoField[] | null | undefined, wanted: number): ProtoField[] =>
  (fields ?? []).filter(({ number }) => number === wanted);

/** The fields of a message that is inline, or in the row named here. */
function inside({ bytes }: ProtoField, blobs: Blobs): ProtoField[] | null {
  if (bytes === null) return null;
  const named = bytes.length === 32 ? blobs(hexOf(bytes)) : null;
  return (named && fieldsOf(named)) ?? fieldsOf(bytes);
}

/** A text in field 1, with the time in milliseconds from the first of these fields that holds one. */
function saidIn(fields: readonly ProtoField[] | null, timeFields: readonly number[]): Said[] {
  const [field] = all(fields, 1);
  const times = timeFields.flatMap((number) => all(fields, number).flatMap(({ value }) => value ?? []));
  // The client writes milliseconds; a value in seconds would not be a time.
  const time = timeOf(times.find((value) => value > 1e12 && value < 1e14));
  const text = field?.bytes ? decode(field.bytes) : null;
  return text !== null && text.trim() !== "" && time !== null ? [{ text, time }] : [];
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
