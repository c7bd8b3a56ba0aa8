import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/codex";
const load = async (name: string) => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/${name}.jsonl`)])).sessions;
  if (!session) throw new Error("no session");
  return session;
};

test.each(["enveloped", "usage-first", "bare", "fork"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}.jsonl`)], "codex")).toMatchSnapshot();
});

test("drops repeated counts; the sum is the final total, including unlogged calls", async () => {
  const { responses, messages } = await load("enveloped");
  const input = responses.map(({ usage }) => (usage?.uncachedInput ?? 0) + (usage?.cacheRead ?? 0));
  expect(input).toEqual([1000, 1200, 5000, 700]);
  expect(responses.map(({ usage }) => usage?.output)).toEqual([90, 60, 300, 12]);
  expect(responses[0]?.usage).toMatchObject({
    uncachedInput: 800,
    cacheRead: 200,
    reasoning: 40,
    cacheWriteUnsplit: null,
  });
  expect(responses.map(({ messageIndex }) => messages[messageIndex]?.isHidden === true)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test("usage that precedes its items belongs to them", async () => {
  const { responses } = await load("usage-first");
  expect(responses.map(({ usage, model }) => [usage?.output, model])).toEqual([
    [20, "gpt-5-codex"],
    [30, "gpt-5-codex"],
    [5, "gpt-5-codex"],
    [6, "gpt-5-codex"],
  ]);
});

test("a report whose items may still arrive is not a call yet", async () => {
  const rows = readFileSync(`${FIXTURES}/usage-first.jsonl`, "utf8").trim().split("\n").slice(0, -1);
  const { sessions, issues } = await mustImport([memoryFile(rows.join("\n"))]);
  expect(sessions[0]?.responses.map(({ usage }) => usage?.output)).toEqual([20, 30, 5]);
  expect(issues.map(({ code, line }) => [code, line])).toEqual([["usage-without-answer", 16]]);
});

test("after a compaction the prompt is the instructions and the replacement", async () => {
  const session = await load("enveloped");
  const { messages } = contextAt(session, session.responses.length - 1);
  expect(messages.map(({ role, parts }) => [role, parts[0]?.type])).toEqual([
    ["system", "text"],
    ["user", "text"],
    ["assistant", "text"],
    ["user", "text"],
    ["assistant", "opaque"],
  ]);
  expect(session.events.find((event) => event.type === "compaction")).toMatchObject({ tokensBefore: 5000 });
  expect(session.messages.filter((message) => message.origin === "typed").map(({ parts }) => parts[0])).toMatchObject([
    { text: "Count the tests" },
    { text: "And in words?" },
  ]);
});

test("the summary of a compaction by the server is unreadable", async () => {
  const rows = readFileSync(`${FIXTURES}/usage-first.jsonl`, "utf8").trim().split("\n");
  const payload = { message: "", replacement_history: [{ type: "message", role: "user", content: [] }] };
  const compacted = { timestamp: "2026-03-02T09:01:00Z", type: "compacted", payload };
  const [session] = (await mustImport([memoryFile([...rows, JSON.stringify(compacted)].join("\n"))])).sessions;
  expect(session?.events.at(-1)).toMatchObject({ type: "compaction", isSummaryUnreadable: true });
});

test("an older compaction leaves its summary", async () => {
  const rows = readFileSync(`${FIXTURES}/usage-first.jsonl`, "utf8").trim().split("\n");
  const compacted = { timestamp: "2026-03-02T09:01:00Z", type: "compacted", payload: { message: "What was done" } };
  const [session] = (await mustImport([memoryFile([...rows, JSON.stringify(compacted)].join("\n"))])).sessions;
  const summary = session?.messages.at(-1);
  expect(summary).toMatchObject({ role: "user", origin: "summary", parts: [{ text: "What was done" }] });
  expect(session?.events.at(-1)).toMatchObject({ type: "compaction", summaryMessageId: summary?.id });
});

describe("a fork, which starts with a copy of its parent", () => {
  const rows = () => readFileSync(`${FIXTURES}/fork.jsonl`, "utf8").trim().split("\n");
  const read = async (lines: readonly string[]) => {
    const [session] = (await mustImport([memoryFile(lines.join("\n"))])).sessions;
    return session as Session;
  };
  const paid = ({ responses }: Session) => responses.map(({ usage }) => [usage && promptTokens(usage), usage?.output]);
  const typed = ({ messages }: Session) =>
    messages.filter(({ origin }) => origin === "typed").map(({ parts: [part] }) => part?.type === "text" && part.text);

  test("pays only for its own calls; with the parent's they add up to the final total", async () => {
    const session = await read(rows());
    expect(paid(session)).toEqual([[1300, 9]]);
    const parent = [
      [1000, 10],
      [1100, 15],
    ];
    const all = [...parent, ...paid(session)];
    const sum = (column: number) => all.reduce((total, row) => total + (row[column] ?? 0), 0);
    expect([sum(0), sum(1)]).toEqual([3400, 34]);
    expect(session.startedAt).toBe("2026-05-04T10:00:00.020Z");
  });

  test("sends what was said before, which nobody typed again; the fork is an event", async () => {
    const session = await read(rows());
    const { messages } = contextAt(session, 0);
    expect(messages.map(({ parts: [part] }) => part?.type === "text" && part.text)).toEqual([
      "You are a coding agent.",
      "Name a fruit",
      "A pear.",
      "Another",
      "A fig.",
      "And a vegetable",
    ]);
    expect(typed(session)).toEqual(["And a vegetable"]);
    expect(session.title).toBe("And a vegetable");
    const forks = session.events.filter((event) => event.type === "fork");
    expect(forks.map(({ atMessage }) => atMessage)).toEqual([0, 1, 5]);
    expect(forks.at(-1)).toMatchObject({ detail: expect.stringContaining("14 rows until here are copies") });
    expect(session.events.filter((event) => event.type === "api-error")).toEqual([]);
  });

  test("from before turns had ids, by the times of its rows", async () => {
    const old = rows().map((line) => line.replaceAll(/"(turn_id|id)": "[^"]{8}-([^"]*)"/g, '"$1": "old-$2"'));
    expect(paid(await read(old.filter((line) => !line.includes("10:00:01.5"))))).toEqual([[1300, 9]]);
    const preserved = old.map((line) => line.replace(/10:00:0[01]\.([05])/, "09:00:00.$1"));
    expect(paid(await read(preserved))).toEqual([[1300, 9]]);
  });

  test("as a new file that says where its own rows start", async () => {
    const numbered = rows().map((line, ordinal) => {
      const row = JSON.parse(line.replaceAll("turn_id", "unknown_id"));
      if (ordinal === 0) row.payload.subagent_history_start_ordinal = 16;
      return JSON.stringify({ ...row, ordinal });
    });
    expect(paid(await read(numbered))).toEqual([[1300, 9]]);
  });

  test("without copies, pays for everything in it", async () => {
    const [own, , ...others] = rows();
    const bare = [own as string, ...others.slice(14)];
    expect(paid(await read(bare))).toEqual([[1300, 9]]);
    expect(typed(await read(bare))).toEqual(["And a vegetable"]);
  });
});

test("a resumed session with a restarted running total pays for both runs", async () => {
  const lines = readFileSync(`${FIXTURES}/fork.jsonl`, "utf8").trim().split("\n");
  const run = [1, 2, 3, 4, 5, 6, 7, 8].map((index) => lines[index] as string);
  const changed = run.map((line) => line.replaceAll('"output_tokens": 10', '"output_tokens": 12'));
  const [resumed] = (await mustImport([memoryFile([...run, ...changed].join("\n"))])).sessions;
  expect(resumed?.responses.map(({ usage }) => usage?.output)).toEqual([10, 12]);
});

const item = (payload: object) =>
  JSON.stringify({ type: "response_item", timestamp: "2026-10-07T08:00:00.000Z", payload });
const message = (role: string, type: string, text: string) => ({ type: "message", role, content: [{ type, text }] });
const META = JSON.stringify({
  type: "session_meta",
  payload: { id: "s-kept", base_instructions: { text: "Be brief." } },
});

test("a patch that does not apply is a failed call", async () => {
  const rows = [
    META,
    item(message("user", "input_text", "Mend it")),
    item({ type: "custom_tool_call", name: "apply_patch", call_id: "c1", input: "*** Begin Patch" }),
    item({ type: "custom_tool_call_output", call_id: "c1", output: "apply_patch verification failed: no such lines" }),
  ];
  const [session] = (await mustImport([memoryFile(rows.join("\n"))])).sessions;
  expect(session?.messages.at(-1)?.parts[0]).toMatchObject({ type: "tool-result", isError: true });
});

test("does not repeat what a compaction keeps, and the answer that became its summary is its own call", async () => {
  const session = await load("compacted");
  const sent = contextAt(session, session.responses.length - 1).messages;
  expect(sent.map(({ id, origin }) => [id, origin])).toEqual([
    ["m0.1.instructions", "system"],
    ["m0.2", "system"],
    ["m0.3", "typed"],
    ["m0.5", "typed"],
    ["m0.7.3", "summary"],
  ]);
  expect(session.messages.find(({ id }) => id === "m0.6")?.origin).toBe("summary");
});
