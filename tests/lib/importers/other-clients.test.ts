import { expect, test } from "vitest";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

type Row = Record<string, unknown>;

const read = async (text: string) => {
  const [session] = (await mustImport([memoryFile(text)])).sessions;
  if (!session) throw new Error("no session");
  return session;
};
const lines = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).join("\n");

test("iFlow writes Claude Code's rows: its zeros are unknown, each call counts once, results are read", async () => {
  const row = (uuid: string, type: string, message: Row) => ({
    ...{ uuid, parentUuid: null, sessionId: "s", type, timestamp: "2026-06-01T09:00:00Z", isSidechain: false, message },
  });
  const call = (id: string) => ({ type: "tool_use", id, name: "ls", input: { id } });
  const usage = { input_tokens: 0, output_tokens: 0 };
  const answer = (uuid: string, content: unknown[]) =>
    row(uuid, "assistant", { id: `response-1768975012469-${uuid}`, role: "assistant", model: "glm", content, usage });
  const output = { responseParts: { functionResponse: { id: "c1", name: "ls", response: { output: "a file" } } } };
  const result = { type: "tool_result", tool_use_id: "c1", content: output };
  const session = await read(
    lines([
      row("u", "user", { role: "user", content: "List" }),
      answer("a1", [{ type: "text", text: "I look." }, call("c1")]),
      answer("a2", [call("c1"), call("c2")]),
      answer("a3", [call("c2")]),
      row("r", "user", { role: "user", content: [result] }),
      answer("a4", [{ type: "text", text: "Done." }]),
    ]),
  );
  expect(session.client).toBe("iFlow");
  expect(session.responses.map(({ usage: of }) => of)).toEqual([null, null]);
  expect(session.messages.map(({ parts }) => parts.map(({ type }) => type))).toEqual([
    ["text"],
    ["text", "tool-call", "tool-call"],
    ["tool-result"],
    ["text"],
  ]);
  expect(session.messages[2]?.parts[0]).toMatchObject({ output: [{ type: "text", text: "a file" }] });
});

test("a rollout with the provider Trae is TraeX's", async () => {
  const rows = [
    { type: "session_meta", payload: { id: "s", cli_version: "0.200.0", model_provider: "trae" } },
    {
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: "Hi" }] },
    },
  ];
  const session = await read(lines(rows.map((row) => ({ timestamp: "2026-06-01T09:00:00Z", ...row }))));
  expect([session.format, session.client]).toEqual(["codex", "TraeX"]);
});

test("pi's shape with OpenClaw's entries is OpenClaw's", async () => {
  const rows = [
    { type: "session", id: "s", cwd: "/work", version: 3, timestamp: "2026-06-01T09:00:00Z" },
    { type: "custom", customType: "model-snapshot", id: "1", parentId: null, timestamp: "2026-06-01T09:00:00Z" },
    {
      type: "message",
      id: "2",
      parentId: "1",
      timestamp: "2026-06-01T09:00:01Z",
      message: { role: "user", content: "Hi" },
    },
  ];
  expect((await read(lines(rows))).client).toBe("OpenClaw");
  expect((await read(lines(rows.filter(({ type }) => type !== "custom")))).client).toBe("pi");
});
