import type { Edit, InsertEdit, ReplaceEdit } from "./edit";
import type { Conversation, Message } from "./message";
import type { Part } from "./part";

/** What became of one original part. */
export type PartFate =
  | { readonly fate: "kept" }
  | { readonly fate: "replaced"; readonly edit: number; readonly by: string; readonly reference?: string }
  | { readonly fate: "dropped"; readonly edit: number; readonly summarisedBy?: string };

/** Every original part id exactly once, in the original order. */
export type Provenance = readonly (PartFate & { readonly partId: string })[];

/**
 * Applies edits in order. Pure; parts and messages that no edit touches are the same objects afterwards.
 * A later edit may target a part that an earlier one produced. Throws on an unknown or already dropped target:
 * such an edit is a bug of the strategy, not an input error.
 */
export function applyEdits(conversation: Conversation, edits: readonly Edit[]): Conversation {
  if (edits.length === 0) return conversation;
  const state = replayEdits(conversation, edits);
  const messages = placeInserts(conversation.messages, state.inserts).flatMap((message) =>
    renderMessage(message, state),
  );
  return { tools: conversation.tools, messages };
}

/** The fate of each original part under these edits. */
export function traceProvenance(conversation: Conversation, edits: readonly Edit[]): Provenance {
  const state = replayEdits(conversation, edits);
  const summaries = new Map(state.inserts.flatMap((edit) => edit.targets.map((id) => [id, edit.message.id] as const)));
  return conversation.messages.flatMap((message) =>
    message.parts.map((part) => ({ partId: part.id, ...fateOf(part.id, state, summaries) })),
  );
}

type EditState = {
  readonly replaced: Map<string, { edit: number; by: Part; reference?: string }>;
  readonly dropped: Map<string, number>;
  readonly inserts: InsertEdit[];
};

function replayEdits(conversation: Conversation, edits: readonly Edit[]): EditState {
  const state: EditState = { replaced: new Map(), dropped: new Map(), inserts: [] };
  const live = new Set(conversation.messages.flatMap((message) => message.parts.map((part) => part.id)));
  edits.forEach((edit, index) => {
    if (edit.op === "insert") state.inserts.push(edit);
    else for (const target of edit.targets) takeOut(live, target, index);
    if (edit.op === "drop") for (const target of edit.targets) state.dropped.set(target, index);
    if (edit.op === "replace") recordReplacement(state, edit, index);
    for (const part of producedParts(edit)) live.add(part.id);
  });
  return state;
}

function takeOut(live: Set<string>, target: string, index: number) {
  if (!live.delete(target)) throw new Error(`edit ${index} targets part ${target}, which is not in the conversation`);
}

function recordReplacement(state: EditState, edit: ReplaceEdit, index: number) {
  const reference = edit.reference?.id;
  state.replaced.set(edit.targets[0], {
    edit: index,
    by: edit.produced,
    ...(reference !== undefined && { reference }),
  });
}

const producedParts = (edit: Edit): readonly Part[] =>
  edit.op === "replace" ? [edit.produced] : edit.op === "insert" ? edit.message.parts : [];

function placeInserts(messages: readonly Message[], inserts: readonly InsertEdit[]): Message[] {
  const placed = [...messages];
  for (const { after, message } of inserts) {
    const index = after === null ? 0 : placed.findIndex((candidate) => candidate.id === after) + 1;
    if (after !== null && index === 0) throw new Error(`insert after unknown message ${after}`);
    placed.splice(index, 0, message);
  }
  return placed;
}

function renderMessage(message: Message, state: EditState): Message[] {
  const parts = message.parts.flatMap((part) => renderPart(part, state));
  const isUntouched =
    parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
  if (isUntouched) return [message];
  return parts.length === 0 ? [] : [{ ...message, parts }];
}

function renderPart(part: Part, state: EditState): Part[] {
  let current = part;
  for (let next = state.replaced.get(current.id); next; next = state.replaced.get(current.id)) current = next.by;
  return state.dropped.has(current.id) ? [] : [current];
}

function fateOf(partId: string, state: EditState, summaries: ReadonlyMap<string, string>): PartFate {
  let current = partId;
  let last: { edit: number; by: Part; reference?: string } | undefined;
  for (let next = state.replaced.get(current); next; next = state.replaced.get(current)) {
    last = next;
    current = next.by.id;
  }
  const droppedBy = state.dropped.get(current);
  const summary = summaries.get(partId);
  if (droppedBy !== undefined)
    return { fate: "dropped", edit: droppedBy, ...(summary !== undefined && { summarisedBy: summary }) };
  if (!last) return { fate: "kept" };
  return {
    fate: "replaced",
    edit: last.edit,
    by: current,
    ...(last.reference !== undefined && { reference: last.reference }),
  };
}
