import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

test("Claude Code's rows without row ids and session ids import", async () => {
  const usage = { input_tokens: 9, output_tokens: 2 };
  const rows = [
    { type: "user", timestamp: "2026-06-01T09:00:00Z", message: { role: "user", content: "Hi" } },
    {
      type: "assistant",
      message: { id: "m", role: "assistant", model: "c", content: [{ type: "text", text: "Yes" }], usage },
    },
    { type: "user", message: { role: "user", content: "Hi" } },
  ];
  const { format, sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  expect(format).toBe("claude-code");
  expect(sessions[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(sessions[0]?.responses[0]?.usage?.output).toBe(2);
});

test("Inspect: a submitted answer has its tool event's result", async () => {
  const call = { id: "t1", function: "submit", arguments: { answer: "4" } };
  const asked = { role: "user", content: "2 + 2?" };
  const answer = { role: "assistant", content: "", tool_calls: [call] };
  const output = {
    model: "m",
    choices: [{ message: answer }],
    usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
  };
  const events = [
    { event: "model", uuid: "e1", model: "m", input: [asked], output, timestamp: "2026-06-01T09:00:00Z" },
    { event: "tool", id: "t1", function: "submit", arguments: call.arguments, result: "4" },
  ];
  const sample = { id: 1, epoch: 1, messages: [asked, answer], events };
  const log = { version: 2, status: "success", eval: { task: "sums", run_id: "r" }, samples: [sample] };
  const { sessions } = await mustImport([memoryFile(JSON.stringify(log))]);
  const parts = sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
  expect(parts.map(({ type }) => type)).toEqual(["text", "tool-call", "tool-result"]);
  expect(parts[2]).toMatchObject({ toolCallId: "t1", output: [{ type: "text", text: "4" }] });
});

test("a single message of OpenCode's storage reports what is missing", async () => {
  const message = {
    id: "msg_1",
    sessionID: "ses_1",
    role: "assistant",
    time: { created: 1_788_256_800_000 },
    modelID: "c",
  };
  const imported = await importTranscript([memoryFile(JSON.stringify(message))]);
  expect(imported.ok ? "imported" : imported.error.message).toMatch(/one message of an OpenCode session/);
});
