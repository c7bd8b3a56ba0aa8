import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FOLDER = "tests/fixtures/raw-streams";
const bytes = (text: string) => memoryFile(new TextEncoder().encode(text), "capture.txt");
const importText = (text: string) => mustImport([bytes(text)]);

describe("raw streams", () => {
  test.each(["anthropic.txt", "chat.txt", "responses.jsonl"])("%s", async (name) => {
    const drawn = await checkImporter([diskFile(`${FOLDER}/${name}`)], "raw-streams");
    await expect(drawn).toMatchFileSnapshot(`goldens/raw-streams-${name.replace(/\..*/, "")}.txt`);
  });

  test("a retried message is kept, hidden; its counters are unknown", async () => {
    const { sessions, issues } = await mustImport([diskFile(`${FOLDER}/anthropic.txt`)]);
    const { messages, responses } = sessions[0] as (typeof sessions)[number];
    expect(messages.map(({ isHidden = false }) => isHidden)).toEqual([true, false]);
    expect(responses[0]?.usage).toBeNull();
    expect(issues.map(({ code }) => code)).toEqual(["incomplete-stream"]);
  });

  test("message_delta's counters replace those of message_start, including input", async () => {
    const { sessions } = await mustImport([diskFile(`${FOLDER}/anthropic.txt`)]);
    expect(sessions[0]?.responses[1]?.usage).toMatchObject({ uncachedInput: 61, cacheRead: 900, output: 27 });
  });

  test("mixed pieces of two calls are separated by their index", async () => {
    const { sessions } = await mustImport([diskFile(`${FOLDER}/chat.txt`)]);
    const parts = sessions[0]?.messages[0]?.parts ?? [];
    const calls = parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part.input]] : []));
    expect(calls).toEqual([
      ["call_a", { city: "Bern" }],
      ["call_b", { city: "Graz" }],
    ]);
    expect(sessions[0]?.responses[0]?.usage).toMatchObject({ uncachedInput: 19, cacheRead: 320, reasoning: 39 });
  });

  test("counts items if the last event has none, and keeps a truncated stream's output so far", async () => {
    const { sessions, issues } = await mustImport([diskFile(`${FOLDER}/responses.jsonl`)]);
    expect(sessions).toHaveLength(1); // the second response continues the first
    const parts = sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts).toMatchObject([
      { type: "tool-call", toolCallId: "call_1", input: { path: "src" } },
      { type: "text", text: "The folder holds two fil" },
    ]);
    expect(sessions[0]?.responses.map(({ usage }) => usage?.uncachedInput ?? null)).toEqual([203, null]);
    expect(issues.map(({ code }) => code)).toEqual(["incomplete-stream"]);
  });

  test.each(["anthropic", "chat"])("%s events as JSON lines give the same session as the wire's text", async (name) => {
    const text = readFileSync(`${FOLDER}/${name}.txt`, "utf8");
    const data = text.split("\n").flatMap((line) => (line.startsWith("data: {") ? [line.slice(6)] : []));
    const contents = async (content: string) => {
      const { sessions } = await importText(content);
      return sessions.map(({ messages, responses }) => ({
        parts: messages.flatMap(({ parts }) => parts.map(({ id: _, source: __, ...part }) => part)),
        usages: responses.map(({ usage }) => usage),
      }));
    };
    expect(await contents(data.join("\n"))).toEqual(await contents(text));
  });

  test("an error in a stream is an event, and a line that is not an event affects no other", async () => {
    const lines = readFileSync(`${FOLDER}/anthropic.txt`, "utf8");
    const { sessions, rows } = await importText(
      `${lines}data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\ndata: {broken\n`,
    );
    expect(sessions[0]?.events).toMatchObject([{ type: "api-error", message: "Overloaded" }]);
    expect(rows.bad).toBe(1);
  });
});

describe("pairs of a request and its stream", () => {
  const chat = readFileSync(`${FOLDER}/chat.txt`, "utf8");
  const responses = readFileSync(`${FOLDER}/responses.jsonl`, "utf8").split("\n").slice(0, 6);

  test("a Chat Completions request with the streamed answer as text", async () => {
    const request = { model: "deepseek-reasoner", messages: [{ role: "user", content: "Weather?" }] };
    const { sessions } = await importText(JSON.stringify({ request, response: chat }));
    expect(sessions[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(sessions[0]?.responses[0]?.usage).toMatchObject({ output: 83 });
  });

  test("a Responses request with the streamed answer as text", async () => {
    const request = { model: "gpt-5.1", instructions: "Be brief.", input: "What is in src?" };
    const response = responses.map((line) => `data: ${line}`).join("\n\n");
    const { sessions } = await importText(JSON.stringify({ request, response }));
    const calls = sessions[0]?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool-call"));
    expect(calls).toHaveLength(1);
    expect(sessions[0]?.responses[0]?.usage).toMatchObject({ cacheRead: 128, output: 16 });
  });
});
