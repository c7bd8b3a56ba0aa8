import type { SessionFiles } from "../api/schemas/session";
import { type ToolResultPart, toolOutputText } from "../conversation/part";
import { rootsOf } from "../evaluation/cut-at";
import { pathEntity } from "../evaluation/entities/classify-word";
import { type CalledAction, calledFiles } from "../tools/call-facts";
import { hasFailed } from "../tools/failures/failure";
import type { Session } from "../transcript/session";

/** Claude Code answers a Write over an existing file with "The file … has been updated". */
const OVERWRITTEN = /has been updated|overwr/i;

/**
 * Files by what successful tool calls did to them, in the order in which they were first touched; calls that failed or
 * were never answered touched nothing. A file is created or modified, not both; it may also be read.
 */
export function listFiles(session: Session): SessionFiles {
  const results = new Map<string, ToolResultPart>();
  for (const { parts } of session.messages)
    for (const part of parts) if (part.type === "tool-result") results.set(part.toolCallId, part);
  const files = noFiles();
  const nameOf = firstNames(session);
  for (const { parts } of session.messages)
    for (const part of parts) {
      const result = part.type === "tool-call" ? results.get(part.toolCallId) : undefined;
      if (part.type !== "tool-call" || result === undefined || hasFailed(result, part, session.tools)) continue;
      for (const action of calledFiles(part, session.tools))
        record(files, { ...action, path: nameOf(action.path) }, result);
    }
  const { created, modified, deleted, renamed, read, guessed } = files;
  return {
    created: [...created],
    modified: [...modified],
    deleted: [...deleted],
    renamed: [...renamed],
    read: [...read],
    guessed: [...guessed],
  };
}

/** A file goes by the path that named it first: commands name files of the project without its folder. */
function firstNames(session: Session): (path: string) => string {
  const roots = rootsOf(session);
  const names = new Map<string, string>();
  return (path) => {
    const { key } = pathEntity(path, roots);
    const name = names.get(key) ?? path;
    names.set(key, name);
    return name;
  };
}

type FileSets = Readonly<Record<keyof SessionFiles, Set<string>>>;

const noFiles = (): FileSets => ({
  created: new Set(),
  modified: new Set(),
  deleted: new Set(),
  renamed: new Set(),
  read: new Set(),
  guessed: new Set(),
});

function record(files: FileSets, { path, operation, basis }: CalledAction, result: ToolResultPart) {
  if (basis === "guessed") files.guessed.add(path);
  if (operation === "deleted") for (const set of [files.created, files.modified, files.renamed]) set.delete(path);
  if (operation === "created" || operation === "modified") recordChange(files, path, operation, result);
  else files[operation].add(path);
}

function recordChange(files: FileSets, path: string, operation: "created" | "modified", result: ToolResultPart) {
  files.deleted.delete(path);
  const isKnown = files.read.has(path) || files.modified.has(path);
  const isNew = operation === "created" && !isKnown && !OVERWRITTEN.test(toolOutputText(result.output));
  if (isNew) files.created.add(path);
  else if (!files.created.has(path)) files.modified.add(path);
}
