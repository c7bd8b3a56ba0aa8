import type { Edit, InsertEdit, ReplaceEdit } from "./edit";
import type { Conversation, Message } from "./message";
import { type Part, partText } from "./part";

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
  const state = edits.length === 0 ? null : replayEdits(conversation, edits);
  return {
    conversation: state ? render(conversation, state) : conversation,
    trace: (): Provenance => trace(conversation, state),
  };
}

function render({ tools, messages }: Conversation, state: EditState): Conversation {
  const rendered: Message[] = [];
  for (const message of placeInserts(messages, state.inserts)) {
    const left = renderMessage(message, state);
    if (left) rendered.push(left);
  }
  return { tools, messages: rendered };
}

function trace(conversation: Conversation, state: EditState | null): Provenance {
  const fates: Provenance[number][] = [];
  const summaries = new Map<string, string>();
  for (const { targets, message } of state?.inserts ?? []) for (const id of targets) summaries.set(id, message.id);
  for (const { parts } of conversation.messages)
    for (const { id } of parts) fates.push(state ? fateOf(id, state, summaries) : { partId: id, fate: "kept" });
  return fates;
}

/** Produced part id → the id of the original part it stands for, through any chain of replacements. */
export function originsOf(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const edit of edits)
    if (edit.op === "replace") origins.set(edit.produced.id, origins.get(edit.targets[0]) ?? edit.targets[0]);
  return origins;
}

type Replacement = { readonly edit: number; readonly by: Part; readonly reference?: string };
type EditState = {
  readonly ids: PartIds;
  readonly replaced: Map<string, Replacement>;
  readonly dropped: Map<string, number>;
  readonly inserts: InsertEdit[];
  /** Produced part → the store reference it shows. */
  readonly references: Map<string, string | undefined>;
};

function replayEdits(conversation: Conversation, edits: readonly Edit[]): EditState {
  const ids = new PartIds(conversation, edits);
  const state: EditState = { ids, replaced: new Map(), dropped: new Map(), inserts: [], references: new Map() };
  edits.forEach((edit, index) => {
    if (edit.op === "insert") state.inserts.push(edit);
    else for (const target of edit.targets) ids.takeOut(target, index);
    if (edit.op === "drop") for (const target of edit.targets) state.dropped.set(target, index);
    if (edit.op === "replace") recordReplacement(state, edit, index);
    for (const part of producedParts(edit)) ids.bringIn(part.id, index);
  });
  return state;
}

/** What the part ids that edits name stand for while they are replayed. One that was ever used is never free again. */
class PartIds {
  private readonly named: ReadonlySet<string>;
  private readonly states = new Map<string, "live" | "gone" | "shared">();
  /** Messages that hold a named part. */
  private readonly touched = new Set<Message>();

  constructor(conversation: Conversation, edits: readonly Edit[]) {
    this.named = partsNamedBy(edits);
    for (const message of conversation.messages)
      for (const part of message.parts) {
        if (!this.named.has(part.id)) continue;
        this.states.set(part.id, this.states.has(part.id) ? "shared" : "live");
        this.touched.add(message);
      }
    for (const edit of edits) if (edit.op === "insert") this.touched.add(edit.message);
  }

  /** Only these can be other than they were. */
  isNamed = (partId: string) => this.named.has(partId);
  isTouched = (message: Message) => this.touched.has(message);

  takeOut(id: string, edit: number) {
    const state = this.states.get(id);
    if (state === "shared") throw new Error(`edit ${edit} targets part ${id}, an id that several parts share`);
    if (state !== "live") throw new Error(`edit ${edit} targets part ${id}, which is not in the conversation`);
    this.states.set(id, "gone");
  }

  bringIn(id: string, edit: number) {
    if (this.states.has(id)) throw new Error(`edit ${edit} produces part ${id}, an id that is taken`);
    this.states.set(id, "live");
  }
}

function partsNamedBy(edits: readonly Edit[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const edit of edits) {
    if (edit.op !== "insert") for (const target of edit.targets) named.add(target);
    for (const part of producedParts(edit)) named.add(part.id);
  }
  return named;
}

function recordReplacement(state: EditState, edit: ReplaceEdit, index: number) {
  const reference = edit.reference?.id ?? carriedReference(state, edit);
  state.references.set(edit.produced.id, reference);
  state.replaced.set(edit.targets[0], {
    edit: index,
    by: edit.produced,
    ...(reference !== undefined && { reference }),
  });
}

/** A second replacement keeps the reference of the first as long as its text still shows it. */
function carriedReference(state: EditState, edit: ReplaceEdit): string | undefined {
  const earlier = state.references.get(edit.targets[0]);
  return earlier !== undefined && partText(edit.produced).includes(earlier) ? earlier : undefined;
}

const producedParts = (edit: Edit): readonly Part[] =>
  edit.op === "replace" ? [edit.produced] : edit.op === "insert" ? edit.message.parts : [];

function placeInserts(messages: readonly Message[], inserts: readonly InsertEdit[]): readonly Message[] {
  if (inserts.length === 0) return messages;
  const following = new Map<string | null, Message[]>();
  for (const { after, message } of inserts) {
    const siblings = following.get(after);
    if (siblings) siblings.push(message);
    else following.set(after, [message]);
  }
  const placed: Message[] = [];
  const place = (after: string | null) => {
    const next = following.get(after) ?? [];
    following.delete(after);
    for (const message of next) {
      placed.push(message);
      place(message.id);
    }
  };
  place(null);
  for (const message of messages) {
    placed.push(message);
    place(message.id);
  }
  for (const after of following.keys()) throw new Error(`insert after unknown message ${after}`);
  return placed;
}

/** The message with what is left of it: itself where no edit touches it, null where nothing is left. */
function renderMessage(message: Message, state: EditState): Message | null {
  if (!state.ids.isTouched(message)) return message;
  if (!message.parts.some((part) => state.replaced.has(part.id) || state.dropped.has(part.id))) return message;
  const parts: Part[] = [];
  for (const part of message.parts) {
    const current = lastReplacement(part.id, state)?.by ?? part;
    if (!state.dropped.has(current.id)) parts.push(current);
  }
  return parts.length === 0 ? null : { ...message, parts };
}

function lastReplacement(partId: string, state: EditState): Replacement | undefined {
  let last: Replacement | undefined;
  for (let next = state.replaced.get(partId); next; next = state.replaced.get(next.by.id)) last = next;
  return last;
}

function fateOf(partId: string, state: EditState, summaries: ReadonlyMap<string, string>): Provenance[number] {
  if (!state.ids.isNamed(partId)) return { partId, fate: "kept" };
  const last = lastReplacement(partId, state);
  const current = last?.by.id ?? partId;
  const droppedBy = state.dropped.get(current);
  const summary = summaries.get(partId);
  if (droppedBy !== undefined)
    return { partId, fate: "dropped", edit: droppedBy, ...(summary !== undefined && { summarisedBy: summary }) };
  if (!last) return { partId, fate: "kept" };
  return {
    partId,
    fate: "replaced",
    edit: last.edit,
    by: current,
    ...(last.reference !== undefined && { reference: last.reference }),
  };
}
