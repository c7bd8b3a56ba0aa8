import type { Edit, InsertEdit, ReplaceEdit } from "./edit";
import { type Part, partText } from "./part";
import type { PartIndex } from "./part-index";

/** What edits make of one part that they name. */
export type Named = {
  /** Dropped or replaced: nothing may target it any more. */
  isGone: boolean;
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

/** What edits name of some parts, in the order of the parts. */
export type NamedParts = readonly (Named | undefined)[];

export type Replay = {
  readonly inserts: readonly InsertEdit[];
  /** Of every part of the conversation, by its number. */
  readonly ofParts: NamedParts;
  /** Of the parts of a message that an edit inserts. */
  readonly ofInserted: (parts: readonly Part[]) => NamedParts;
};

/** Goes through the edits in order, as `applyEdits` says; every id is looked up once. */
export function replayEdits(parts: PartIndex, edits: readonly Edit[]): Replay {
  const named = new NamedById(parts);
  const inserts: InsertEdit[] = [];
  edits.forEach((edit, index) => {
    if (edit.op === "drop") for (const id of edit.targets) named.takeOut(id, index).droppedBy = index;
    else if (edit.op === "replace") replace(named, edit, index);
    else {
      for (const { id } of edit.message.parts) named.bringIn(id, index);
      inserts.push(edit);
    }
  });
  for (const { targets, message } of inserts)
    for (const id of targets) {
      const source = named.find(id);
      if (source) source.summary = message.id;
    }
  return { inserts, ofParts: named.ofParts, ofInserted: (inserted) => inserted.map(({ id }) => named.find(id)) };
}

/** An id that was ever used is never free again. */
class NamedById {
  readonly ofParts: (Named | undefined)[];
  readonly #produced = new Map<string, Named>();

  constructor(readonly parts: PartIndex) {
    this.ofParts = new Array(parts.entries.length).fill(undefined);
  }

  find(id: string): Named | undefined {
    const entry = this.parts.byId.get(id);
    return entry ? this.ofParts[entry.number] : this.#produced.get(id);
  }

  takeOut(id: string, edit: number): Named {
    const entry = this.parts.byId.get(id);
    if (this.parts.sharedIds.has(id))
      throw new Error(`edit ${edit} targets part ${id}, an id that several parts share`);
    const part = entry ? this.#ofPart(entry.number) : this.#produced.get(id);
    if (!part || part.isGone) throw new Error(`edit ${edit} targets part ${id}, which is not in the conversation`);
    part.isGone = true;
    return part;
  }

  #ofPart(number: number): Named {
    const part = this.ofParts[number] ?? untouched();
    this.ofParts[number] = part;
    return part;
  }

  bringIn(id: string, edit: number): Named {
    if (this.parts.byId.has(id) || this.#produced.has(id))
      throw new Error(`edit ${edit} produces part ${id}, an id that is taken`);
    const part = untouched();
    this.#produced.set(id, part);
    return part;
  }
}

const untouched = (): Named => ({
  isGone: false,
  droppedBy: null,
  replacement: null,
  summary: null,
  reference: null,
});

function replace(named: NamedById, edit: ReplaceEdit, index: number) {
  const target = named.takeOut(edit.targets[0], index);
  const produced = named.bringIn(edit.produced.id, index);
  const reference = edit.reference?.id ?? carriedReference(target, edit.produced);
  produced.reference = reference;
  target.replacement = { edit: index, by: edit.produced, produced, reference };
}

/** A second replacement keeps the reference of the first as long as its text still shows it. */
const carriedReference = ({ reference }: Named, produced: Part): string | null =>
  reference !== null && partText(produced).includes(reference) ? reference : null;
