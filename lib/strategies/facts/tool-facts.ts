import { oncePerPart } from "../../conversation/once-per-part";
import type { JsonValue, ToolCallPart } from "../../conversation/part";
import { partText } from "../../conversation/part";

/**
 * What a tool call does, told from its name and input across clients (Claude Code, Codex, Cline, Roo, OpenCode, Gemini
 * CLI, OpenHands, SWE-agent and their relatives). Unknown tools are `other`.
 */
export type ToolFacts = {
  readonly kind: "read" | "write" | "create" | "command" | "plan" | "fetch" | "search" | "other";
  /** Files that are read or written. */
  readonly paths: readonly string[];
  /** Lines that a read asks for; null = all of the file. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly url: string | null;
  readonly command: string | null;
};

type Fields = { readonly [key: string]: JsonValue };

const NAMES: readonly [ToolFacts["kind"], RegExp][] = [
  ["plan", /^(todo_?(write|read)|write_?todos?|update_?(plan|todo_?list)|task_?tracker|plan)$/],
  ["create", /^(create_?file|write_?to_?file|write_?file|write|new_?file|save_?file|fs_?write)$/],
  [
    "write",
    /^(multi_?)?(edit|str_?replace)(_?file|_?notebook|_?in_?file)?$|^(apply_?(diff|patch)|patch|replace(_?in_?file)?|search_?(and_?)?replace|notebook_?edit|insert(_?content)?|str_?replace_?(based_?)?(editor|edit_?tool)|edit_existing_file)$/,
  ],
  [
    "read",
    /^(read|view|open|cat)(_?(many_?)?files?|_?notebook|_?range)?$|^(get_?file(_?contents?)?|fs_?read|file_?read|load_?file)$/,
  ],
  [
    "command",
    /^(bash|shell|execute_?(command|bash)|run_?(shell_?)?(command|in_?terminal|terminal_?cmd)|run|exec(_?command)?|local_?shell(_?call)?|terminal|powershell|cmd)$/,
  ],
  [
    "fetch",
    /^(web_?)?(fetch|browse|visit|goto|navigate|scrape)(_?(url|page|web_?page|website))?$|^(browser_?(navigate|goto|visit|open|action)?|read_?(url|web_?page)|http_?get|curl)$/,
  ],
  [
    "search",
    /^(grep|glob|rg|search|find|ls|list|list_?(dir|files|directory)|codebase_?search|web_?search|search_?(files|code|dir)|file_?search|find_?file)$/,
  ],
];

/** The call's facts. */
export const factsOf = oncePerPart((call: ToolCallPart): ToolFacts => {
  const fields = inputFields(call);
  const kind = kindOf(toolKind(call.toolName), fields);
  if (kind === "command") return commandFacts(commandOf(call, fields));
  const url = textOf(fields, URL_NAMES);
  const range = kind === "read" ? rangeOf(fields) : null;
  const patched = kind === "write" ? patchedPaths(call.inputText ?? call.input) : [];
  const paths = patched.length > 0 ? patched : pathsOf(fields);
  return { kind, paths, url: url !== null && /^https?:/.test(url) ? url : null, range, command: null };
});

/** Names told lately: a history has few tools and many calls. */
const kinds = new Map<string, ToolFacts["kind"]>();
const MOST_NAMES = 1_000;

/** What a tool of this name is for. */
export function toolKind(toolName: string): ToolFacts["kind"] {
  const known = kinds.get(toolName);
  if (known) return known;
  const name = toolName
    .replace(/^.*(__|[./:])/, "")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase();
  const kind = NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
  if (kinds.size === MOST_NAMES) kinds.clear();
  kinds.set(toolName, kind);
  return kind;
}

/** Editors with sub-commands: `{command: "view" | "create" | "str_replace" | …, path}`. */
function kindOf(kind: ToolFacts["kind"], fields: Fields): ToolFacts["kind"] {
  if (kind !== "write" || typeof fields.command !== "string") return kind;
  return fields.command === "view" ? "read" : fields.command === "create" ? "create" : "write";
}

export function inputFields(call: ToolCallPart): Fields {
  return typeof call.input === "object" && call.input !== null && !Array.isArray(call.input)
    ? (call.input as Fields)
    : {};
}

function textOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) if (typeof fields[name] === "string" && fields[name] !== "") return fields[name] as string;
  return null;
}

const URL_NAMES = ["url", "uri", "href", "link"];
const PATH_NAMES = [
  "path",
  "file_path",
  "filePath",
  "filepath",
  "absolute_path",
  "target_file",
  "filename",
  "file",
  "notebook_path",
  "relative_path",
];

function pathsOf(fields: Fields): string[] {
  const single = textOf(fields, PATH_NAMES);
  if (single !== null) return [single];
  for (const name of ["paths", "files", "file_paths"]) {
    const list = fields[name];
    if (Array.isArray(list)) return list.flatMap((item) => pathOf(item as JsonValue));
  }
  return [];
}

function pathOf(item: JsonValue): string[] {
  if (typeof item === "string") return [item];
  return typeof item === "object" && item !== null && !Array.isArray(item) ? pathsOf(item as Fields) : [];
}

function rangeOf(fields: Fields): ToolFacts["range"] {
  const view = fields.view_range ?? fields.line_range ?? fields.range;
  if (Array.isArray(view) && typeof view[0] === "number")
    return { start: view[0], end: lineOr(view[1] === -1 ? undefined : view[1], Number.POSITIVE_INFINITY) };
  const start = fields.start_line ?? fields.startLine ?? fields.line_start ?? fields.offset ?? fields.start;
  const end = fields.end_line ?? fields.endLine ?? fields.line_end ?? fields.end;
  const limit = fields.limit;
  if (typeof start !== "number" && typeof end !== "number" && typeof limit !== "number") return null;
  const from = lineOr(start, 1);
  return { start: from, end: lineOr(end, typeof limit === "number" ? from + limit - 1 : Number.POSITIVE_INFINITY) };
}

const lineOr = (value: JsonValue | undefined, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;

function commandOf(call: ToolCallPart, fields: Fields): string {
  const command = fields.command ?? fields.cmd ?? fields.script ?? fields.code ?? fields.action;
  if (Array.isArray(command)) return command.filter((item) => typeof item === "string").join(" ");
  if (typeof command === "object" && command !== null) return commandOf(call, command as Fields);
  return typeof command === "string" ? command : partText(call);
}

/** Patches in a shell are writes; a plain `cat` of one file is a read. */
function commandFacts(command: string): ToolFacts {
  const paths = patchedPaths(command);
  if (paths.length > 0) return { kind: "write", paths, range: null, url: null, command };
  const shown = command.match(/^\s*(?:bash -lc ["']?)?cat\s+([^\s|;&<>'"]+)\s*["']?$/)?.[1];
  return { kind: shown ? "read" : "command", paths: shown ? [shown] : [], range: null, url: null, command };
}

/** Files named by Codex's patch format, in whatever text of the input it stands. */
function patchedPaths(input: JsonValue): string[] {
  if (typeof input === "object" && input !== null) return Object.values(input).flatMap(patchedPaths);
  if (typeof input !== "string" || !input.includes("*** ")) return [];
  return [...input.matchAll(/\*\*\* (?:Update|Add|Delete) File: ([^\n\\]+)/g)].map((match) => (match[1] ?? "").trim());
}
