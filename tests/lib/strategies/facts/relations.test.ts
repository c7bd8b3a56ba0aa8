import { describe, expect, test } from "vitest";
import type { Message } from "@/lib/conversation/message";
import type { JsonValue } from "@/lib/conversation/part";
import { staleReads, supersededReads } from "@/lib/strategies/facts/relations";
import { createView } from "@/lib/strategies/grammar/create-view";
import { testEnvironment } from "../../../support/strategy-environment";

type Call = readonly [toolName: string, input: JsonValue];

/** A view of consecutive calls, each answered. */
function viewOf(calls: readonly Call[]) {
  const messages = calls.flatMap(([toolName, input], index): Message[] => [
    {
      id: `a${index}`,
      role: "assistant",
      parts: [{ id: `c${index}`, type: "tool-call", toolCallId: `${index}`, toolName, input }],
    },
    {
      id: `t${index}`,
      role: "tool",
      parts: [
        {
          id: `r${index}`,
          type: "tool-result",
          toolCallId: `${index}`,
          output: [{ type: "text", text: "x" }],
          isError: false,
        },
      ],
    },
  ]);
  return createView({ tools: [], messages }, testEnvironment());
}

const chosen = (targets: readonly { readonly parts: readonly string[] }[]) => targets.flatMap(({ parts }) => parts);

const READ: Call = ["Read", { file_path: "a.ts" }];

describe("a read is stale once its file was changed", () => {
  test.each<Call>([
    ["Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }],
    ["replace_string_in_file", { filePath: "a.ts", oldString: "x", newString: "y" }],
    ["file_editor", { command: "str_replace", path: "a.ts" }],
    ["editor", { path: "a.ts", old_text: "x", new_text: "y" }],
    ["Delete", { path: "a.ts" }],
    ["Bash", { command: "sed -i s/x/y/ a.ts" }],
    ["Bash", { command: "npm test && cat > a.ts <<EOF\nnew\nEOF" }],
    ["Bash", { command: "rm a.ts" }],
    ["mcp__files__edit_file", { path: "a.ts", edits: [{ oldText: "x", newText: "y" }] }],
  ])("by %s %j", (...change) => {
    expect(chosen(staleReads(viewOf([READ, change])))).toEqual(["r0"]);
  });

  test.each<Call>([
    ["Bash", { command: "cat a.ts | head" }],
    ["file_editor", { command: "view", path: "a.ts" }],
    ["get_errors", { filePaths: ["a.ts"] }],
    ["Edit", { file_path: "b.ts" }],
  ])("not by %s %j", (...other) => {
    expect(chosen(staleReads(viewOf([READ, other])))).toEqual([]);
  });
});

describe("a read is superseded by a later one that shows its lines", () => {
  test("for each file of a list, its own lines", () => {
    const some: Call = ["read_files", { files: [{ path: "a.ts", start_line: 1, end_line: 9 }, { path: "b.ts" }] }];
    expect(chosen(supersededReads(viewOf([READ, some])))).toEqual([]);
    expect(chosen(supersededReads(viewOf([some, READ, ["Read", { file_path: "b.ts" }]])))).toEqual(["r0"]);
  });

  test("not by a command that shows the file among other things", () => {
    expect(chosen(supersededReads(viewOf([READ, ["Bash", { command: "cat a.ts && npm test" }]])))).toEqual([]);
    expect(chosen(supersededReads(viewOf([READ, ["Bash", { command: "cat a.ts" }]])))).toEqual(["r0"]);
  });
});
