import type { JsonValue, ToolCallPart } from "../../conversation/part";
import { stringsOf } from "../entities/part-entities";
import { patchOperations } from "./patch-operations";
import { joinPath, type Operation, type PathOperation, shellOperations } from "./shell-operations";

type ToolRule = { readonly tools: RegExp; readonly operation: Operation };

/**
 * What the file tools of the common agents do, by name: Claude Code, Roo Code, Kilo Code, Cline, Gemini CLI, Qwen Code,
 * OpenCode, Continue, Cursor, OpenHands and the Anthropic text editor (each product's own tool list, November 2026).
 */
const RULES: readonly ToolRule[] = [
  {
    tools:
      /^(?:Read|read|read_file|read_many_files|read_files|view|view_image|NotebookRead|open_file|open|cat|readFile|get_file_contents)$/,
    operation: "read",
  },
  {
    tools:
      /^(?:Write|write|write_file|write_to_file|create_file|create_new_file|createFile|create|writeFile|save_file|new_file)$/,
    operation: "created",
  },
  {
    tools:
      /^(?:Edit|MultiEdit|edit|NotebookEdit|replace|apply_diff|replace_in_file|search_and_replace|insert_content|edit_file|edit_existing_file|str_replace|insert|multiedit|single_find_and_replace|editFile|search_replace|replace_string_in_file|insert_edit_into_file|replaceString|insertEdit|multi_replace_string_in_file)$/,
    operation: "modified",
  },
  { tools: /^(?:delete_file|deleteFile|delete|remove_file)$/, operation: "deleted" },
];

const SHELL_TOOLS =
  /^(?:Bash|bash|shell|exec_command|local_shell_call|execute_command|run_shell_command|run_terminal_command|run_in_terminal|run_terminal_cmd|run_commands|run_command|execute_bash|cmd|shell_command|terminal)$/;
const PATCH_TOOLS = /^(?:apply_patch|patch)$/;
const EDITOR_TOOLS = /^(?:str_replace_editor|str_replace_based_edit_tool|file_editor|text_editor|editor)$/;
const PATH_FIELDS = [
  "file_path",
  "filePath",
  "path",
  "notebook_path",
  "absolute_path",
  "target_file",
  "filepath",
  "filename",
];
const EDITOR_COMMANDS: Readonly<Record<string, Operation>> = {
  view: "read",
  create: "created",
  str_replace: "modified",
  insert: "modified",
  undo_edit: "modified",
};

/** What servers, products and wrappers put before the name of a tool. */
const PREFIX = /^(?:mcp__\w+?__|functions\.|default_api:|developer__|builtin_|copilot_)/;

/** What one call does to files, as far as its input tells; each pair once. */
export function operationsOf(call: ToolCallPart): PathOperation[] {
  const seen = new Set<string>();
  return allOperations(call).filter(({ path, operation }) => {
    const key = `${operation} ${path}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function allOperations({ toolName, input, inputText }: ToolCallPart): PathOperation[] {
  const name = toolName.replace(PREFIX, "");
  const strings = [...stringsOf(input, "")];
  const text = typeof input === "string" ? input : (inputText ?? "");
  if (PATCH_TOOLS.test(name)) return patchOperations([...strings.map(([, value]) => value), text].join("\n"));
  if (EDITOR_TOOLS.test(name)) return editorOperations(input, new Map(strings));
  if (SHELL_TOOLS.test(name)) return shellCalls(strings);
  const rule = RULES.find(({ tools }) => tools.test(name));
  return rule ? pathsOf(input).map((path) => ({ path, operation: rule.operation })) : [];
}

/** Its sub-command says what was done; an editor without one changes where it is told what to replace. */
function editorOperations(input: JsonValue, strings: ReadonlyMap<string, string>): PathOperation[] {
  const command = strings.get("command");
  const isChange = [...strings.keys()].some((field) => /^(?:old_|insert_)/.test(field));
  const operation = command === undefined ? (isChange ? "modified" : "created") : (EDITOR_COMMANDS[command] ?? "read");
  return pathsOf(input).map((path) => ({ path, operation }));
}

/** Lines of a shell, in the folder that the call names. */
function shellCalls(strings: readonly (readonly [string, string])[]): PathOperation[] {
  const folder = strings.find(([field]) => WORK_FOLDERS.has(field))?.[1] ?? "";
  const lines = strings.filter(([field]) => COMMAND_FIELDS.has(field)).map(([, line]) => line);
  return lines
    .flatMap((line) => [...patchOperations(line), ...shellOperations(line)])
    .map(({ path, operation }) => ({ path: joinPath(folder, path), operation }));
}

const COMMAND_FIELDS = new Set(["command", "cmd", "script", "commands"]);
const WORK_FOLDERS = new Set(["workdir", "cwd", "working_directory"]);

/** The paths that a file tool was given: one field, or a list of files as Roo Code and Gemini CLI send it. */
function pathsOf(input: JsonValue): string[] {
  const found = [...stringsOf(input, "")].filter(
    ([field, text]) => (PATH_FIELDS.includes(field) || field === "paths") && text !== "" && text.length < 500,
  );
  return [...new Set(found.map(([, text]) => text))];
}
