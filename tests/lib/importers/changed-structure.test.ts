import fs from "node:fs";
import { expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { importTranscript } from "@/lib/importers/import-transcript";
import { attributesOf, nanoTime } from "@/lib/importers/otel-genai/span";
import { checkSession } from "@/tests/support/check-importer";
import { generateConversation } from "@/tests/support/generate-conversation";
import { mutateJson, mutateJsonText, seededBelow } from "@/tests/support/mutate";
import { memoryFile } from "@/tests/support/transcript-file";

/** JavaScript cannot convert it to text: `String()`, templates and joins throw. */
const NO_TEXT = { toString: 1, valueOf: 1 };

const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

test.each([
  ["a role", lines({ role: NO_TEXT, message: { content: [{ type: "text", text: "hi" }] } })],
  ["a type", lines({ type: NO_TEXT, id: "x", timestamp: "2026-01-01T00:00:00Z", message: { role: "user" } })],
  ["the role of a list", JSON.stringify([{ role: NO_TEXT, content: "x" }])],
  ["a text", lines({ role: "user", message: { content: [{ type: "text", text: NO_TEXT }] } })],
  ["an answer's text in a stream", streamOf({ type: "text", text: NO_TEXT })],
  ["the id of a sample", JSON.stringify(inspectLog(NO_TEXT))],
])("an object that cannot be a text, in place of %s, is refused or kept, and never throws", async (_, text) => {
  const result = await importTranscript([memoryFile(text)]);
  if (result.ok) for (const session of result.value.sessions) checkSession(session);
});

function streamOf(block: object): string {
  const events = [
    { type: "message_start", message: { id: "m", role: "assistant", content: [], model: "m" } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "more" } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function inspectLog(id: unknown): object {
  const log = JSON.parse(fs.readFileSync("tests/fixtures/inspect/log.json", "utf8")) as { samples: object[] };
  return { ...log, samples: log.samples.map((sample) => ({ ...sample, id })) };
}

test.each(CODECS)(
  "$id: a body with an object that cannot be a text in place of any word is read or refused",
  (codec) => {
    const below = seededBelow(29);
    const body = codec.encode(generateConversation(6, 29));
    for (let count = 60; count > 0; count -= 1) {
      const decoded = codec.decode(mutateJson(mutateJson(body, below), below));
      if (!decoded.ok) expect(decoded.error.message.length).toBeGreaterThan(10);
    }
  },
);

const LARGEST = 6 << 10;
const texts = fs
  .readdirSync("tests/fixtures", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(json|jsonl|traj)$/.test(file))
  .map((file) => `tests/fixtures/${file}`)
  .filter((file) => fs.statSync(file).size < LARGEST)
  .sort()
  .map((file) => fs.readFileSync(file, "utf8"));

test("imports or refuses 200 files with random structural changes", async () => {
  const below = seededBelow(20_261_124);
  expect(texts.length).toBeGreaterThan(20);
  for (let index = 0; index < 200; index += 1) {
    const text = mutateJsonText(texts[below(texts.length)] as string, below);
    if (text === null) continue;
    const result = await importTranscript([memoryFile(text)]);
    if (result.ok) for (const session of result.value.sessions) checkSession(session);
    else expect(result.error.message.length).toBeGreaterThan(20);
  }
});

test("refuses infinite numbers and objects as times and counts of spans", () => {
  for (const value of [Number.POSITIVE_INFINITY, Number.NaN, NO_TEXT, [NO_TEXT]]) expect(nanoTime(value)).toBeNull();
  expect(attributesOf([{ key: "n", value: { intValue: NO_TEXT } }]).n).toBeNaN();
});

test("an empty system prompt in a request body creates no message", async () => {
  const body = { model: "claude-sonnet-4-5", max_tokens: 9, system: [], messages: [{ role: "user", content: "hi" }] };
  const result = await importTranscript([memoryFile(JSON.stringify(body))]);
  if (!result.ok) throw new Error(result.error.message);
  for (const session of result.value.sessions) checkSession(session);
  expect(result.value.sessions[0]?.messages.map(({ role }) => role)).toEqual(["user"]);
});
