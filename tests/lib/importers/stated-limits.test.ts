import { expect, test } from "vitest";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

const limitsOf = async (rows: readonly object[]) => {
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  return sessions.flatMap(({ responses }) => responses.map(({ model, limits }) => [model, limits ?? null]));
};

test("Copilot CLI: the limit of a truncation, until the model changes", async () => {
  const event = (type: string, data: object) => ({
    type,
    data,
    id: type,
    timestamp: "2026-06-01T09:00:00Z",
    parentId: null,
  });
  const answer = (model: string) => event("assistant.message", { messageId: `m${model}`, model, content: "Yes." });
  const rows = [
    event("session.start", { sessionId: "s", copilotVersion: "1.0.72", selectedModel: "a" }),
    event("user.message", { content: "Go on" }),
    answer("a"),
    event("session.truncation", { tokenLimit: 128_000, preTruncationTokensInMessages: 130_000 }),
    { ...answer("a"), data: { messageId: "m2", model: "a", content: "No." } },
    event("session.model_change", { newModel: "b" }),
    answer("b"),
  ];
  expect(await limitsOf(rows)).toEqual([
    ["a", null],
    ["a", { window: 128_000 }],
    ["b", null],
  ]);
});

test("Claude Code's stream: the windows that the result states by model", async () => {
  const common = { session_id: "s", parent_tool_use_id: null };
  const answer = (id: string, model: string) => ({
    ...common,
    type: "assistant",
    message: {
      id,
      role: "assistant",
      model,
      content: [{ type: "text", text: "Yes." }],
      usage: { input_tokens: 5, output_tokens: 2 },
    },
  });
  const rows = [
    { ...common, type: "system", subtype: "init", tools: ["Read"] },
    answer("m1", "claude-x"),
    answer("m2", "claude-y"),
    {
      ...common,
      type: "result",
      num_turns: 1,
      duration_ms: 5,
      usage: { output_tokens: 4 },
      modelUsage: { "claude-x[1m]": { contextWindow: 1_000_000 } },
    },
  ];
  expect(await limitsOf(rows)).toEqual([
    ["claude-x", { window: 1_000_000 }],
    ["claude-y", null],
  ]);
});
