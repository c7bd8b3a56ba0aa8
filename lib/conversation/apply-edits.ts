import type { Edit, InsertEdit } from "./edit";
import type { Conversation, Message } from "./message";
import type { Part } from "./part";
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
export function applyEdits(conversation: Conversation, edits: readonly Edit[]): Conversation {
  return edits.length === 0 ? conversation : render(conversation, replayEdits(conversation, edits));
}

/** The fate of each original part under these edits. */
export function traceProvenance(conversation: Conversation, edits: readonly Edit[]): Provenance {
  return trace(conversation, edits.length === 0 ? null : replayEdits(conversation, edits));
}

/** Both at once; the provenance is made when it is asked for. */
export function applyAndTrace(conversation: Conversation, edits: readonly Edit[]) {
  const replay = edits.length === 0 ? null : replayEdits(conversation, edits);
  return {
    conversation: replay ? render(conversation, replay) : conversation,
    trace: (): Provenance => trace(conversation, replay),
  };
}

/** Produced part id → the id of the original part it stands for, through any chain of replacements. */
export function originsOf(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const edit of edits)
    if (edit.op === "replace") origins.set(edit.produced.id, origins.get(edit.targets[0]) ?? edit.targets[0]);
  return origins;
}

function render({ tools, messages }: Conversation, { inserts, ofMessages, ofInserted }: Replay): Conversation {
  const rendered: Message[] = [];
  const add = (message: Message, named: NamedParts) => {
    const left = named ? whatIsLeft(message, named) : message;
    if (left) rendered.push(left);
  };
  const following = byPlace(inserts);
  const addInserts = (after: string | null) => {
    const next = following.get(after) ?? [];
    following.delete(after);
    for (const { message } of next) {
      add(message, ofInserted(message));
      addInserts(message.id);
    }
  };
  addInserts(null);
  messages.forEach((message, index) => {
    add(message, ofMessages[index] ?? null);
    if (following.size > 0) addInserts(message.id);
  });
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

/** The message with what is left of it: itself where all is, null where nothing is. */
function whatIsLeft(message: Message, named: NonNullable<NamedParts>): Message | null {
  const parts: Part[] = [];
  for (const [index, part] of message.parts.entries()) {
    const { current, droppedBy } = lastOf(part, named[index]);
    if (droppedBy === null) parts.push(current);
  }
  if (parts.length === 0) return null;
  const isSame = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
  return isSame ? message : { ...message, parts };
}

/** A part through any chain of replacements, and the edit that dropped what was left of it. */
function lastOf(part: Part, named: Named | undefined) {
  let last: Replacement | null = null;
  let droppedBy = named?.droppedBy ?? null;
  for (let next = named?.replacement; next; next = next.produced.replacement) {
    last = next;
    droppedBy = next.produced.droppedBy;
  }
  return { current: last?.by ?? part, last, droppedBy };
}

function trace({ messages }: Conversation, replay: Replay | null): Provenance {
  const fates: Provenance[number][] = [];
  messages.forEach(({ parts }, message) => {
    const named = replay?.ofMessages[message];
    parts.forEach((part, index) => {
      fates.push(fateOf(part, named?.[index]));
    });
  });
  return fates;
}

function fateOf(part: Part, named: Named | undefined): Provenance[number] {
  const partId = part.id;
  if (!named) return { partId, fate: "kept" };
  const { current, last, droppedBy } = lastOf(part, named);
  if (droppedBy !== null) {
    const { summary } = named;
    return summary === null
      ? { partId, fate: "dropped", edit: droppedBy }
      : { partId, fate: "dropped", edit: droppedBy, summarisedBy: summary };
  }
  if (!last) return { partId, fate: "kept" };
  const fate = { partId, fate: "replaced", edit: last.edit, by: current.id } as const;
  return last.reference === null ? fate : { ...fate, reference: last.reference };
}
