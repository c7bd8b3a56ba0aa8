import type { Edit, InsertEdit } from "./edit";
import type { Conversation, Message } from "./message";
import type { Part } from "./part";
import { indexParts, type PartIndex } from "./part-index";
import { type EditTrace, type PartState, type PartStates, type Replacement, traceEdits } from "./trace-edits";

/** What became of an original part. */
export type PartStatus =
  | { readonly status: "kept" }
  | { readonly status: "replaced"; readonly edit: number; readonly by: string; readonly reference?: string }
  | { readonly status: "dropped"; readonly edit: number; readonly summarisedBy?: string };

/** Every original part id exactly once, in the original order. */
export type Provenance = readonly (PartStatus & { readonly partId: string })[];

/**
 * Applies edits in order. Pure and linear. Parts and messages that no edit affects stay the same objects. A later edit
 * may target a part that an earlier one produced; several inserts at one place keep the order of the edits. Throws if a
 * target is unknown, ambiguous or already dropped, if a produced id is already in use, or if a place is unknown. Such
 * an edit is a bug in the strategy, not an input error.
 */
export function applyEdits(conversation: Conversation, edits: readonly Edit[], parts?: PartIndex): Conversation {
  if (edits.length === 0) return conversation;
  return renderEdits(conversation, traceEdits(parts ?? indexParts(conversation), edits));
}

/** Maps the id of a produced part to the id of the original part it represents, through any chain of replacements. */
export function originsOf(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const edit of edits)
    if (edit.op === "replace") origins.set(edit.produced.id, origins.get(edit.targets[0]) ?? edit.targets[0]);
  return origins;
}

/** The conversation after the traced edits, for callers that already have the trace. */
export function renderEdits(
  { tools, messages }: Conversation,
  { inserts, ofParts, ofInserted }: EditTrace,
): Conversation {
  const rendered: Message[] = [];
  const add = (message: Message, states: PartStates, first: number) => {
    const left = messageAfter(message, states, first);
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

/**
 * The message without its removed parts: the same object if all remain, null if none does. `first` is the number of its
 * first part.
 */
function messageAfter(message: Message, states: PartStates, first: number): Message | null {
  if (isWhole(message, states, first)) return message;
  const left = message.parts.map((part, index) => partAfter(part, states[first + index]));
  const parts = left.filter((part) => part !== null);
  return parts.length === 0 ? null : { ...message, parts };
}

function isWhole({ parts }: Message, states: PartStates, first: number): boolean {
  for (let index = 0; index < parts.length; index += 1) if (states[first + index]?.isGone) return false;
  return true;
}

/** The part after all edits, at the end of any chain of replacements; null if it was dropped. */
export function partAfter(part: Part, state: PartState | undefined): Part | null {
  if (!state) return part;
  if (state.droppedBy !== null) return null;
  const { replacement } = state;
  return replacement ? partAfter(replacement.by, replacement.produced) : part;
}

/** What became of each original part. */
export function provenanceOf({ entries }: PartIndex, { ofParts }: EditTrace): Provenance {
  return entries.map(({ part, number }) => statusOf(part, ofParts[number]));
}

function statusOf({ id: partId }: Part, state: PartState | undefined): Provenance[number] {
  if (!state?.isGone) return { partId, status: "kept" };
  const { last, droppedBy } = lastOf(state);
  if (droppedBy !== null) {
    const { summary } = state;
    return summary === null
      ? { partId, status: "dropped", edit: droppedBy }
      : { partId, status: "dropped", edit: droppedBy, summarisedBy: summary };
  }
  if (!last) return { partId, status: "kept" };
  const status = { partId, status: "replaced", edit: last.edit, by: last.by.id } as const;
  return last.reference === null ? status : { ...status, reference: last.reference };
}

/** The last replacement of a chain, and the edit that dropped its result. */
function lastOf(state: PartState) {
  let last: Replacement | null = null;
  let { droppedBy } = state;
  for (let next = state.replacement; next; next = next.produced.replacement) {
    last = next;
    droppedBy = next.produced.droppedBy;
  }
  return { last, droppedBy };
}
