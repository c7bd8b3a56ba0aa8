import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
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

test("a title has no terminal colours, control characters or direction marks", async () => {
  const content = "\u001b[31mred\u001b[0m \u202eevil\u202c\u0007 plan\nmore";
  const { sessions } = await importJson([{ role: "user", content }, chat[1]]);
  expect(sessions[0]?.title).toBe("red evil plan");
});

/** Deeper than the limit of a file, and than a recursive function can go. */
const DEPTH = 100_000;

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

  test("a bare list, a body, a line per message and a compact line give the same conversation", async () => {
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

  test("fine-tuning lines and lists of runs are one session each, and a damaged one is reported", async () => {
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

  test("bodies logged as text are read, and one nested too deeply is refused like any other", async () => {
    const asText = (content: string) => ({
      request: `{"model":"gpt-5","messages":[{"role":"user","content":${content}}]}`,
      response: JSON.stringify({ object: "chat.completion", choices: [{ message: chat[1] }] }),
    });
    const nested = `[${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}]`;
    const lines = [asText('"What is 2 + 2?"'), asText(nested), asText('"And 3 + 3?"')];
    const { sessions } = await importJson(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(sessions.map(({ title }) => title)).toEqual(["What is 2 + 2?", "And 3 + 3?"]);
  });

  test("one bad message in a file of lines does not affect the others", async () => {
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

  test("a big body in one line or over many reads the same, up to a stated limit", () => {
    const text = readFileSync(`${FORMATS}/openai-request.json`, "utf8");
    return Promise.all([importJson(text), importJson(JSON.parse(text))]).then(([pretty, compact]) => {
      const parts = (result: typeof pretty) =>
        result.sessions[0]?.messages.flatMap((message) => message.parts.map(({ id, type }) => [id, type]));
      expect(parts(pretty)).toEqual(parts(compact));
    });
  });

  test("a compaction inside an answer was a separate call, paid separately, and the prompt restarts with it", async () => {
    const response = {
      type: "message",
      role: "assistant",
      model: "claude-opus-4-6",
      content: [
        { type: "compaction", content: "Both asked for sums." },
        { type: "text", text: "4" },
      ],
      usage: {
        input_tokens: 20,
        output_tokens: 5,
        iterations: [
          { type: "compaction", input_tokens: 900, output_tokens: 60, cache_read_input_tokens: 100 },
          { type: "message", input_tokens: 20, output_tokens: 5 },
        ],
      },
    };
    const { sessions } = await importJson({ request: { model: "x", messages: chat.slice(0, 1) }, response });
    const [session] = sessions as [Session];
    expect(session.messages.map(({ role, origin }) => `${role}/${origin}`)).toEqual([
      "user/typed",
      "assistant/summary",
      "assistant/model",
    ]);
    expect(session.responses).toMatchObject([
      { messageIndex: 1, usage: { uncachedInput: 900, cacheRead: 100, output: 60 } },
      { messageIndex: 2, usage: { uncachedInput: 20, cacheRead: null, output: 5 } },
    ]);
    expect(session.events).toMatchObject([{ type: "compaction", summaryMessageId: session.messages[1]?.id }]);
    expect(contextAt(session, 0).messages.length).toBe(1);
    expect(contextAt(session, 1).messages.map(({ id }) => id)).toEqual([session.messages[1]?.id]);
  });

  test("a UI message's metadata gives model and time, and usage only if it was one call", async () => {
    const answer = (steps: number, usage: object) => ({
      role: "assistant",
      metadata: { model: "gpt-5", createdAt: "2026-01-02T03:04:05.000Z", usage },
      parts: Array.from({ length: steps }, () => [{ type: "step-start" }, { type: "text", text: "4" }]).flat(),
    });
    const question = { role: "user", parts: [{ type: "text", text: "2 + 2?" }] };
    const disjoint = { inputTokens: 2, outputTokens: 1, cachedInputTokens: 100 };
    const nested = {
      inputTokens: 120,
      outputTokens: 9,
      inputTokenDetails: { noCacheTokens: 20, cacheReadTokens: 100 },
    };
    const { sessions } = await importJson([
      question,
      answer(1, disjoint),
      question,
      answer(1, nested),
      answer(2, nested),
    ]);
    expect(sessions[0]?.responses).toMatchObject([
      { model: "gpt-5", usage: { uncachedInput: 2, cacheRead: 100, output: 1 } },
      { model: "gpt-5", usage: { uncachedInput: 20, cacheRead: 100, output: 9 } },
      { model: "gpt-5", usage: null },
      { model: "gpt-5", usage: null },
    ]);
    expect(sessions[0]).toMatchObject({ startedAt: "2026-01-02T03:04:05.000Z" });
  });
});

test("texts of a client's commands are not typed prompts", async () => {
  const messages = [
    { role: "user", content: "<bash-input>ls</bash-input>" },
    { role: "user", content: "Fix it" },
    { role: "assistant", content: "Done." },
  ];
  const [session] = (await mustImport([memoryFile(JSON.stringify({ messages }))])).sessions;
  expect(session?.messages.map(({ origin }) => origin)).toEqual(["client", "typed", "model"]);
});
