import type { ComparedStrategy } from "../../api/schemas/compare";
import type { EditAnswer } from "../../api/schemas/compression";
import { sentence } from "../../wording/say";
import { insertedText } from "./produced-text";

/** A message that a strategy inserted: a summary, or a note about removed messages. */
export type InsertedMessage = {
  readonly status: "inserted";
  /** A note says that something is missing; a summary says what it was. */
  readonly kind: "summary" | "note";
  /** `Σ1`, `note 1`: within its strategy, by place. */
  readonly name: string;
  /** Id of the message, as used in `summarised_by`. */
  readonly id: string | null;
  /** It stands before the original part at this place; the number of parts = at the end. */
  readonly index: number;
  readonly tokens: number;
  readonly text: string;
  readonly reason: string;
  readonly step: string;
  /** Places of the original parts that it stands for. */
  readonly standsFor: readonly number[];
};

/** The messages that one strategy inserted, by place. */
export function insertedBy(result: ComparedStrategy | undefined): InsertedMessage[] {
  if (!result) return [];
  const places = new Map((result.provenance ?? []).map(({ part_id }, index) => [part_id, index]));
  const found = result.edits.flatMap((edit) => (edit.op === "insert" ? [messageOf(edit, places)] : []));
  const named = { summary: 0, note: 0 };
  return found
    .sort((a, b) => a.index - b.index)
    .map((message) => ({ ...message, name: `${SIGN[message.kind]}${++named[message.kind]}` }));
}

const SIGN = { summary: "Σ", note: sentence("note ") } as const;

function messageOf(edit: EditAnswer, places: ReadonlyMap<string, number>): Omit<InsertedMessage, "name"> {
  const { tokens_after: tokens, reason, step, targets } = edit;
  const id = (edit.message as { id?: string } | undefined)?.id ?? null;
  const standsFor = targets.flatMap((target) => places.get(target) ?? []).sort((a, b) => a - b);
  const index = standsFor[0] ?? places.size;
  // The ids of notes mark them as such.
  const kind = id?.startsWith("note-") ? "note" : "summary";
  return { status: "inserted", kind, id, index, tokens, text: insertedText(edit), reason, step, standsFor };
}
