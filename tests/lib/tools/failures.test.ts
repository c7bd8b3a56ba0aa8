import { describe, expect, test } from "vitest";
import type { ToolCallPart, ToolResultPart } from "@/lib/conversation/part";
import { failureOf } from "@/lib/tools/failures/failure";

const resultOf = (text: string, isError: boolean | null = null): ToolResultPart => ({
  id: "r",
  type: "tool-result",
  toolCallId: "c",
  output: [{ type: "text", text }],
  isError,
});
const callOf = (toolName: string, input: ToolCallPart["input"]): ToolCallPart => ({
  id: "c",
  type: "tool-call",
  toolCallId: "c",
  toolName,
  input,
});
const runs = (command: string) => callOf("bash", { command });
const reads = callOf("read_file", { path: "notes.log" });

const TRACEBACK =
  'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    run()\nValueError: no such column\n';

describe("what indicates a failure", () => {
  test.each([
    ["an exit code behind the output", "compiling\nCommand exited with code 2", runs("make"), "exit code 2"],
    [
      "an exit code before the output",
      "Exit code: 101\nWall time: 1 seconds\nOutput:\n",
      runs("cargo test"),
      "exit code 101",
    ],
    ["an exit code as a field", '{"output":"","metadata":{"exit_code":1}}', runs("make"), "exit code 1"],
    ["a traceback", TRACEBACK, runs("python a.py"), "traceback"],
    ["an exception's class and message", "KeyError: 'host'", runs("python a.py"), "exception"],
    ["failed tests", "--- FAIL: TestLogin (0.01s)\nFAIL\n", runs("go test ./... | tail -3"), "failed tests"],
    ["failed tests beside others that passed", `${TRACEBACK}\n 12 pass\n 1 fail`, runs("bun test"), "traceback"],
    ["an error before tests that pass", `${TRACEBACK}\n 12 pass\n 0 fail`, runs("python a.py; bun test"), "traceback"],
    ["a compiler's error", "src/a.ts(4,7): error TS2322: Type", runs("npx tsc"), "compiler error"],
    ["a program's own word", "fatal: not a git repository", runs("git push"), "program error"],
    ["the system's word", "ls: cannot access 'src/lib': No such file or directory", runs("ls src/lib"), "system error"],
    ["a client's tag", "<tool_use_error>File has not been read yet.</tool_use_error>", reads, "tool error"],
    ["an edit that was refused", "No replacement was performed.", callOf("edit", { path: "a" }), "edit refused"],
    ["a function's first word", "Error: not enough seats", callOf("book", { flight: 1 }), "starts with an error"],
    ["a field of the answer", '{"success": false, "reason": "full"}', callOf("book", { flight: 1 }), "answer in JSON"],
    ["an HTTP status", "HTTP/1.1 401 Unauthorized\n\n{}", callOf("http_get", { url: "https://a" }), "HTTP status"],
  ])("%s", (_, text, call, cue) => {
    expect(failureOf(resultOf(text), call)).toEqual({ failed: true, basis: "inferred", cue });
  });
});

describe("what mentions a failure without reporting one", () => {
  test.each([
    ["a log that was read", TRACEBACK, reads],
    [
      "a line number of a search",
      "443:function findErrors() {\n444-  if (x) return;",
      callOf("Grep", { pattern: "x" }),
    ],
    ["a log that a command shows", TRACEBACK, runs("cat build.log | tail -40")],
    [
      "a search for the word",
      "a.py:3: raise ValueError('no')\nb.py:9: except KeyError: pass",
      runs("grep -rn Error ."),
    ],
    ["a search that finds nothing", "Command exited with code 1", runs("grep -rn nothing .")],
    ["a search that finds nothing, with its errors", "Exit code 1", runs("grep -rn foo src 2>&1")],
    ["a log shown with its errors", TRACEBACK, runs("cat app.log 2>&1 | tail")],
    ["an exit code of 0 of one command", `${TRACEBACK}\nCommand exited with code 0`, runs("python a.py")],
    [
      "errors that passing tests print",
      `${TRACEBACK}\n 1290 pass\n 0 fail\n 2795 expect() calls\nRan 1290 tests across 58 files. [1026.00ms]`,
      runs("bun run test 2>&1"),
    ],
    ["a check that passes", "No syntax errors detected in a.php", runs("php -l a.php")],
    ["a count of errors", "0 errors, 2 warnings", runs("npm run lint")],
    ["an answer with an empty error", '{"error": null, "rows": 3}', callOf("query", { sql: "select 1" })],
  ])("%s", (_, text, call) => {
    expect(failureOf(resultOf(text), call)).toMatchObject({ failed: false });
  });
});

test("the format's mark is a mark, and nothing inferred becomes one", () => {
  expect(failureOf(resultOf("done", true))).toMatchObject({ failed: true, basis: "marked" });
  expect(failureOf(resultOf("done", false))).toEqual({ failed: false, basis: "marked", cue: null });
  expect(failureOf(resultOf("done"))).toEqual({ failed: false, basis: "inferred", cue: null });
  expect(failureOf(resultOf(TRACEBACK, false), runs("python a.py"))).toMatchObject({ failed: true, basis: "inferred" });
});
