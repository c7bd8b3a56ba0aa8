import type { Edit, InsertEdit } from "./edit";
import type { Conversation, Message } from "./message";
import type { Part } from "./part";
import { indexParts, type PartIndex } from "./part-index";
import { type Named, type NamedParts, type Replacement, type Replay, replayEdits } from "./replay-edits";

/** What became of one original part. */
export type PartFate =
  | { readonly fate: "kept" }
  | { readonly fate: "replaced"; readonly edit: number; readonly by: string; readonly reference?: string }
  | { readonly fate: "dropped"; readonly edit: number; readonly summarisedBy?: string };

/** Every original part id exactly once, in the original order. */
export type Provenance = readonly (PartFate & { readonly partId: string })[];

/**
 * Applies edits in order. Pure and linear; parts and messages that no edit touches are the same objects afterwards.
 * A later edit may target a part that an earlier one produced; several inserts at one place stand in edit order.
 * Throws on an unknown, ambiguous or already dropped target, on a produced id that is taken and on an unknown place:
 * such an edit is a bug of the strategy, not an input error.
 */
export function applyEdits(conversation: Conversation, edits: readonly Edit[], parts?: PartIndex): Conversation {
  if (edits.length === 0) return conversation;
  return renderReplay(conversation, replayEdits(parts ?? indexParts(conversation), edits));
}

/** The fate of each original part under these edits. */
export function traceProvenance(conversation: Conversation, edits: readonly Edit[]): Provenance {
  const parts = indexParts(conversation);
  return traceReplay(parts, replayEdits(parts, edits));
}

/** Produced part id → the id of the original part it stands for, through any chain of replacements. */
export function originsOf(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const edit of edits)
    if (edit.op === "replace") origins.set(edit.produced.id, origins.get(edit.targets[0]) ?? edit.targets[0]);
  return origins;
}

/** What edits leave of the conversation; `applyEdits` where the replay is wanted for more. */
export function renderReplay(
  { tools, messages }: Conversation,
  { inserts, ofParts, ofInserted }: Replay,
): Conversation {
  const rendered: Message[] = [];
  const add = (message: Message, named: NamedParts, first: number) => {
    const left = whatIsLeft(message, named, first);
    if (left) rendered.push(left);
  };
  const following = byPlace(inserts);
  const addInserts = (after: string | null) => {
    const next = following.get(after) ?? [];
    following.delete(after);
    for (const { message } of next) {
      add(message, ofInserted(message.parts), 0);
      addInserts(message.id);
    }
  };
  addInserts(null);
  let number = 0;
  for (const message of messages) {
    add(message, ofParts, number);
    number += message.parts.length;
    if (following.size > 0) addInserts(message.id);
  }
  for (const after of following.keys()) throw new Error(`insert after unknown message ${after}`);
  return { tools, messages: rendered };
}

function byPlace(inserts: readonly InsertEdit[]): Map<string | null, InsertEdit[]> {
  const following = new Map<string | null, InsertEdit[]>();
  for (const insert of inserts) {
    const siblings = following.get(insert.after);
    if (siblings) siblings.push(insert);
    else following.set(insert.after, [insert]);
  }
  return following;
}

/** The message with what is left of it: itself where all is, null where nothing is. `first`: the number of its first part. */
function whatIsLeft(message: Message, named: NamedParts, first: number): Message | null {
  if (isWhole(message, named, first)) return message;
  const left = message.parts.map((part, index) => leftOf(part, named[first + index]));
  const parts = left.filter((part) => part !== null);
  return parts.length === 0 ? null : { ...message, parts };
}

function isWhole({ parts }: Message, named: NamedParts, first: number): boolean {
  for (let index = 0; index < parts.length; index += 1) if (named[first + index]?.isGone) return false;
  return true;
}

/** What a part is after all edits, through any chain of replacements; null where it was dropped. */
export function leftOf(part: Part, named: Named | undefined): Part | null {
  if (!named) return part;
  if (named.droppedBy !== null) return null;
  const { replacement } = named;
  return replacement ? leftOf(replacement.by, replacement.produced) : part;
}

/** The fate of each original part, as `traceProvenance`. */
export function traceReplay({ entries }: PartIndex, { ofParts }: Replay): Provenance {
  return entries.map(({ part, number }) => fateOf(part, ofParts[number]));
}

function fateOf({ id: partId }: Part, named: Named | undefined): Provenance[number] {
  if (!named?.isGone) return { partId, fate: "kept" };
  const { last, droppedBy } = lastOf(named);
  if (droppedBy !== null) {
    const { summary } = named;
    return summary === null
      ? { partId, fate: "dropped", edit: droppedBy }
      : { partId, fate: "dropped", edit: droppedBy, summarisedBy: summary };
  }
  if (!last) return { partId, fate: "kept" };
  const fate = { partId, fate: "replaced", edit: last.edit, by: last.by.id } as const;
  return last.reference === null ? fate : { ...fate, reference: last.reference };
}

/** The end of a chain of replacements, and the edit that dropped what was left. */
function lastOf(named: Named) {
  let last: Replacement | null = null;
  let { droppedBy } = named;
  for (let next = named.replacement; next; next = next.produced.replacement) {
    last = next;
    droppedBy = next.produced.droppedBy;
  }
  return { last, droppedBy };
}
