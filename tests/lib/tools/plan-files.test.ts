import { describe, expect, test } from "vitest";
import type { JsonValue, ToolCallPart } from "@/lib/conversation/part";
import { recitePlan } from "@/lib/strategies/facts/recite-plan";
import { createView } from "@/lib/strategies/grammar/create-view";
import { newestPlanItems } from "@/lib/strategies/summaries/plan-state";
import { planItems } from "@/lib/tools/plan-items";
import { testEnvironment } from "../../support/strategy-environment";

const PLAN = "# Release\n\n- [x] read the log\n- [-] fix the test\n* [ ] write it down\n";
const ITEMS = ["completed", "in_progress", "pending"];

const callOf = (toolName: string, input: JsonValue): ToolCallPart => ({
  id: "p1",
  type: "tool-call",
  toolCallId: "c1",
  toolName,
  input,
});

describe("a plan stored in a file", () => {
  test.each([
    ["Write", { file_path: "/work/shop/todo.md", content: PLAN }],
    ["write_file", { path: "PLAN.md", content: PLAN }],
    ["write_to_file", { path: "docs/tasks.md", content: PLAN }],
    ["str_replace_editor", { command: "create", path: "/work/TODO.md", file_text: PLAN }],
    ["mcp__notes__save_file", { path: "notes\\task-list.txt", text: PLAN }],
  ])("is read from a call of %s", (toolName, input) => {
    expect(planItems(callOf(toolName, input))?.map(({ status }) => status)).toEqual(ITEMS);
  });

  test.each([
    ["another file", "Write", { file_path: "notes.md", content: PLAN }],
    ["a file with a similar name", "Write", { file_path: "floorplan.md", content: PLAN }],
    ["a plan without a checklist", "Write", { file_path: "PLAN.md", content: "First we read, then we write." }],
    [
      "an edit, which shows a piece of it",
      "Edit",
      { file_path: "todo.md", old_string: "- [ ] a", new_string: "- [x] a" },
    ],
    ["a read", "Read", { file_path: "todo.md" }],
  ])("is not read from %s", (_, toolName, input) => {
    expect(planItems(callOf(toolName, input))).toBeNull();
  });

  test("a cancelled item is not open, and is not shown as done", () => {
    const todos = [
      { content: "read", status: "completed" },
      { content: "port", status: "cancelled" },
      { content: "test", status: "pending" },
    ];
    const messages = [{ id: "m1", role: "assistant", parts: [callOf("TodoWrite", { todos })] }] as const;
    const view = createView({ tools: [], messages }, testEnvironment());
    expect(newestPlanItems([...view.entries()])).toEqual(["[x] read", "[x] port (cancelled)", "[ ] test"]);
  });

  test("is repeated at the end of the prompt, and is the plan of a summary", () => {
    const messages = [
      { id: "m0", role: "user", parts: [{ id: "p0", type: "text", text: "Release it." }] },
      { id: "m1", role: "assistant", parts: [callOf("Write", { file_path: "todo.md", content: PLAN })] },
      {
        id: "m2",
        role: "tool",
        parts: [{ id: "p2", type: "tool-result", toolCallId: "c1", output: [], isError: false }],
      },
    ] as const;
    const view = createView({ tools: [], messages }, testEnvironment());
    const [edit] = recitePlan(view).edits;
    const part = edit?.op === "insert" ? edit.message.parts[0] : undefined;
    expect(part?.type === "text" && part.text.split("\n").slice(1)).toEqual([
      "- [x] read the log",
      "- [ ] fix the test",
      "- [ ] write it down",
    ]);
    expect(newestPlanItems([...view.entries()])).toEqual(["[x] read the log", "[ ] fix the test", "[ ] write it down"]);
  });
});
