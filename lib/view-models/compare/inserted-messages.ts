import type { ComparedStrategy } from "../../api/schemas/compare";
import type { EditAnswer } from "../../api/schemas/compression";
import { sentence } from "../../wording/say";
import { insertedText } from "./produced-text";

/** A message that a strategy inserted: a summary, or a note about removed messages. */
export type InsertedMessage = {
  readonly status: "inserted";
  /** A note reports missing content; a summary restates it. */
  readonly kind: "summary" | "note";
  /** `Σ1`, `note 1`: numbered within its strategy, by position. */
  readonly name: string;
  /** Id of the message, as used in `summarised_by`. */
  readonly id: string | null;
  /** Position: before the original part with this index; the part count = at the end. */
  readonly index: number;
  readonly tokens: number;
  readonly text: string;
  readonly reason: string;
  readonly step: string;
  /** Indexes of the original parts that the message replaces. */
  readonly standsFor: readonly number[];
};

/** The messages inserted by one strategy, by position. */
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
  // The ids of notes show that they are notes.
  const kind = id?.startsWith("note-") ? "note" : "summary";
  return { status: "inserted", kind, id, index, tokens, text: insertedText(edit), reason, step, standsFor };
}
