import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/codex";
const load = async (name: string) => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/${name}.jsonl`)])).sessions;
  if (!session) throw new Error("no session");
  return session;
};

test.each(["enveloped", "usage-first", "bare"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}.jsonl`)], "codex")).toMatchSnapshot();
});

test("repeated counts are dropped; the sum is the final total, unlogged calls included", async () => {
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

test("usage that stands before its items goes to them", async () => {
  const { responses } = await load("usage-first");
  expect(responses.map(({ usage, model }) => [usage?.output, model])).toEqual([
    [20, "gpt-5-codex"],
    [30, "gpt-5-codex"],
    [5, "gpt-5-codex"],
    [6, "gpt-5-codex"],
  ]);
});

test("a report whose items may still be on their way is no call yet", async () => {
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

test("an older compaction leaves its summary", async () => {
  const rows = readFileSync(`${FIXTURES}/usage-first.jsonl`, "utf8").trim().split("\n");
  const compacted = { timestamp: "2026-03-02T09:01:00Z", type: "compacted", payload: { message: "What was done" } };
  const [session] = (await mustImport([memoryFile([...rows, JSON.stringify(compacted)].join("\n"))])).sessions;
  const summary = session?.messages.at(-1);
  expect(summary).toMatchObject({ role: "user", origin: "summary", parts: [{ text: "What was done" }] });
  expect(session?.events.at(-1)).toMatchObject({ type: "compaction", summaryMessageId: summary?.id });
});
