import { numbered, PROJECT_ROOT, type Project } from "./project";
import type { Random } from "./random";
import type { Call } from "./steps";
import { grepText } from "./terminal";

export type Todo = { content: string; status: "pending" | "in_progress" | "completed"; activeForm: string };

/** The state of the fictional engineer's machine and agent at one moment of the story. */
export type World = {
  readonly random: Random;
  readonly project: Project;
  readonly seen: Set<string>;
  todos: readonly Todo[];
};

const absolute = (path: string) => `${PROJECT_ROOT}/${path}`;

export function readFile(world: World, path: string, range?: { from: number; count: number }): Call {
  const lines = world.project.text(path).split("\n");
  const from = Math.min(range?.from ?? 1, Math.max(1, lines.length - 5));
  const shown = lines.slice(from - 1, range ? from - 1 + range.count : undefined);
  world.seen.add(path);
  const input = { file_path: absolute(path), ...(range && { offset: from, limit: range.count }) };
  const file = {
    filePath: absolute(path),
    content: shown.join("\n"),
    numLines: shown.length,
    startLine: from,
    totalLines: lines.length,
  };
  return {
    name: "Read",
    input,
    result: numbered(shown.join("\n"), from),
    detail: { type: "text", file },
    seconds: 0.2,
  };
}

export function grep(world: World, pattern: string, limit = 40): Call {
  const matches = world.project.grep(pattern, limit);
  const content = grepText(matches);
  return {
    name: "Grep",
    input: { pattern, path: PROJECT_ROOT, output_mode: "content", "-n": true },
    result: content,
    detail: { mode: "content", numFiles: 0, filenames: [], content, numLines: matches.length },
    seconds: 0.4,
  };
}

export function bash(command: string, description: string, output: string, seconds: number): Call {
  const isError = output.startsWith("Exit code");
  const detail = isError ? `Error: ${output}` : { stdout: output, stderr: "", interrupted: false, isImage: false };
  return { name: "Bash", input: { command, description }, result: output, detail, isError, seconds };
}

/** An edit. It succeeds if the file contains `before`, and otherwise returns the client's error. */
export function edit(world: World, path: string, before: string, after: string): Call {
  const input = { file_path: absolute(path), old_string: before, new_string: after, replace_all: false };
  const line = world.project.replace(path, before, after);
  if (line === null) {
    const text = `<tool_use_error>String to replace not found in file.\nString: ${before}</tool_use_error>`;
    return { name: "Edit", input, result: text, detail: `Error: ${text}`, isError: true, seconds: 0.1 };
  }
  const snippet = world.project
    .text(path)
    .split("\n")
    .slice(Math.max(0, line - 4), line + after.split("\n").length + 4);
  return {
    name: "Edit",
    input,
    result: `The file ${absolute(path)} has been updated. A numbered view of the changed lines:\n${numbered(snippet.join("\n"), Math.max(1, line - 3))}`,
    detail: {
      filePath: absolute(path),
      oldString: before,
      newString: after,
      structuredPatch: patchOf(line, before, after),
      userModified: false,
      replaceAll: false,
    },
    seconds: 0.3,
  };
}

function patchOf(line: number, before: string, after: string) {
  const removed = before.split("\n");
  const added = after.split("\n");
  const lines = [...removed.map((text) => `-${text}`), ...added.map((text) => `+${text}`)];
  return [{ oldStart: line, oldLines: removed.length, newStart: line, newLines: added.length, lines }];
}

export function writeFile(world: World, path: string, content: string): Call {
  const existed = world.project.files.has(path);
  world.project.files.set(path, content);
  world.seen.add(path);
  return {
    name: "Write",
    input: { file_path: absolute(path), content },
    result: `File ${existed ? "overwritten" : "created"}: ${absolute(path)}`,
    detail: { type: existed ? "update" : "create", filePath: absolute(path), content, structuredPatch: [] },
    seconds: 0.2,
  };
}

export function writeTodos(world: World, todos: readonly Todo[]): Call {
  const oldTodos = world.todos;
  world.todos = todos;
  return {
    name: "TodoWrite",
    input: { todos },
    result: "The todo list was updated. Keep it current while you work.",
    detail: { oldTodos, newTodos: todos },
    seconds: 0.1,
  };
}
