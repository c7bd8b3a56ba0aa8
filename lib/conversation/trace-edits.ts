import type { Edit, InsertEdit, ReplaceEdit } from "./edit";
import { type Part, partText } from "./part";
import type { PartIndex } from "./part-index";

/** What the edits did to one of their target parts. */
export type PartState = {
  /** True if it was dropped or replaced, so no later edit may target it. */
  isGone: boolean;
  /** Index of the edit that dropped it. */
  droppedBy: number | null;
  replacement: Replacement | null;
  /** Id of the inserted message that replaces it. */
  summary: string | null;
  /** The store reference in its text. Only for a part that an edit produced. */
  reference: string | null;
};

export type Replacement = {
  readonly edit: number;
  readonly by: Part;
  readonly produced: PartState;
  readonly reference: string | null;
};

/** The states of some parts, in order; undefined for a part that no edit targets. */
export type PartStates = readonly (PartState | undefined)[];

/** What a list of edits does to each part, computed before anything is applied. */
export type EditTrace = {
  readonly inserts: readonly InsertEdit[];
  /** For all parts of the conversation, by part number. */
  readonly ofParts: PartStates;
  /** For the parts of an inserted message. */
  readonly ofInserted: (parts: readonly Part[]) => PartStates;
};

/** Follows the edits in order, by the rules of `applyEdits`. Looks up each id once. */
export function traceEdits(parts: PartIndex, edits: readonly Edit[]): EditTrace {
  const states = new StatesById(parts);
  const inserts: InsertEdit[] = [];
  edits.forEach((edit, index) => {
    if (edit.op === "drop") for (const id of edit.targets) states.consume(id, index).droppedBy = index;
    else if (edit.op === "replace") replace(states, edit, index);
    else {
      for (const { id } of edit.message.parts) states.introduce(id, index);
      inserts.push(edit);
    }
  });
  for (const { targets, message } of inserts)
    for (const id of targets) {
      const source = states.find(id);
      if (source) source.summary = message.id;
    }
  return { inserts, ofParts: states.ofParts, ofInserted: (inserted) => inserted.map(({ id }) => states.find(id)) };
}

/** The states by part id. A used id never becomes free again. */
class StatesById {
  readonly ofParts: (PartState | undefined)[];
  readonly #produced = new Map<string, PartState>();

  constructor(readonly parts: PartIndex) {
    this.ofParts = new Array(parts.entries.length).fill(undefined);
  }

  find(id: string): PartState | undefined {
    const entry = this.parts.byId.get(id);
    return entry ? this.ofParts[entry.number] : this.#produced.get(id);
  }

  /** Marks an edit's target as gone. Throws if there is no such part, or several. */
  consume(id: string, edit: number): PartState {
    const entry = this.parts.byId.get(id);
    if (this.parts.sharedIds.has(id))
      throw new Error(`edit ${edit} targets part ${id}, an id that several parts share`);
    const part = entry ? this.#ofPart(entry.number) : this.#produced.get(id);
    if (!part || part.isGone) throw new Error(`edit ${edit} targets part ${id}, which is not in the conversation`);
    part.isGone = true;
    return part;
  }

  #ofPart(number: number): PartState {
    const part = this.ofParts[number] ?? untouched();
    this.ofParts[number] = part;
    return part;
  }

  /** Registers a part that an edit produced. Throws if its id was already used. */
  introduce(id: string, edit: number): PartState {
    if (this.parts.byId.has(id) || this.#produced.has(id))
      throw new Error(`edit ${edit} produces part ${id}, an id that is taken`);
    const part = untouched();
    this.#produced.set(id, part);
    return part;
  }
}

const untouched = (): PartState => ({
  isGone: false,
  droppedBy: null,
  replacement: null,
  summary: null,
  reference: null,
});

function replace(states: StatesById, edit: ReplaceEdit, index: number) {
  const target = states.consume(edit.targets[0], index);
  const produced = states.introduce(edit.produced.id, index);
  const reference = edit.reference?.id ?? keptReference(target, edit.produced);
  produced.reference = reference;
  target.replacement = { edit: index, by: edit.produced, produced, reference };
}

/** A second replacement keeps the first one's reference while its text still contains it. */
const keptReference = ({ reference }: PartState, produced: Part): string | null =>
  reference !== null && partText(produced).includes(reference) ? reference : null;
