import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, checkSession, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/openai-responses";

async function importJson(text: string, format = "openai-responses") {
  const result = await mustImport([memoryFile(text)]);
  expect(result.format).toBe(format);
  for (const session of result.sessions) checkSession(session);
  return result;
}

test.each(["log.jsonl", "request.json"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}`)], "openai-responses")).toMatchSnapshot();
});

test("calls that continue a response are one session; a missing one is reported", async () => {
  const { sessions, issues, rows } = await importJson(readFileSync(`${FIXTURES}/log.jsonl`, "utf8"));
  expect(sessions.map(({ responses }) => responses.map(({ id }) => id))).toEqual([
    // A reference represents an answer that only the server has: a separate call of which nothing is known.
    ["r0.1.in1", "r0.1.in4", "resp_1", "resp_2"],
    ["resp_9"],
  ]);
  expect(issues.map(({ code, line }) => [code, line])).toEqual([["history-elsewhere", 4]]);
  expect(rows).toMatchObject({ read: 5, interpreted: 4, kept: 1, bad: 0 });
  expect(sessions[0]?.responses[2]).toMatchObject({
    model: "gpt-5.2-2025-12-11",
    usage: { uncachedInput: 56, cacheRead: 64, output: 30, reasoning: 12, cacheWriteUnsplit: null },
  });
  expect(sessions[0]?.tools.map(({ name }) => name)).toEqual(["weather", "web_search"]);
});

test("a bare list of items and a line per item give the same conversation as the request", async () => {
  const { input } = JSON.parse(readFileSync(`${FIXTURES}/request.json`, "utf8"));
  const known = input.filter((item: { type?: string }) => item.type !== "item_reference");
  const kinds = async (text: string) => {
    const [session] = (await importJson(text)).sessions;
    return session?.messages.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)]);
  };
  const expected = [
    ["user", "text"],
    ["assistant", "reasoning", "tool-call"],
    ["tool", "tool-result"],
    ["user", "text", "file"],
  ];
  expect(await kinds(JSON.stringify(known))).toEqual(expected);
  expect(await kinds(known.map((item: unknown) => JSON.stringify(item)).join("\n"))).toEqual(expected);
});

test("a stream is read from its final event", async () => {
  const response = {
    object: "response",
    id: "resp_1",
    model: "gpt-5",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }],
    usage: { input_tokens: 9, output_tokens: 1 },
  };
  const events = [
    { type: "response.created", sequence_number: 0, response: { ...response, output: [], usage: null } },
    { type: "response.output_text.delta", sequence_number: 1, delta: "Hi" },
    { type: "response.completed", sequence_number: 2, response },
  ];
  const { sessions, rows } = await importJson(events.map((event) => JSON.stringify(event)).join("\n"), "raw-streams");
  expect(sessions.map(({ responses }) => responses.map(({ usage }) => usage?.uncachedInput))).toEqual([[9]]);
  expect(rows).toMatchObject({ read: 3, interpreted: 3, kept: 0 });
});

test("after a compaction item the prompt starts with it", async () => {
  const input = [
    { role: "user", content: "Long ago" },
    { type: "compaction", encrypted_content: "gAAA" },
    { role: "user", content: "Now" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes" }] },
  ];
  const [session] = (await importJson(JSON.stringify({ model: "gpt-5", instructions: "Rules", input }))).sessions;
  if (!session) throw new Error("no session");
  expect(contextAt(session, 0).messages.map(({ parts }) => parts[0]?.type)).toEqual(["text", "opaque", "text"]);
});
