import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { CRUSH_SCHEMA, crushMessage, crushSession } from "@/tests/support/crush-rows";
import { storeFile } from "@/tests/support/make-store";

const text = (words: string) => ({ type: "text", data: { text: words } });
const finish = (reason: string, more = {}) => ({ type: "finish", data: { reason, time: 1_754_709_075, ...more } });
const call = (id: string, name: string, input: string) => ({
  type: "tool_call",
  data: { id, name, input, type: "", finished: true },
});
const result = (id: string, content: string, isError = false) => ({
  type: "tool_result",
  data: { tool_call_id: id, name: "", content, metadata: "", is_error: isError },
});

const MESSAGES = [
  crushMessage("m1", "s1", "user", [text("Fix the test"), finish("stop")], 0),
  crushMessage(
    "m2",
    "s1",
    "assistant",
    [
      { type: "reasoning", data: { thinking: "Look first", signature: "c2ln" } },
      call("call_1", "agent", '{"prompt":"look"}'),
      finish("tool_use"),
    ],
    1,
  ),
  crushMessage("m3", "s1", "tool", [result("call_1", "Looked.")], 5),
  crushMessage(
    "m4",
    "s1",
    "assistant",
    [
      finish("error", {
        message: "API Error",
        details: 'POST "https://api.example.com/v1": 429 Too Many Requests {}',
      }),
    ],
    6,
  ),
  crushMessage("m5", "s1", "assistant", [text("Half of it"), finish("canceled")], 7),
  { ...crushMessage("m6", "s1", "assistant", [text("Summary: the test is fixed")], 8), is_summary_message: 1 },
  crushMessage(
    "m7",
    "s1",
    "user",
    [
      text("And now?"),
      { type: "shell_command", data: { command: "ls", output: "a.png", exit_code: 0 } },
      { type: "binary", data: { Path: "a.png", MIMEType: "image/png", Data: "AAAA" } },
      { type: "hologram", data: { depth: 3 } },
    ],
    9,
  ),
  crushMessage("m8", "s1", "assistant", [text("Done")], 10),
  crushMessage("c1", "m2$$call_1", "user", [text("look")], 2),
  crushMessage("c2", "m2$$call_1", "assistant", [call("call_2", "view", "{"), finish("tool_use")], 3),
  crushMessage("c3", "m2$$call_1", "tool", [result("call_2", "no such file", true)], 4),
  crushMessage("bad", "s1", "user", "not json", 11),
  crushMessage("lost", "nowhere", "user", [text("whose?")], 12),
];

const file = () =>
  storeFile(CRUSH_SCHEMA, {
    goose_db_version: [{ version_id: 1 }],
    sessions: [
      crushSession("s1", { prompt_tokens: 127, completion_tokens: 6, cost: 0.32 }),
      crushSession("m2$$call_1", { parent_session_id: "s1", created_at: 1_754_709_062 }),
      crushSession("title-s1", { parent_session_id: "s1" }),
      crushSession("s2"),
      crushSession("s3", { parent_session_id: "gone" }),
    ],
    messages: [...MESSAGES, crushMessage("n1", "s3", "user", [text("An orphan's prompt")], 20)],
    files: [{ id: "f1", session_id: "s1", path: "/a.go", content: "package a" }],
  });

test("a Crush database: a sub-agent, a summary, an error, rows that are not messages", async () => {
  expect(await checkImporter([await file()], "crush")).toMatchSnapshot();
});

test("every row has an outcome, and belongs to its session", async () => {
  const { sessions, rows, issues } = await mustImport([await file()]);
  expect(rows).toMatchObject({ read: 21, bad: 1 });
  expect(issues.map(({ code }) => code)).toEqual(["invalid-row", "usage-of-session-only"]);
  const [first, orphan] = sessions;
  expect(first?.keptRows.map(({ kind }) => kind)).toEqual(["session without messages", "table:files"]);
  expect(orphan?.rows).toMatchObject({ read: 2, interpreted: 2 });
});

test("the cost that Crush states is the client's own, with its sub-agents", async () => {
  const { sessions } = await mustImport([await file()]);
  expect(sessions.map(({ totals }) => totals?.cost)).toEqual([0.32, undefined]);
});

test("the next request begins with the summary, and nobody typed a sub-agent's prompt", async () => {
  const [session] = (await mustImport([await file()])).sessions;
  if (!session) throw new Error("no session");
  const agents = session.agents.map(({ id, parent, toolCallId }) => [id, parent, toolCallId]);
  expect(agents).toEqual([
    ["main", null, undefined],
    ["m2$$call_1", "main", "call_1"],
  ]);
  const after = session.responses.findIndex(({ id }) => id === "m8");
  const prompt = contextAt(session, after).messages.map(({ role }) => role);
  expect(prompt).toEqual(["assistant", "user"]);
  expect(session.messages.find(({ agent }) => agent !== "main")?.origin).toBe("client");
  expect(session.events.map(({ type }) => type)).toEqual(["api-error", "interruption", "compaction"]);
  expect(session.events[0]).toMatchObject({ status: 429 });
});
