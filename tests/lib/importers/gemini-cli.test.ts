import { expect, test } from "vitest";
import { countSession } from "@/lib/read-models/session-counts";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/gemini-cli";

test.each(["session.json", "session.jsonl"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}`)], "gemini-cli")).toMatchSnapshot();
});

test("output excludes thoughts, input includes cached tokens; all zero is unknown", async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/session.json`)])).sessions;
  expect(session?.responses.map(({ usage }) => usage)).toMatchObject([
    null,
    { uncachedInput: 200, cacheRead: 300, output: 32, reasoning: 12, cacheWriteUnsplit: null },
  ]);
});

test("a message written again replaces the earlier copy", async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/session.jsonl`)])).sessions;
  expect(session?.responses.map(({ id }) => id)).toEqual(["g1", "g2"]);
  expect(session?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call")).length).toBe(3);
  expect(session?.title).toBe("Reading a.txt");
});

const resumed = async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/resumed.jsonl`)])).sessions;
  if (!session) throw new Error("no session");
  return session;
};

/** What a request sent, one word per part. */
const sentBy = (session: Session, index: number) =>
  contextAt(session, index).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "text") return part.text.split(/\s/)[0];
      if (part.type === "tool-call" || part.type === "tool-result") return `${part.type} ${part.toolCallId}`;
      return [];
    }),
  );

test("resumed.jsonl", async () => {
  expect(await checkImporter([diskFile(`${FIXTURES}/resumed.jsonl`)], "gemini-cli")).toMatchSnapshot();
});

test("a result that is in the answer and in a separate message was sent once", async () => {
  const session = await resumed();
  expect(sentBy(session, 1)).toEqual(["<session_context>", "Read", "I", "tool-call c1", "tool-result c1"]);
});

test("a resumed session sends each result twice, and the log says so", async () => {
  const session = await resumed();
  const results = sentBy(session, 3).filter((word) => word?.startsWith("tool-result"));
  expect(results).toEqual(["c1", "c1", "c2", "c3", "c2", "c3"].map((id) => `tool-result ${id}`));
  expect(session.events[0]).toMatchObject({ type: "rewind", detail: expect.stringContaining("twice") });
  expect(countSession(session)).toMatchObject({ tool_calls: 3, tool_results: 3, tool_errors: 2, user_prompts: 3 });
});

test("a summary in place of the history is a compaction, and what remains after it is kept", async () => {
  const session = await resumed();
  expect(session.responses).toHaveLength(5);
  expect(session.events[1]).toMatchObject({ type: "compaction", tokensBefore: 9400 });
  expect(sentBy(session, 4)).toEqual(["<session_context>", "<summary>", "Got", "Once", "It", "And"]);
});

test("the file left by a resume is not a session", async () => {
  const { sessions, issues } = await mustImport([diskFile(`${FIXTURES}/resume-stub.jsonl`)]);
  expect(sessions).toEqual([]);
  expect(issues.map(({ code }) => code)).toEqual(["no-session"]);
});

const HEADER = { sessionId: "s", projectHash: "p" };
const tokens = { input: 10, output: 2, cached: 0, thoughts: 0, tool: 0, total: 12 };
const file = (mimeType: string) => ({ inlineData: { mimeType, data: "AAAA" } });
const result = (response: object) => ({ functionResponse: { id: "c1", name: "read_file", response } });
const asked = [
  { id: "u1", type: "user", content: [{ text: "What is in it?" }] },
  {
    id: "g1",
    type: "gemini",
    model: "gemini-3-pro",
    content: "",
    tokens,
    toolCalls: [{ id: "c1", name: "read_file" }],
  },
];
const answered = { id: "g3", type: "gemini", model: "gemini-3-pro", content: "A cat.", tokens };

async function importRows(rows: readonly object[]) {
  const text = [HEADER, ...rows].map((row) => JSON.stringify(row)).join("\n");
  const [session] = (await mustImport([memoryFile(text)])).sessions;
  if (!session) throw new Error("no session");
  return session;
}

test("an image that a tool read is part of its result", async () => {
  const read = { id: "r1", type: "user", content: [result({ output: "1 item" }), file("image/png")] };
  const session = await importRows([...asked, read, answered]);
  expect(session.messages.map(({ role, origin }) => [role, origin])).toEqual([
    ["user", "typed"],
    ["assistant", "model"],
    ["tool", "tool"],
    ["assistant", "model"],
  ]);
  expect(session.messages[2]?.parts).toMatchObject([{ output: [{ type: "text" }, { mediaType: "image/png" }] }]);
});

test("audio that a tool read is sent in a separate message, after a reply by the client", async () => {
  const output = { output: "Read.", __binary_injection__: [file("audio/mpeg")] };
  const session = await importRows([
    ...asked,
    { id: "r1", type: "user", content: [result(output)] },
    { id: "g2", type: "gemini", content: [{ text: "Binary content received.", thought: true }] },
    { id: "i1", type: "info", content: [file("audio/mpeg")] },
    answered,
  ]);
  expect(session.responses.map(({ id }) => id)).toEqual(["g1", "g3"]);
  expect(session.messages.slice(2, 5).map(({ origin, parts }) => [origin, parts])).toMatchObject([
    ["tool", [{ output: [{ text: "Read." }] }]],
    ["client", [{ type: "reasoning" }]],
    ["client", [{ mediaType: "audio/mpeg" }]],
  ]);
});

test("a message of a replaced history that is written again occurs once", async () => {
  const [prompt, call] = asked;
  const reply = { id: "g2", type: "gemini", content: [{ text: "Got it." }] };
  const session = await importRows([
    ...asked,
    { $set: { messages: [prompt, call, { id: "x", type: "user", content: [{ text: "<state_snapshot>" }] }, reply] } },
    { ...reply, toolCalls: [] },
    { id: "u2", type: "user", content: [{ text: "Go on" }] },
    answered,
  ]);
  expect(sentBy(session, 1).filter((word) => word === "Got")).toHaveLength(1);
  expect(session.responses.map(({ id }) => id)).toEqual(["g1", "g3"]);
});

test("an answer of a replaced history that is written again with its tokens occurs once", async () => {
  const [prompt, call] = asked;
  const reply = { id: "g2", type: "gemini", content: [{ text: "Got it." }] };
  const session = await importRows([
    ...asked,
    { $set: { messages: [prompt, call, { id: "x", type: "user", content: [{ text: "<state_snapshot>" }] }, reply] } },
    { ...reply, model: "gemini-3-pro", tokens },
    { id: "u2", type: "user", content: [{ text: "Go on" }] },
    answered,
  ]);
  expect(sentBy(session, 2).filter((word) => word === "Got")).toHaveLength(1);
  expect(session.responses.map(({ id }) => id)).toEqual(["g1", "g2", "g3"]);
});

test("files of sub-agents are agents of the session that started them", async () => {
  const lines = (rows: readonly object[], name: string) =>
    memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"), name);
  const call = { id: "c1", name: "invoke_agent", args: { agent_name: "investigator" }, agentId: "a1" };
  const answer = { type: "gemini", model: "gemini-3-pro", content: "It is there.", tokens };
  const main = [HEADER, asked[0], { ...asked[1], toolCalls: [call] }].filter((row) => row !== undefined);
  const agent = [
    { ...HEADER, sessionId: "a1", kind: "subagent" },
    { id: "u9", type: "user", content: [{ text: "Find the file" }] },
    { ...answer, id: "g9" },
  ];
  const other = [{ ...agent[0], sessionId: "a2", projectHash: "other" }, agent[1] ?? {}];
  const files = [lines(main, "main"), lines(agent, "a1"), lines(other, "a2")];
  await checkImporter(files, "gemini-cli");
  const [session] = (await mustImport(files)).sessions;
  expect(session?.agents).toEqual([
    { id: "main", kind: "main", parent: null },
    { id: "a1", kind: "sub-agent", parent: "main", toolCallId: "c1", title: "investigator" },
  ]);
  expect(session?.messages.map(({ agent, origin }) => [agent, origin])).toEqual([
    ["main", "typed"],
    ["main", "model"],
    ["a1", "client"],
    ["a1", "model"],
  ]);
  expect(session?.files.map(({ name }) => name)).toEqual(["main", "a1"]);
  expect(session?.issues.map(({ code }) => code)).toEqual(["not-a-companion"]);
});
