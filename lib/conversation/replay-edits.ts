import type { Edit, InsertEdit, ReplaceEdit } from "./edit";
import type { Conversation, Message } from "./message";
import { type Part, partText } from "./part";

/** What edits make of one part id that they name. */
export type Named = {
  /** `absent`: still to be produced. An id that was ever used is never free again. */
  state: "absent" | "live" | "gone" | "shared";
  /** Index of the edit that dropped it. */
  droppedBy: number | null;
  replacement: Replacement | null;
  /** The inserted message that stands for it. */
  summary: string | null;
  /** The store reference that it shows, for a produced part. */
  reference: string | null;
};

export type Replacement = {
  readonly edit: number;
  readonly by: Part;
  readonly produced: Named;
  readonly reference: string | null;
};

/** What edits name of the parts of one message, part by part; null where they name none of them. */
export type NamedParts = readonly (Named | undefined)[] | null;

export type Replay = {
  readonly inserts: readonly InsertEdit[];
  /** Of each message of the conversation. */
  readonly ofMessages: readonly NamedParts[];
  /** Of a message that an edit inserts. */
  readonly ofInserted: (message: Message) => NamedParts;
};

/** Goes through the edits in order, as `applyEdits` says; every id is looked up once. */
export function replayEdits(conversation: Conversation, edits: readonly Edit[]): Replay {
  const named = new NamedIds(edits);
  const ofMessages = conversation.messages.map((message) => named.among(message.parts));
  for (const parts of ofMessages) if (parts) for (const one of parts) if (one) enter(one);
  edits.forEach((edit, index) => {
    if (edit.op === "drop") for (const id of edit.targets) named.takeOut(id, index).droppedBy = index;
    if (edit.op === "replace") replace(named, edit, index);
    if (edit.op === "insert") for (const { id } of edit.message.parts) named.bringIn(id, index);
  });
  const inserts = edits.filter((edit) => edit.op === "insert");
  for (const { targets, message } of inserts) for (const id of targets) named.summarise(id, message.id);
  return { inserts, ofMessages, ofInserted: (message) => named.among(message.parts) };
}

function enter(part: Named) {
  part.state = part.state === "absent" ? "live" : "shared";
}

/** Every part id that the edits target or produce. */
class NamedIds {
  private readonly parts = new Map<string, Named>();

  constructor(edits: readonly Edit[]) {
    for (const edit of edits) {
      if (edit.op !== "insert") for (const id of edit.targets) this.add(id);
      for (const part of producedParts(edit)) this.add(part.id);
    }
  }

  private add(id: string) {
    if (!this.parts.has(id))
      this.parts.set(id, { state: "absent", droppedBy: null, replacement: null, summary: null, reference: null });
  }

  among(parts: readonly Part[]): NamedParts {
    let found: (Named | undefined)[] | null = null;
    for (const [index, { id }] of parts.entries()) {
      const part = this.parts.get(id);
      if (!part) continue;
      found ??= new Array(parts.length).fill(undefined);
      found[index] = part;
    }
    return found;
  }

  takeOut(id: string, edit: number): Named {
    const part = this.parts.get(id);
    if (part?.state === "shared") throw new Error(`edit ${edit} targets part ${id}, an id that several parts share`);
    if (part?.state !== "live") throw new Error(`edit ${edit} targets part ${id}, which is not in the conversation`);
    part.state = "gone";
    return part;
  }

  bringIn(id: string, edit: number): Named {
    const part = this.parts.get(id);
    if (part?.state !== "absent") throw new Error(`edit ${edit} produces part ${id}, an id that is taken`);
    part.state = "live";
    return part;
  }

  /** Only what is dropped asks for it, and that is named. */
  summarise(id: string, message: string) {
    const part = this.parts.get(id);
    if (part) part.summary = message;
  }
}

function replace(named: NamedIds, edit: ReplaceEdit, index: number) {
  const target = named.takeOut(edit.targets[0], index);
  const produced = named.bringIn(edit.produced.id, index);
  const reference = edit.reference?.id ?? carriedReference(target, edit.produced);
  produced.reference = reference;
  target.replacement = { edit: index, by: edit.produced, produced, reference };
}

/** A second replacement keeps the reference of the first as long as its text still shows it. */
const carriedReference = ({ reference }: Named, produced: Part): string | null =>
  reference !== null && partText(produced).includes(reference) ? reference : null;

const producedParts = (edit: Edit): readonly Part[] =>
  edit.op === "replace" ? [edit.produced] : edit.op === "insert" ? edit.message.parts : [];
