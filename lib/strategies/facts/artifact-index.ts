import { droppedBy, type Edit, type ReplaceEdit, savedBy } from "../../conversation/edit";
import { partText, type TextPart } from "../../conversation/part";
import type { Guard } from "../grammar/guards";
import { insertNote, noteKind, noteText } from "../grammar/notes";
import type { View } from "../grammar/view";
import { collectArtifacts, openErrors, writeArtifacts } from "./artifacts";
import { listReferences } from "./dropped-references";
import { namesIn } from "./names";

/**
 * Adds an index to a step that drops parts. The index lists what they contained: files created, modified and read,
 * commands, errors, decisions. If an earlier compression left an index, the two are merged. The index replaces the
 * parts where they were, so that everything before it stays cached. It has at most `maxTokens`, and is left out if it
 * would save nothing. `nameTokens` adds about that many tokens of names from the dropped parts; `referenceTokens` adds
 * outputs put aside earlier whose references were dropped.
 */
export const artifactIndex =
  (maxTokens = 1500, nameTokens = 0, referenceTokens = 0): Guard =>
  (edits, view, stepId) => {
    const dropped = droppedBy(edits);
    const sources = dropped.length > 0 ? withEarlierNotes(dropped, view) : [];
    const index = sources.length > 0 ? fittingIndex(sources, view, maxTokens) : "";
    const references = referenceTokens > 0 ? listReferences(sources, view, referenceTokens) : "";
    const said = [index, references].filter((text) => text !== "").join("\n");
    if (said === "") return { edits, warnings: [] };
    const names = nameTokens > 0 ? listNames(sources, index, view, nameTokens) : "";
    const body = names === "" ? said : `${said}\n${names}`;
    const edit = updateNote(dropped, body, view, stepId) ?? newNote(dropped, body, view, stepId);
    if (edit.tokensAfter - edit.tokensBefore < savedBy(edits)) return { edits: [...edits, edit], warnings: [] };
    const message = "an index of what was dropped would be as long as what was dropped";
    return { edits, warnings: [{ code: "index-left-out", message }] };
  };

/** Lengths in characters tried for failure messages, in turn, until they fit. */
const SHORT_ERRORS = [160, 100, 60, 40];

/**
 * The longest index that fits. Tries all lines, then the newest half, quarter and tenth of each section, then
 * unresolved failures alone. The shortest form of the failures is used even if it does not fit.
 */
function fittingIndex(partIds: readonly string[], view: View, maxTokens: number): string {
  const artifacts = collectArtifacts(partIds, view);
  for (const share of [1, 0.5, 0.25, 0.1]) {
    const body = writeArtifacts(artifacts, share);
    if (view.environment.count(body) <= maxTokens) return body;
  }
  const errors = SHORT_ERRORS.map((characters) => writeArtifacts(openErrors(artifacts, characters)));
  return errors.find((body) => view.environment.count(body) <= maxTokens) ?? errors.at(-1) ?? "";
}

const earlierNote = (view: View) =>
  view.conversation.messages.find((message) => noteKind(message) === "artifacts")?.parts[0];

function withEarlierNotes(dropped: readonly string[], view: View): string[] {
  const note = earlierNote(view);
  return note && !dropped.includes(note.id) ? [note.id, ...dropped] : [...dropped];
}

/** Rewrites an earlier index in place; null if there is none or it may not be changed. */
function updateNote(dropped: readonly string[], body: string, view: View, step: string): ReplaceEdit | null {
  const note = earlierNote(view);
  if (note?.type !== "text" || dropped.includes(note.id) || view.pinned().has(note.id)) return null;
  const produced: TextPart = { id: `${note.id}~${step}`, type: "text", text: noteText("artifacts", body) };
  const { tokensOf } = view.environment;
  const counts = { tokensBefore: tokensOf(note), tokensAfter: tokensOf(produced) };
  return { op: "replace", targets: [note.id], produced, reason: "artifact-index", step, ...counts, reversible: false };
}

function newNote(dropped: readonly string[], body: string, view: View, step: string): Edit {
  let first = Number.POSITIVE_INFINITY;
  for (const id of dropped) first = Math.min(first, view.entry(id)?.messageIndex ?? first);
  const before = view.conversation.messages[first - 1];
  const placement = before ? { after: before.id } : ("start" as const);
  return insertNote({ kind: "artifacts", body, placement, sources: dropped, reason: "artifact-index" }, view, step);
}

const TITLE = "Names in what was dropped:";
const CHARACTERS_PER_TOKEN = 4;
const LONGEST_NAME = 80;
const NUMBER = /^[\d.]+$/;
/** Characters between two names, and at the start of a line. */
const BETWEEN = 2;

/**
 * Symbols and paths in these parts that `said` lacks, one line per part so that related names stay together. Keeps the
 * newest, in about `tokens` tokens; empty if there are none. Includes names that remaining parts mention too, because
 * otherwise the list would change with every later message.
 */
function listNames(partIds: readonly string[], said: string, view: View, tokens: number): string {
  const taken = new Set(namesIn(said));
  const lines: string[] = [];
  let left = tokens * CHARACTERS_PER_TOKEN;
  for (const id of partIds.toReversed()) {
    const part = view.entry(id)?.part;
    if (!part || left <= 0) continue;
    const names = namesIn(partText(part)).filter((name) => {
      if (taken.has(name) || name.length > Math.min(LONGEST_NAME, left) || NUMBER.test(name)) return false;
      taken.add(name);
      left -= name.length + BETWEEN;
      return true;
    });
    if (names.length > 0) lines.push(`- ${names.join(", ")}`);
  }
  return lines.length === 0 ? "" : [TITLE, ...lines.reverse()].join("\n");
}
