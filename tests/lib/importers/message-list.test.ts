import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkImporter, checkSession, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FORMATS = "tests/fixtures/formats";
const chat = [
  { role: "user", content: "What is 2 + 2?" },
  { role: "assistant", content: "4" },
];

async function importJson(value: unknown) {
  const result = await mustImport([memoryFile(typeof value === "string" ? value : JSON.stringify(value))]);
  for (const session of result.sessions) checkSession(session);
  return result;
}

describe("message-list", () => {
  test.each([
    ["anthropic-request", "anthropic", ["read", "web_search"]],
    ["openai-request", "openai-chat", ["read"]],
    ["openai-legacy-functions", "openai-chat", ["get"]],
    ["ai-sdk-model-messages", "ai-sdk", []],
    ["ai-sdk-ui-messages", "ai-sdk", []],
  ])("%s", async (name, format, tools) => {
    const file = diskFile(`${FORMATS}/${name}.json`);
    expect(await checkImporter([file], "message-list")).toMatchSnapshot();
    const [session] = (await mustImport([file])).sessions;
    expect(session).toMatchObject({ format, client: null });
    expect(session?.tools.map((tool) => tool.name)).toEqual(tools);
  });

  test("a bare list, a body, a line per message and a compact line are the same conversation", async () => {
    const shapes = [
      JSON.stringify(chat, null, 2),
      JSON.stringify({ messages: chat }, null, 2),
      JSON.stringify({ messages: chat }),
      chat.map((message) => JSON.stringify(message)).join("\n"),
    ];
    for (const shape of shapes) {
      const { sessions, rows } = await importJson(shape);
      expect(sessions.length).toBe(1);
      expect(sessions[0]?.messages.map(({ role, origin, parts }) => [role, origin, parts[0]?.type])).toEqual([
        ["user", "typed", "text"],
        ["assistant", "model", "text"],
      ]);
      expect(sessions[0]?.responses.map((response) => [response.messageIndex, response.usage])).toEqual([[1, null]]);
      expect(sessions[0]?.title).toBe("What is 2 + 2?");
      expect(rows.bad).toBe(0);
    }
  });

  test("fine-tuning lines and lists of runs are one session each, a damaged one is reported", async () => {
    const lines = [
      { messages: chat, tools: [] },
      { messages: [{ role: "wizard", content: "?" }] },
      { note: 1 },
      { messages: chat },
    ];
    const jsonl = await importJson(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(jsonl.rows).toMatchObject({ read: 4, interpreted: 2, kept: 1, bad: 1 });
    expect(jsonl.issues[0]).toMatchObject({
      code: "invalid-row",
      line: 2,
      message: expect.stringContaining("$.messages[0].role"),
    });
    expect(new Set(jsonl.sessions.map((session) => session.id)).size).toBe(2);
    const runs = await importJson([
      { task_id: 0, traj: chat, reward: 1 },
      { task_id: 1, traj: chat },
    ]);
    expect(runs.sessions.map((session) => session.messages.length)).toEqual([2, 2]);
  });

  test("logged exchanges have the answer's model and usage; cached tokens are not counted twice", async () => {
    const openai = {
      request: { model: "gpt-5", messages: [chat[0]] },
      response: {
        object: "chat.completion",
        model: "gpt-5-2025-08-07",
        choices: [{ message: chat[1] }],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 9,
          prompt_tokens_details: { cached_tokens: 64 },
          completion_tokens_details: { reasoning_tokens: 5 },
        },
      },
    };
    const anthropic = {
      request: { model: "claude-sonnet-4-5", max_tokens: 9, system: "x", messages: [chat[0]] },
      response: {
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5-20250929",
        content: [{ type: "text", text: "4" }],
        usage: { input_tokens: 3, cache_creation_input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 4 },
      },
    };
    const { sessions } = await importJson([openai, anthropic].map((line) => JSON.stringify(line)).join("\n"));
    expect(sessions.map((session) => session.format)).toEqual(["openai-chat", "anthropic"]);
    expect(sessions.map((session) => session.responses[0])).toMatchObject([
      {
        model: "gpt-5-2025-08-07",
        usage: { uncachedInput: 36, cacheRead: 64, output: 9, reasoning: 5, cacheWriteUnsplit: null },
      },
      {
        model: "claude-sonnet-4-5-20250929",
        usage: { uncachedInput: 3, cacheRead: 20, output: 4, cacheWriteUnsplit: 10 },
      },
    ]);
  });

  test("one bad message in a file of lines does not cost the others", async () => {
    const lines = [
      ...chat.map((message) => JSON.stringify(message)),
      '{"role":"user"}',
      '{"role":"user","content":"more"}',
    ];
    const long = [...Array.from({ length: 20 }, () => lines[0]), ...lines].join("\n");
    const { sessions, rows } = await importJson(long);
    expect(rows).toMatchObject({ read: 24, interpreted: 24 - rows.bad });
    expect(sessions[0]?.messages.at(-1)?.parts[0]).toMatchObject({ text: "more" });
  });

  test("a big body in one line or spread over many is read the same, up to a stated limit", () => {
    const text = readFileSync(`${FORMATS}/openai-request.json`, "utf8");
    return Promise.all([importJson(text), importJson(JSON.parse(text))]).then(([pretty, compact]) => {
      const parts = (result: typeof pretty) =>
        result.sessions[0]?.messages.flatMap((message) => message.parts.map(({ id, type }) => [id, type]));
      expect(parts(pretty)).toEqual(parts(compact));
    });
  });
});
