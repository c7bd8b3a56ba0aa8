import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../support/test-server";

const tokens = apiRoute("POST /api/tokens");

const data = startTestServer();

test("offsets on request: every exact tokenizer's tokens concatenate to the text", async () => {
  const text = "Ein Café 👩‍👩‍👧, e\u0301 and 你好\n\n  <|endoftext|>";
  const request = { text, tokenizers: ["o200k", "qwen", "gemini", "claude"], include: ["offsets"] };
  const { counts } = await (await postJson(tokens, "/api/tokens", request)).json();
  for (const count of counts.slice(0, 3)) {
    const [encoding] = count.messages[0].encodings;
    expect(encoding.ids.length).toBe(count.tokens);
    expect(encoding.ends.length).toBe(count.tokens);
    expect(encoding.ends.at(-1)).toBe(encoding.text.length);
    expect(encoding.text).toBe(count.tokenizer === "qwen" ? text.normalize("NFC") : text);
  }
  expect(counts[3]).toMatchObject({ tokenizer: "claude", basis: "estimated", messages: [{ encodings: [null] }] });
});

test("no offsets by default, and none for an entire book", async () => {
  const { counts } = await (await postJson(tokens, "/api/tokens", { text: "x", tokenizers: ["o200k"] })).json();
  expect(counts[0].messages[0]).toEqual({ index: 0, tokens: 1, parts: [1] });
  const book = await postJson(tokens, "/api/tokens", { text: "word ".repeat(50_000), include: ["offsets"] });
  expect(await readProblem(book)).toMatchObject({ status: 422, code: "too-long" });
});

test("stores counts of a conversation in the data folder, but not of a typed text", async () => {
  const folder = path.join(data.dir(), "token-counts");
  const files = () => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
  await postJson(tokens, "/api/tokens", { text: "typed", tokenizers: ["llama"] });
  expect(files().filter((name) => name.startsWith("llama."))).toEqual([]);
  const messages = [{ role: "user", content: "A question that was sent." }];
  const request = { messages, format: "openai-chat", tokenizers: ["llama"] };
  const first = await (await postJson(tokens, "/api/tokens", request)).json();
  expect(first.counts[0].tokens).toBe(createTokenizer("llama", loadVocabulary).count("A question that was sent."));
  await expect.poll(files).toContainEqual(expect.stringMatching(/^llama\.[0-9a-f]{12}\.counts$/));
  expect(await (await postJson(tokens, "/api/tokens", request)).json()).toEqual(first);
});

test("counts a conversation's prompt with its provider's frames; a plain text has none", async () => {
  const request = {
    messages: [{ role: "user", content: "hi" }],
    format: "openai-chat",
    tokenizers: ["o200k", "llama"],
  };
  const { counts } = await (await postJson(tokens, "/api/tokens", request)).json();
  expect(counts[0].prompt).toMatchObject({
    tokens: 8,
    messages: 7,
    tools: 0,
    source: expect.stringContaining("Cookbook"),
  });
  expect(counts[1].prompt).toBeNull();
  const text = await (await postJson(tokens, "/api/tokens", { text: "hi", tokenizers: ["o200k"] })).json();
  expect(text.counts[0]).not.toHaveProperty("prompt");
});
