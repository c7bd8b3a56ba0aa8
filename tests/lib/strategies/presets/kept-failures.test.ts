import { expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

const FILLER = "line of output\n".repeat(300);
const TRACEBACK = `${FILLER}Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no such column\n`;
const openaiChat = CODECS.find(({ id }) => id === "openai-chat");
if (!openaiChat) throw new Error("there is a codec of OpenAI's chat bodies");

/** Eight commands in an OpenAI list, a format without a failure mark; the first command fails. */
const body = {
  model: "gpt-5",
  messages: [
    { role: "user", content: "Run the report." },
    ...Array.from({ length: 8 }, (_, i) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: `c${i}`,
            type: "function",
            function: { name: "bash", arguments: JSON.stringify({ command: `python r${i}.py` }) },
          },
        ],
      },
      { role: "tool", tool_call_id: `c${i}`, content: i === 0 ? TRACEBACK : `${FILLER}run ${i} is done` },
    ]).flat(),
    { role: "assistant", content: "The report is written." },
  ],
};

test.each<{ id: string; params: Record<string, number | boolean> }>([
  { id: "manus", params: { engage: 0 } },
  { id: "centagent-externalise", params: { keepErrors: true } },
  { id: "centagent-budget", params: { keepErrors: true, budget: 16_000 } },
  { id: "swe-agent-last-n", params: { n: 1, polling: 1, keepErrors: true } },
  { id: "winnow", params: { keepNewest: 3 } },
])("$id keeps a traceback that the format cannot mark, and does not mark it", (recipe) => {
  const decoded = openaiChat.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const budget = { window: 200_000, reserve: 0, ...(recipe.id === "winnow" && { target: 5_000 }) };
  const environment = testEnvironment({ store: rememberingStore(), force: true, budget });
  const result = compressConversation(decoded.value.conversation, recipe, environment);

  const encoded = JSON.stringify(openaiChat.encode(result.conversation, decoded.value.wire));
  expect(result.status).toBe("applied");
  expect(encoded).toContain(JSON.stringify(TRACEBACK).slice(1, -1));
  expect(encoded).not.toMatch(/is_?error/i);
});

test.each([9_000, 3_000, 1_500])("winnow keeps a failure's message at a target of %d tokens", (target) => {
  const decoded = openaiChat.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const environment = testEnvironment({ store: rememberingStore(), budget: { window: 200_000, reserve: 0, target } });
  const result = compressConversation(decoded.value.conversation, "winnow", environment);
  expect(result.status).toBe("applied");
  expect(JSON.stringify(result.conversation)).toContain("ValueError: no such column");
});

test.each([9_000, 4_000])("winnow keeps the message of every unresolved failure at a target of %d tokens", (target) => {
  const calls = Array.from({ length: 60 }, (_, at) => ({
    id: `c${at}`,
    command: `python r${at % 50}.py`,
    fails: at < 30,
  }));
  const many = {
    model: "gpt-5",
    messages: [
      { role: "user", content: "Run the reports." },
      ...calls.flatMap(({ id, command, fails }, at) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } }],
        },
        {
          role: "tool",
          tool_call_id: id,
          content: fails ? `${TRACEBACK.trim()} ${at}\n` : `${FILLER}run ${at} is done`,
        },
      ]),
      { role: "user", content: "And now?" },
    ],
  };
  const decoded = openaiChat.decode(many);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const environment = testEnvironment({ store: rememberingStore(), budget: { window: 200_000, reserve: 0, target } });
  const result = compressConversation(decoded.value.conversation, "winnow", environment);
  const text = JSON.stringify(result.conversation);
  expect(result.stats.tokensAfter).toBeLessThanOrEqual(target);
  // The first ten succeed when run again.
  const kept = calls.filter(({ fails }, at) => fails && text.includes(`no such column ${at}`)).map(({ id }) => id);
  expect(kept).toEqual(expect.arrayContaining(Array.from({ length: 20 }, (_, at) => `c${at + 10}`)));
});
