import type { Message } from "../../conversation/message";

/**
 * First line of a message that a strategy adds, `[Context note: <kind>]`. It tells later runs that nobody
 * typed the message, so they replace it with a newer note of the same kind.
 */
const HEAD = "[Context note: ";

export type NoteKind = "plan" | "artifacts" | "truncated" | "dropped";

export const noteText = (kind: NoteKind, body: string): string => `${HEAD}${kind}]\n${body}`;

export const isNoteText = (text: string): boolean => text.startsWith(HEAD);

/** The kind of note that a message is; null if the message is not a note. */
export function noteKind({ parts }: Message): NoteKind | null {
  const [first] = parts;
  if (parts.length !== 1 || first?.type !== "text" || !first.text.startsWith(HEAD)) return null;
  return first.text.slice(HEAD.length, first.text.indexOf("]")) as NoteKind;
}
