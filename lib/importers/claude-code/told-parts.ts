import { type Part, partText, type ToolResultPart } from "../../conversation/part";
import { partFromBlock } from "../../formats/anthropic/block-to-part";
import { asArray, asString, type JsonObject } from "../../formats/json-fields";
import type { SessionMessage } from "../../transcript/session";
import { digestOf } from "./digest";

export type Told = { readonly part: Part; readonly message: SessionMessage };

const OPENING = "<system-reminder>\n";
const CLOSING = "\n</system-reminder>";
const JOINT = "\n\n";
const OPENING_LENGTH = 64;
const BEFORE_REMINDER = /\n\n(?=<system-reminder>\n)/;

/** The text of a reminder without its tags; null for other texts. */
export function insideReminder(text: string): string | null {
  const trimmed = text.trimEnd();
  const isReminder = trimmed.startsWith(OPENING) && trimmed.endsWith(CLOSING);
  return isReminder ? trimmed.slice(OPENING.length, -CLOSING.length) : null;
}

/** The parts of one agent, searchable by the content of a request's block. */
export class ToldParts {
  private readonly byKey = new Map<string, Told[]>();
  /** Stored with their beginnings, because a long text may be read from disk each time. */
  private readonly reminders: { readonly told: Told; readonly opening: string }[] = [];
  private readonly known = new Set<string>();

  add(message: SessionMessage) {
    for (const part of message.parts) this.note({ part, message });
  }

  /** Does nothing for a known part. */
  note(told: Told) {
    const { part, message } = told;
    if (this.known.has(part.id)) return;
    this.known.add(part.id);
    const key = keyOf(part);
    const alike = this.byKey.get(key);
    if (alike) alike.push(told);
    else this.byKey.set(key, [told]);
    if (part.type === "text" && message.origin === "client")
      this.reminders.push({ told, opening: part.text.slice(0, OPENING_LENGTH) });
  }

  /**
   * The parts with a block's content: one, or the reminders that a text joins. `isFree`: true for parts that this
   * request has not used yet; among equal ones, the last free one is chosen. Null if the session has no such content.
   */
  of(block: unknown, isFree: (part: Part) => boolean): readonly Told[] | null {
    const part = partFromBlock(block, "");
    const one = this.one(part, isFree) ?? this.oneInside(part, isFree);
    if (one !== null) return [one];
    if (part.type === "tool-result") return this.folded(part, isFree);
    return part.type === "text" ? this.joined(part.text, isFree) : null;
  }

  /** A result followed by reminders in the same text, as sent to models without messages of the role system. */
  private folded(sent: ToolResultPart, isFree: (part: Part) => boolean): readonly Told[] | null {
    const [block, another] = sent.output;
    const told = this.byKey.get(keyOf(sent))?.findLast(({ part }) => isFree(part));
    if (told?.part.type !== "tool-result" || block?.type !== "text" || another || told.part.isError !== sent.isError)
      return null;
    const result = partText(told.part).trim();
    if (!block.text.startsWith(result)) return null;
    const [before, ...reminders] = block.text.slice(result.length).split(BEFORE_REMINDER);
    const found = reminders.map((text) => this.oneInside({ type: "text", text, id: "" }, isFree));
    return before?.trim() === "" && found.every((one) => one !== null) ? [told, ...found] : null;
  }

  private one(part: Part, isFree: (part: Part) => boolean): Told | null {
    const alike = this.byKey.get(keyOf(part)) ?? [];
    return alike.findLast((told) => isFree(told.part) && saysSame(told.part, part)) ?? null;
  }

  private oneInside(part: Part, isFree: (part: Part) => boolean): Told | null {
    const inside = part.type === "text" ? insideReminder(part.text) : null;
    return inside === null ? null : this.one({ type: "text", text: inside, id: "" }, isFree);
  }

  /** The newest reminders that together make up the entire text. */
  private joined(text: string, isFree: (part: Part) => boolean): readonly Told[] | null {
    const found: Told[] = [];
    let rest = text;
    for (;;) {
      const next = this.reminders.findLast(
        ({ told, opening }) =>
          rest.startsWith(opening) && isFree(told.part) && !found.includes(told) && begins(rest, textOf(told.part)),
      )?.told;
      if (next === undefined) return null;
      found.push(next);
      const length = textOf(next.part).length;
      if (length === rest.length) return found;
      rest = rest.slice(length + JOINT.length);
    }
  }
}

const textOf = (part: Part): string => (part.type === "text" ? part.text : "");

const begins = (text: string, piece: string): boolean =>
  piece !== "" && text.startsWith(piece) && (text.length === piece.length || text.startsWith(JOINT, piece.length));

/** True if a text is one of those joined in another. */
export const isPiece = (text: string, whole: string): boolean =>
  text !== "" && `${JOINT}${whole}${JOINT}`.includes(`${JOINT}${text}${JOINT}`);

function keyOf(part: Part): string {
  if (part.type === "tool-call") return `call ${part.toolCallId}`;
  if (part.type === "tool-result") return `result ${part.toolCallId}`;
  const said = part.type === "text" || part.type === "reasoning" ? part.text : JSON.stringify(bare(part));
  const text = said.trimEnd();
  return `${part.type} ${text.length <= 64 ? text : digestOf(text)}`;
}

/** The client ends a reminder with or without a line break, depending on the request. */
function saysSame(told: Part, sent: Part): boolean {
  if (told.type === "tool-result" && sent.type === "tool-result")
    return told.isError === sent.isError && JSON.stringify(told.output) === JSON.stringify(sent.output);
  if (told.type === "text" && sent.type === "text") return told.text.trimEnd() === sent.text.trimEnd();
  if (told.type === "tool-call" && sent.type === "tool-call") return told.toolName === sent.toolName;
  return told.type === sent.type;
}

const bare = ({ id: _, source: __, ...said }: Part): object => said;

/** The content of a message as a list of blocks. */
export const contentOf = (message: JsonObject): readonly unknown[] => {
  const text = asString(message.content);
  return text === null ? (asArray(message.content) ?? []) : [{ type: "text", text }];
};
