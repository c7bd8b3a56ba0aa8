import type { SessionFiles } from "../api/schemas/session";
import { type JsonValue, type ToolCallPart, type ToolResultPart, toolOutputText } from "../conversation/part";
import { isFileReadingTool } from "../ledger/content-kind";
import type { Session } from "../transcript/session";

/** Tools that write a whole file, by their clients' names in lower case. */
const WRITING_TOOLS: ReadonlySet<string> = new Set([
  "write",
  "write_file",
  "write_to_file",
  "create_file",
  "new_file",
  "create",
]);
/** Tools that change a file in place. */
const EDITING_TOOLS: ReadonlySet<string> = new Set([
  "edit",
  "multiedit",
  "notebookedit",
  "edit_file",
  "replace",
  "replace_in_file",
  "str_replace",
  "str_replace_editor",
  "apply_diff",
  "search_and_replace",
  "insert_content",
]);
const PATH_FIELDS = ["file_path", "path", "notebook_path", "filePath", "absolute_path", "target_file", "filename"];
/** Claude Code answers a Write over an existing file with "The file … has been updated". */
const OVERWRITTEN = /has been updated|overwr/i;

/** Files by what successful tool calls did to them; calls that failed or were never answered touched nothing. */
export function listFiles(session: Session): SessionFiles {
  const results = new Map<string, ToolResultPart>();
  for (const { parts } of session.messages)
    for (const part of parts) if (part.type === "tool-result") results.set(part.toolCallId, part);
  const files = { created: new Set<string>(), modified: new Set<string>(), read: new Set<string>() };
  for (const { parts } of session.messages)
    for (const part of parts) {
      const result = part.type === "tool-call" ? results.get(part.toolCallId) : undefined;
      if (part.type === "tool-call" && result !== undefined && !result.isError) recordCall(files, part, result);
    }
  return { created: [...files.created], modified: [...files.modified], read: [...files.read] };
}

/** The path that a call of a file tool names, under whatever name its client gives the field. */
export function pathOfCall(input: JsonValue): string | null {
  if (input === null || typeof input !== "object" || Array.isArray(input)) return null;
  const fields = input as { readonly [key: string]: JsonValue };
  const name = PATH_FIELDS.find((field) => typeof fields[field] === "string" && fields[field] !== "");
  return name === undefined ? null : (fields[name] as string);
}

type FileSets = { readonly created: Set<string>; readonly modified: Set<string>; readonly read: Set<string> };

function recordCall(files: FileSets, call: ToolCallPart, result: ToolResultPart) {
  const path = pathOfCall(call.input);
  if (path === null) return;
  const tool = call.toolName.toLowerCase();
  if (isFileReadingTool(tool)) files.read.add(path);
  const isKnown = files.read.has(path) || files.modified.has(path);
  const isNew = WRITING_TOOLS.has(tool) && !isKnown && !OVERWRITTEN.test(toolOutputText(result.output));
  if (isNew) files.created.add(path);
  else if ((WRITING_TOOLS.has(tool) || EDITING_TOOLS.has(tool)) && !files.created.has(path)) files.modified.add(path);
}
