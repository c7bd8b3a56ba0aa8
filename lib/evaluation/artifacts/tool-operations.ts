import type { JsonValue, ToolCallPart } from "../../conversation/part";
import { stringsOf } from "../entities/part-entities";
import { patchOperations } from "./patch-operations";
import { type Operation, type PathOperation, shellOperations } from "./shell-operations";

type ToolRule = { readonly tools: RegExp; readonly operation: Operation };

/**
 * What the file tools of the common agents do, by name: Claude Code, Roo Code, Kilo Code, Cline, Gemini CLI, Qwen Code,
 * OpenCode, Continue, Cursor, OpenHands and the Anthropic text editor (each product's own tool list, November 2026).
 */
const RULES: readonly ToolRule[] = [
  {
    tools: /^(?:Read|read|read_file|read_many_files|view|view_image|NotebookRead|open_file|cat|readFile)$/,
    operation: "read",
  },
  {
    tools: /^(?:Write|write|write_file|write_to_file|create_file|create_new_file|createFile|create|writeFile)$/,
    operation: "created",
  },
  {
    tools:
      /^(?:Edit|MultiEdit|edit|NotebookEdit|replace|apply_diff|replace_in_file|search_and_replace|insert_content|edit_file|edit_existing_file|str_replace|insert|multiedit|single_find_and_replace|editFile)$/,
    operation: "modified",
  },
  { tools: /^(?:delete_file|deleteFile|delete|remove_file)$/, operation: "deleted" },
];

const SHELL_TOOLS =
  /^(?:Bash|bash|shell|exec_command|local_shell_call|execute_command|run_shell_command|run_terminal_command|run_in_terminal|execute_bash|cmd|shell_command|terminal)$/;
const PATCH_TOOLS = /^(?:apply_patch|patch)$/;
const EDITOR_TOOLS = /^(?:str_replace_editor|str_replace_based_edit_tool|file_editor|text_editor)$/;
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

/** What one call does to files, as far as its input tells. */
export function operationsOf({ toolName, input, inputText }: ToolCallPart): PathOperation[] {
  const name = toolName.replace(/^(?:mcp__\w+__|functions\.|default_api:)/, "");
  const strings = new Map([...stringsOf(input, "")].map(([field, text]) => [field, text] as const));
  const text = typeof input === "string" ? input : (inputText ?? "");
  const command = strings.get("command") ?? strings.get("cmd") ?? strings.get("script") ?? "";
  if (PATCH_TOOLS.test(name)) return patchOperations([...strings.values(), text].join("\n"));
  if (EDITOR_TOOLS.test(name))
    return pathsOf(input).map((path) => ({ path, operation: EDITOR_COMMANDS[command] ?? "read" }));
  if (SHELL_TOOLS.test(name)) return [...patchOperations(command), ...shellOperations(command)];
  const rule = RULES.find(({ tools }) => tools.test(name));
  return rule ? pathsOf(input).map((path) => ({ path, operation: rule.operation })) : [];
}

/** The paths that a file tool was given: one field, or a list of files as Roo Code and Gemini CLI send it. */
function pathsOf(input: JsonValue): string[] {
  const found = [...stringsOf(input, "")].filter(
    ([field, text]) => (PATH_FIELDS.includes(field) || field === "paths") && text !== "" && text.length < 500,
  );
  return [...new Set(found.map(([, text]) => text))];
}
