import { expect, test } from "vitest";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

type Row = Record<string, unknown>;

async function read(rows: readonly Row[]): Promise<Session> {
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  return sessions[0] as Session;
}

const said = ({ messages }: Session) =>
  messages.map(({ role, parts }) => [role, ...parts.map((part) => (part.type === "text" ? part.text : part.type))]);

const qwen = (uuid: string, type: string, parts: unknown[], more: Row = {}): Row => ({
  ...{ uuid, parentUuid: null, sessionId: "s", type, timestamp: "2026-06-01T09:00:00Z", version: "0.20.0" },
  message: { role: type === "assistant" ? "model" : "user", parts },
  ...more,
});

test("Qwen Code: rows with one uuid are pieces of one row; a repeated row adds nothing", async () => {
  const call = { functionCall: { name: "ls", args: {} } };
  const result = { functionResponse: { name: "ls", response: { output: "a" } } };
  const usage = (output: number) => ({ usageMetadata: { promptTokenCount: 9, candidatesTokenCount: output } });
  const session = await read([
    qwen("u", "user", [{ text: "List" }]),
    qwen("a", "assistant", [{ text: "One" }], { model: "q", ...usage(1) }),
    qwen("a", "assistant", [{ text: "Two" }, call], { ...usage(7), timestamp: "2026-06-01T09:00:05Z" }),
    qwen("a", "assistant", [{ text: "Two" }, call], usage(7)),
    qwen("r", "tool_result", [result]),
    qwen("r", "tool_result", [result]),
    qwen("b", "assistant", [{ text: "Done" }], usage(3)),
  ]);
  expect(said(session)).toEqual([
    ["user", "List"],
    ["assistant", "One", "Two", "tool-call"],
    ["tool", "tool-result"],
    ["assistant", "Done"],
  ]);
  expect(session.responses.map(({ usage: of, endedAt }) => [of?.output, endedAt?.slice(17, 19)])).toEqual([
    [7, "05"],
    [3, "00"],
  ]);
  expect(session.keptRows.map(({ kind }) => kind)).toEqual(["duplicate:assistant", "duplicate:tool_result"]);
});

const claude = (uuid: string, type: string, message: Row, more: Row = {}): Row => ({
  ...{ uuid, parentUuid: null, sessionId: "s", type, timestamp: "2026-06-01T09:00:00Z", version: "2.1.0" },
  ...{ isSidechain: false, message },
  ...more,
});

test("Claude Code: reads a row with a known uuid for what it adds", async () => {
  const answer = (content: unknown[]) => ({
    id: "m",
    role: "assistant",
    model: "c",
    content,
    usage: { input_tokens: 5, output_tokens: 2 },
  });
  const one = { type: "text", text: "One" };
  const call = { type: "tool_use", id: "t", name: "ls", input: {} };
  const session = await read([
    claude("u", "user", { role: "user", content: "List" }),
    claude("u", "user", { role: "user", content: "List" }, { sessionId: "resumed" }),
    claude("u", "user", { role: "user", content: "And more" }),
    claude("a", "assistant", answer([one])),
    claude("a", "assistant", answer([one, call])),
    claude("a", "assistant", answer([one, call])),
  ]);
  expect(said(session)).toEqual([
    ["user", "List"],
    ["user", "And more"],
    ["assistant", "One", "tool-call"],
  ]);
  expect(session.responses).toHaveLength(1);
  expect(session.keptRows.map(({ kind }) => kind)).toEqual(["duplicate:user", "duplicate:assistant"]);
});
