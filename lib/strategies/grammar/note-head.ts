import type { Message } from "../../conversation/message";

/**
 * Messages that strategies add say so in their first line, `[Context note: <kind>]`, so that a later run knows them:
 * nobody typed them, and a newer note of the same kind takes their place.
 */
const HEAD = "[Context note: ";

export type NoteKind = "plan" | "artifacts" | "truncated" | "dropped";

export const noteText = (kind: NoteKind, body: string): string => `${HEAD}${kind}]\n${body}`;

/** The kind of a note, null for any other message. */
export function noteKind({ parts }: Message): NoteKind | null {
  const [first] = parts;
  if (parts.length !== 1 || first?.type !== "text" || !first.text.startsWith(HEAD)) return null;
  return first.text.slice(HEAD.length, first.text.indexOf("]")) as NoteKind;
}
