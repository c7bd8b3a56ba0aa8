import { describe, expect, test } from "vitest";
import { trailOf } from "@/lib/evaluation/artifacts/read-trail";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import { findState } from "@/lib/evaluation/state-retention";
import { kindOf } from "@/lib/ledger/build-token-ledger";
import { listFiles } from "@/lib/read-models/session-summary";
import { artifactsIn } from "@/lib/strategies/facts/artifacts";
import { newestPlanItems } from "@/lib/strategies/summaries/plan-state";
import { callFacts } from "@/lib/tools/call-facts";
import type { Operation } from "@/lib/tools/operations";
import { sketchSession } from "../../support/sketch-session";

/**
 * What every stage reports about one successful call: its files with what was done to them, its plan, its result's
 * kind.
 */
function answers(toolName: string, input: object | string) {
  const session = sketchSession(`
    user go
    call a ${toolName} ${JSON.stringify(input)}
    usage read=0 in=1 out=1
    result a done`);
  const { messages, tools } = session;
  const parts = messages.flatMap((message, messageIndex) =>
    message.parts.map((part, number) => ({ part, message, messageIndex, number })),
  );
  const call = parts.map(({ part }) => part).find((part) => part.type === "tool-call");
  const result = parts.find(({ part }) => part.type === "tool-result");
  if (call === undefined || result === undefined) throw new Error("the drawing has a call and a result");
  const evidence = gatherEvidence(
    { messages, tools },
    createReaders(() => 1),
  );
  const byKind = Object.entries(listFiles(session)).filter(([kind]) => kind !== "guessed");
  const { created, modified, deleted, renamed, read } = artifactsIn(parts, tools);
  const inStrategies = { created, modified, deleted, renamed, read };
  return {
    facts: callFacts(call, tools),
    files: {
      strategies: Object.entries(inStrategies).flatMap(([kind, paths]) => [...paths].map((path) => `${kind} ${path}`)),
      evaluation: trailOf(evidence).map(({ path, operation }) => `${operation} ${path}`),
      session: byKind.flatMap(([kind, paths]) => paths.map((path) => `${kind} ${path}`)),
    },
    plan: {
      strategies: newestPlanItems(parts),
      evaluation: findState(evidence).flatMap(({ kind, text }) => (kind === "plan" ? [`[ ] ${text}`] : [])),
    },
    ledger: kindOf(result.part, result.message, () => call, tools),
  };
}

type Row = readonly [tool: string, input: object | string, operation: Operation, files?: readonly string[]];

const PATCH = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch";
const path = { path: "a.ts" };
const text = { ...path, content: "x" };
const swap = { old_string: "x", new_string: "y" };
const removes = { command: "rm a.ts" };
const todos = [{ content: "write the test", status: "pending" }];

/** Names on which strategies, evaluation, ledger and session files used to disagree. */
const DISAGREED: readonly Row[] = [
  ["read_files", { files: [path] }, "read", ["read a.ts"]],
  ["view_image", path, "read", ["read a.ts"]],
  ["NotebookRead", { notebook_path: "a.ipynb" }, "read", ["read a.ipynb"]],
  ["open", path, "read", ["read a.ts"]],
  ["cat", path, "read", ["read a.ts"]],
  ["get_file_contents", path, "read", ["read a.ts"]],
  ["readFile", path, "read", ["read a.ts"]],
  ["view_file", path, "read", ["read a.ts"]],
  ["load_file", path, "read", ["read a.ts"]],
  ["create_new_file", { filepath: "a.ts", contents: "x" }, "write", ["created a.ts"]],
  ["createFile", text, "write", ["created a.ts"]],
  ["create", text, "write", ["created a.ts"]],
  ["save_file", text, "write", ["created a.ts"]],
  ["fs_write", { ...path, command: "create", file_text: "x" }, "write", ["created a.ts"]],
  ["edit_existing_file", { filepath: "a.ts", changes: "x" }, "edit", ["modified a.ts"]],
  ["insert_content", { ...path, line: 1, content: "x" }, "edit", ["modified a.ts"]],
  ["single_find_and_replace", { filepath: "a.ts", ...swap }, "edit", ["modified a.ts"]],
  ["editFile", { ...path, ...swap }, "edit", ["modified a.ts"]],
  ["search_replace", { file_path: "a.ts", ...swap }, "edit", ["modified a.ts"]],
  ["replace_string_in_file", { filePath: "a.ts", oldString: "x", newString: "y" }, "edit", ["modified a.ts"]],
  ["insert_edit_into_file", { filePath: "a.ts", code: "x" }, "edit", ["modified a.ts"]],
  ["replaceString", { filePath: "a.ts", oldString: "x", newString: "y" }, "edit", ["modified a.ts"]],
  ["insertEdit", { filePath: "a.ts", code: "x" }, "edit", ["modified a.ts"]],
  [
    "multi_replace_string_in_file",
    { replacements: [{ filePath: "a.ts" }, { filePath: "b.ts" }] },
    "edit",
    ["modified a.ts", "modified b.ts"],
  ],
  ["apply_patch", { input: PATCH }, "edit", ["modified a.ts"]],
  ["patch", { ...path, ...swap }, "edit", ["modified a.ts"]],
  ["str_replace_based_edit_tool", { ...path, command: "str_replace" }, "edit", ["modified a.ts"]],
  ["file_editor", { ...path, command: "view" }, "read", ["read a.ts"]],
  ["text_editor", { ...path, command: "create", file_text: "x" }, "write", ["created a.ts"]],
  ["editor", { ...path, old_text: "x", new_text: "y" }, "edit", ["modified a.ts"]],
  ["multi_edit", { filepath: "a.ts", edits: [swap] }, "edit", ["modified a.ts"]],
  ["delete_file", { target_file: "a.ts" }, "delete", ["deleted a.ts"]],
  ["remove_file", path, "delete", ["deleted a.ts"]],
  ["run_commands", { commands: ["rm a.ts"] }, "run", ["deleted a.ts"]],
  ["shell_command", removes, "run", ["deleted a.ts"]],
  ["manage_todo_list", { todoList: todos }, "plan"],
];

/** Tools of 2026 clients, with their fields. */
const NEWER: readonly Row[] = [
  ["Read", { file_path: "a.ts", offset: 3 }, "read", ["read a.ts"]],
  ["Write", { file_path: "a.ts", content: "x" }, "write", ["created a.ts"]],
  ["Edit", { file_path: "a.ts", ...swap }, "edit", ["modified a.ts"]],
  ["NotebookEdit", { notebook_path: "a.ipynb", new_source: "x" }, "edit", ["modified a.ipynb"]],
  ["Grep", { path: "src", pattern: "x" }, "search"],
  ["Bash", { command: "git mv b.ts a.ts" }, "run", ["renamed a.ts"]],
  ["BashOutput", { bash_id: "1" }, "run"],
  ["Agent", { prompt: "look around" }, "delegate"],
  ["TodoWrite", { todos }, "plan"],
  ["TaskUpdate", { taskId: "1", status: "done" }, "plan"],
  ["EnterPlanMode", {}, "plan"],
  ["WebFetch", { url: "https://a.example/b.ts" }, "fetch"],
  ["WebSearch", { query: "a.ts" }, "search"],
  ["AskUserQuestion", { questions: [] }, "ask"],
  ["Skill", { skill: "review" }, "read"],
  ["exec_command", { cmd: "sed -i s/x/y/ a.ts" }, "run", ["modified a.ts"]],
  ["write_stdin", { session_id: 1, chars: "y" }, "run"],
  ["shell", { command: ["bash", "-lc", "cat a.ts"] }, "read", ["read a.ts"]],
  ["exec", 'const r = await tools.exec_command({"cmd":"rm a.ts"});', "run", ["deleted a.ts"]],
  ["update_plan", { plan: [{ step: "write the test", status: "pending" }] }, "plan"],
  ["spawn_agent", { message: "look" }, "delegate"],
  ["multiedit", { filePath: "a.ts", edits: [swap] }, "edit", ["modified a.ts"]],
  ["todoread", {}, "plan"],
  ["question", { questions: [] }, "ask"],
  ["lsp", path, "search"],
  ["editedExistingFile", { ...path, diff: "x" }, "edit", ["modified a.ts"]],
  ["newFileCreated", text, "write", ["created a.ts"]],
  ["read_many_files", { include: ["a.ts", "b.ts"] }, "read", ["read a.ts", "read b.ts"]],
  ["replace", { file_path: "a.ts", ...swap }, "edit", ["modified a.ts"]],
  ["run_shell_command", removes, "run", ["deleted a.ts"]],
  ["web_fetch", { prompt: "read https://a.example/b.ts" }, "fetch"],
  ["write_todos", { todos: [{ description: "write the test", status: "pending" }] }, "plan"],
  ["ask_user", { questions: [] }, "ask"],
  ["complete_task", {}, "finish"],
  ["apply_diff", { ...path, diff: "x" }, "edit", ["modified a.ts"]],
  ["edit_file", { file_path: "a.ts", ...swap }, "edit", ["modified a.ts"]],
  ["execute_command", { ...removes, cwd: "app" }, "run", ["deleted app/a.ts"]],
  ["read_command_output", { artifact_id: "1" }, "run"],
  ["update_todo_list", { todos: "[x] done\n[ ] write the test" }, "plan"],
  ["attempt_completion", { result: "a.ts is done" }, "finish"],
  ["new_task", { message: "look" }, "delegate"],
  ["replace_in_file", { ...path, diff: "x" }, "edit", ["modified a.ts"]],
  ["search_codebase", { queries: ["x"] }, "search"],
  ["submit_and_exit", {}, "finish"],
  ["read_file_range", { filepath: "a.ts", startLine: 1, endLine: 2 }, "read", ["read a.ts"]],
  ["fetch_url_content", { url: "https://a.example" }, "fetch"],
  ["Checklist", { checklist: "- [ ] write the test" }, "plan"],
  ["developer__text_editor", { ...path, command: "str_replace" }, "edit", ["modified a.ts"]],
  ["developer__shell", removes, "run", ["deleted a.ts"]],
  ["view", { file_path: "a.ts" }, "read", ["read a.ts"]],
  ["job_output", { shell_id: "1" }, "run"],
  ["download", { file_path: "a.ts", url: "https://a.example" }, "write", ["created a.ts"]],
  ["powershell", removes, "run", ["deleted a.ts"]],
  ["terminal", removes, "run", ["deleted a.ts"]],
  ["task_tracker", { command: "plan", task_list: [{ title: "write the test", status: "todo" }] }, "plan"],
  ["execute_bash", removes, "run", ["deleted a.ts"]],
  ["finish", { message: "done" }, "finish"],
  ["rg", { pattern: "x", paths: "src" }, "search"],
  ["report_intent", { intent: "look" }, "plan"],
  ["run_in_terminal", removes, "run", ["deleted a.ts"]],
  ["get_errors", { filePaths: ["a.ts"] }, "search"],
  ["runSubagent", { prompt: "look" }, "delegate"],
  ["StrReplace", { ...path, ...swap }, "edit", ["modified a.ts"]],
  ["Delete", path, "delete", ["deleted a.ts"]],
  ["Execute", removes, "run", ["deleted a.ts"]],
  ["Create", { file_path: "a.ts", content: "x" }, "write", ["created a.ts"]],
  ["ApplyPatch", PATCH, "edit", ["modified a.ts"]],
  ["StrReplaceFile", { ...path, edit: { old: "x", new: "y" } }, "edit", ["modified a.ts"]],
  ["SetTodoList", { todos: [{ title: "write the test", status: "pending" }] }, "plan"],
  ["replace_file_content", { TargetFile: "a.ts" }, "edit", ["modified a.ts"]],
  ["run_command", { CommandLine: "rm a.ts" }, "run", ["deleted a.ts"]],
  ["list_dir", { DirectoryPath: "src" }, "search"],
];

/** Tools that no client has, from MCP servers and custom tools. */
const UNKNOWN: readonly Row[] = [
  ["mcp__files__read_text_file", path, "read", ["read a.ts"]],
  ["mcp__files__write_file", text, "write", ["created a.ts"]],
  ["mcp__files__edit_file", { ...path, edits: [{ oldText: "x", newText: "y" }] }, "edit", ["modified a.ts"]],
  ["mcp__files__move_file", { source: "b.ts", destination: "a.ts" }, "move", ["renamed a.ts"]],
  ["mcp__files__list_directory", { path: "src" }, "search"],
  ["mcp__files__get_file_info", path, "search"],
  ["files.delete", path, "delete", ["deleted a.ts"]],
  ["desktop/start_process", removes, "run", ["deleted a.ts"]],
  ["mcp__browser__browser_navigate_to", { url: "https://a.example/b.ts" }, "fetch"],
  ["mcp__linear__list_issues", { query: "a.ts", team: "x" }, "search"],
  ["mcp__db__execute_sql", { query: "select 1" }, "run"],
  ["mcp__work__todo_write", { todos }, "plan"],
  ["mcp__serena__replace_symbol_body", { relative_path: "a.ts", body: "x" }, "edit", ["modified a.ts"]],
  ["mcp__serena__replace_regex", { relative_path: "a.ts", regex: "x", repl: "y" }, "edit", ["modified a.ts"]],
  ["mcp__serena__rename_symbol", { relative_path: "a.ts", name_path: "x", new_name: "y" }, "edit", ["modified a.ts"]],
  ["mcp__ide__replace_text", { pathInProject: "a.ts", oldText: "x", newText: "y" }, "edit", ["modified a.ts"]],
  ["mcp__ide__reformat_file", path, "edit", ["modified a.ts"]],
  ["mcp__ide__search_in_file", { ...path, regex: "x" }, "search"],
  [
    "mcp__text__patch_contents",
    { file_path: "a.ts", patches: [{ start: 1, contents: "y" }] },
    "edit",
    ["modified a.ts"],
  ],
  ["mcp__git__git_add", { repo_path: ".", files: ["a.ts"] }, "other"],
  ["analyse_page", path, "other"],
  ["get_weather", { city: "Tokyo" }, "other"],
  ["create_note", { title: "a.ts", content: "x" }, "other"],
];

const check = ([toolName, input, operation, files = []]: Row, basis: "listed" | "guessed") => {
  const { facts, files: told, plan, ledger } = answers(toolName, input);
  expect([facts.operation, facts.basis]).toEqual([operation, basis]);
  expect(told).toEqual({ strategies: files, evaluation: files, session: files });
  expect(plan.strategies.filter((line) => line.startsWith("[ ]"))).toEqual(plan.evaluation);
  expect(ledger).toBe(operation === "read" && files.length > 0 ? "file" : "tool_result");
  return plan.evaluation;
};

const GUESSED = new Set(["cat", "get_file_contents", "load_file", "save_file", "remove_file"]);

const named = (rows: readonly Row[]) => rows.map((row) => ({ name: row[0], row }));

describe("every stage agrees about a tool", () => {
  test("covers 36 names on which stages used to disagree, and at least 60 names of newer clients", () => {
    const names = [...DISAGREED, ...NEWER].map(([name]) => name);
    expect(DISAGREED).toHaveLength(36);
    expect(NEWER.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(named(DISAGREED))("$name", ({ name, row }) => {
    check(row, GUESSED.has(name) ? "guessed" : "listed");
  });
  test.each(named(NEWER))("$name", ({ row }) => {
    check(row, "listed");
  });
  test.each(named(UNKNOWN))("$name, marked as guessed", ({ row }) => {
    check(row, "guessed");
  });

  const plans = [...DISAGREED, ...NEWER, ...UNKNOWN].filter(([, input]) =>
    JSON.stringify(input).includes("write the test"),
  );
  test.each(named(plans))("$name states the plan", ({ name, row }) => {
    expect(check(row, name.startsWith("mcp__") ? "guessed" : "listed")).toEqual(["[ ] write the test"]);
  });
});

test("the session marks which of its files are guessed", () => {
  const session = sketchSession(`
    user go
    call a mcp__files__write_file {"path":"a.ts","content":"x"}
    call b Write {"file_path":"b.ts","content":"x"}
    usage read=0 in=1 out=1
    result a done
    result b done`);
  expect(listFiles(session)).toMatchObject({ created: ["a.ts", "b.ts"], guessed: ["a.ts"] });
});
