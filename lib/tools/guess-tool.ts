import { FIELD_NAMES, type FieldRole } from "./data/field-names";
import type { Operation } from "./operations";

/**
 * Guesses the operation of an unlisted tool from its call's field names; its own name only decides between the
 * operations that the fields leave open. `possible`: other fields of its schema, which can only rule out a guess.
 */
export function guessOperation(
  toolName: string,
  given: ReadonlySet<string>,
  possible: ReadonlySet<string> = given,
): Operation {
  const words = wordsOf(toolName);
  const has = (role: FieldRole, fields = given) => [...FIELD_NAMES[role]].some((name) => fields.has(name));
  const says = (verbs: ReadonlySet<string>) => words.some((word) => verbs.has(word));
  if (says(MOVES) && has("from") && has("to")) return "move";
  if (has("path")) return guessOfFile(has, says, possible);
  if (has("command") || (says(RUNS) && has("query"))) return "run";
  if (has("url")) return "fetch";
  if (has("query")) return "search";
  if (says(PLANS) && has("list")) return "plan";
  if (says(ASKS) && has("question")) return "ask";
  return says(DELEGATES) && has("task") ? "delegate" : "other";
}

type Has = (role: FieldRole, fields?: ReadonlySet<string>) => boolean;

/**
 * A path alone is weak evidence, so the name must indicate reading, and the schema must have no field that writes or
 * runs.
 */
function guessOfFile(
  has: Has,
  says: (verbs: ReadonlySet<string>) => boolean,
  possible: ReadonlySet<string>,
): Operation {
  if (says(DELETES) && !has("before") && !has("content")) return "delete";
  if (says(EDITS) && has("before")) return "edit";
  if (says(SEARCHES) || has("query")) return "search";
  if (has("before")) return "edit";
  if (has("content")) return says(EDITS) ? "edit" : "write";
  if (has("command")) return "run";
  if (says(REFACTORS) && !says(READS)) return "edit";
  const mayWrite = has("before", possible) || has("content", possible) || has("command", possible);
  return says(READS) && !mayWrite ? "read" : "other";
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const MOVES = words("move rename mv");
const RUNS = words("run execute exec");
const SEARCHES = words("search find grep glob list ls tree dir directory folder stat info");
const EDITS = words("edit append insert replace update modify change");
const REFACTORS = words("rename refactor refactoring format reformat");
const DELETES = words("delete remove unlink rm");
const READS = words("read view open show cat load get contents");
const PLANS = words("todo todos plan task tasks checklist");
const ASKS = words("ask question");
const DELEGATES = words("agent subagent delegate spawn");

/** `mcp__files__readTextFile` → read, text, file: the text before the tool's own name is its server. */
const wordsOf = (toolName: string): string[] =>
  toolName
    .replace(/^.*(?:__|[./:])(?=.)/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\-\s]+/);
