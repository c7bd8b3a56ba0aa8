import { droppedBy, type Edit, type InsertEdit } from "../../conversation/edit";
import { isTypedUser, type Message, type Role } from "../../conversation/message";
import type { Guard } from "./guards";
import { type NoteKind, noteText } from "./note-head";
import type { View } from "./view";

export { type NoteKind, noteKind, noteText } from "./note-head";

export function noteBody({ parts }: Message): string {
  const [first] = parts;
  return first?.type === "text" ? first.text.slice(first.text.indexOf("\n") + 1) : "";
}

/** Where to add a message: after the message with that id, or at a named place. */
type Placement = { readonly after: string } | "start" | "end";

export type Note = {
  readonly kind: NoteKind;
  readonly body: string;
  readonly placement: Placement;
  readonly role?: Role;
  /** The parts that the note replaces. */
  readonly sources: readonly string[];
  readonly reason: string;
};

/**
 * An edit that adds a note. Its id comes from the step and the first part it replaces, which can be removed only once.
 * So equal runs give equal ids, and ids never repeat, even if an earlier note of the same run was removed again.
 */
export function insertNote(note: Note, view: View, step: string): InsertEdit {
  const after = placeOf(note.placement, view);
  const id = freeId(`note-${note.kind}-${step}-${note.sources[0] ?? after ?? "start"}`, view);
  const part = { id: `${id}.0`, type: "text", text: noteText(note.kind, note.body) } as const;
  const message: Message = { id, role: note.role ?? "user", parts: [part] };
  return {
    op: "insert",
    targets: note.sources,
    message,
    after,
    reason: note.reason,
    step,
    tokensBefore: 0,
    tokensAfter: view.environment.tokensOfNew(part),
    reversible: true,
  };
}

type HoleNote = (dropped: readonly string[], view: View) => Pick<Note, "kind" | "body"> | null;

/**
 * Adds a note about the missing content where parts were removed: at every run of messages that lost parts, or only at
 * the first.
 */
export function noteAtHoles(note: HoleNote, where: "each" | "first" = "each"): Guard {
  return (edits, view, stepId) => {
    const holes = holesOf(edits, view);
    const notes = (where === "each" ? holes : asOne(holes)).flatMap((hole) => {
      const text = note(hole.parts, view);
      const before = view.conversation.messages[hole.start - 1];
      const placement = before ? { after: before.id } : ("start" as const);
      const insert = text && insertNote({ ...text, placement, sources: hole.parts, reason: "hole" }, view, stepId);
      return insert && insert.tokensAfter < hole.tokens ? [insert] : [];
    });
    return { edits: [...edits, ...notes], warnings: [] };
  };
}

type Hole = { readonly start: number; end: number; tokens: number; readonly parts: string[] };

const asOne = (holes: readonly Hole[]): Hole[] =>
  holes.slice(0, 1).map((first) => ({
    ...first,
    tokens: holes.reduce((sum, { tokens }) => sum + tokens, 0),
    parts: holes.flatMap(({ parts }) => parts),
  }));

/** Runs of messages that lost parts, with those parts. */
function holesOf(edits: readonly Edit[], view: View): Hole[] {
  const gone = droppedBy(edits).flatMap((id) => view.entry(id) ?? []);
  const holes: Hole[] = [];
  for (const { part, messageIndex } of gone.sort((a, b) => a.number - b.number)) {
    let hole = holes.at(-1);
    if (!hole || messageIndex > hole.end + 1) {
      hole = { start: messageIndex, end: messageIndex, tokens: 0, parts: [] };
      holes.push(hole);
    }
    hole.end = messageIndex;
    hole.tokens += view.environment.tokensOf(part);
    hole.parts.push(part.id);
  }
  return holes;
}

function placeOf(placement: Placement, view: View): string | null {
  const { messages } = view.conversation;
  if (typeof placement === "object") return placement.after;
  if (placement === "start") {
    const system = messages.findIndex(({ role }) => role !== "system");
    return messages[(system === -1 ? messages.length : system) - 1]?.id ?? null;
  }
  return messages[(openCallIndex(view) ?? messages.length) - 1]?.id ?? null;
}

/**
 * Index of the first message of the run of assistant messages with an unanswered call of the last turn; null if there
 * is none. A message inserted later would separate the call from its results.
 */
function openCallIndex(view: View): number | null {
  const { messages } = view.conversation;
  const prompt = messages.findLastIndex(isTypedUser);
  const open = view.pairs().openCalls.find(({ messageIndex }) => messageIndex > prompt)?.messageIndex;
  if (open === undefined) return null;
  let start = open;
  while (messages[start - 1]?.role === "assistant") start -= 1;
  return start;
}

function freeId(wanted: string, view: View): string {
  const taken = view.messageIds();
  let id = wanted;
  for (let copy = 2; taken.has(id); copy += 1) id = `${wanted}-${copy}`;
  return id;
}
