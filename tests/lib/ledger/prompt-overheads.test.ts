import { countTokens as countGpt4 } from "gpt-tokenizer/model/gpt-4";
import { countTokens as countGpt4o } from "gpt-tokenizer/model/gpt-4o";
import { expect, test } from "vitest";
import type { Conversation, Role } from "@/lib/conversation/message";
import { promptOverhead } from "@/lib/ledger/prompt-overheads";
import { toolPromptTokens } from "@/lib/models/tool-prompts";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer, type TokenizerId } from "@/lib/tokenizers/tokenizer";

type Said = { role: "system" | "user" | "assistant"; content: string };

const conversationOf = (said: readonly Said[], tools: Conversation["tools"] = []): Conversation => ({
  tools,
  messages: said.map(({ role, content }, index) => ({
    id: `m${index}`,
    role: role as Role,
    parts: [{ id: `p${index}`, type: "text", text: content }],
  })),
});

function promptTokens(id: TokenizerId, said: readonly Said[], tools?: Conversation["tools"]) {
  const tokenizer = createTokenizer(id, loadVocabulary);
  const overhead = promptOverhead(conversationOf(said, tools), tokenizer, 0);
  const texts = said.reduce((sum, { content }) => sum + tokenizer.count(content), 0);
  return texts + (overhead?.messages ?? 0) + (overhead?.tools ?? 0);
}

const WEATHER: readonly Said[] = [
  { role: "system", content: "You are a helpful assistant that can answer to questions about the weather." },
  { role: "user", content: "What's the weather like in San Francisco?" },
];
const WEATHER_TOOL = {
  name: "get_current_weather",
  description: "Get the current weather in a given location",
  schema: {
    type: "object",
    properties: {
      location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
      unit: { type: "string", description: "The unit of temperature to return", enum: ["celsius", "fahrenheit"] },
    },
    required: ["location"],
  },
};

test("the Cookbook's example with a function: 105 tokens for gpt-4, 101 for gpt-4o", () => {
  expect(promptTokens("cl100k", WEATHER, [WEATHER_TOOL])).toBe(105);
  expect(promptTokens("o200k", WEATHER, [WEATHER_TOOL])).toBe(101);
});

test("a chat is counted as gpt-tokenizer counts it", () => {
  const chats: readonly (readonly Said[])[] = [
    [{ role: "user", content: "hi" }],
    WEATHER,
    [...WEATHER, { role: "assistant", content: "Foggy, 14 °C. 你好" }, { role: "user", content: "" }],
  ];
  expect(promptTokens("o200k", chats[0] ?? [])).toBe(8);
  for (const chat of chats) {
    expect(promptTokens("o200k", chat)).toBe(countGpt4o([...chat]));
    expect(promptTokens("cl100k", chat)).toBe(countGpt4([...chat]));
  }
});

test("a family without published overhead has none, and says so", () => {
  expect(promptOverhead(conversationOf(WEATHER), createTokenizer("llama", loadVocabulary), 0)).toBeNull();
});

test("Anthropic's own tool prompt: by model and edition of the log's date, and only if there is a tool", () => {
  expect(toolPromptTokens("claude-sonnet-4-5", "2025-11-01T00:00:00Z")).toBe(346);
  expect(toolPromptTokens("claude-sonnet-4-5", null)).toBe(496);
  expect(toolPromptTokens("claude-opus-4", "2025-11-01T00:00:00Z")).toBe(346);
  expect(toolPromptTokens("claude-opus-4-7", "2025-11-01T00:00:00Z")).toBe(675);
  expect(toolPromptTokens("gpt-4o", null)).toBe(0);
  const claude = createTokenizer("claude", loadVocabulary);
  const tools = (list: Conversation["tools"]) => promptOverhead(conversationOf(WEATHER, list), claude, 496)?.tools ?? 0;
  expect(tools([])).toBe(0);
  expect(tools([WEATHER_TOOL])).toBeGreaterThan(496);
});
