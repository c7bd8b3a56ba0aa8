import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import { importTranscript } from "@/lib/importers/import-transcript";
import { ShelfFile } from "@/lib/server/workers/import-task";
import { diskFile, memoryFile } from "../../../support/transcript-file";

let directory: string;
let shelf: ShelfFile;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-shelf-"));
  shelf = new ShelfFile(path.join(directory, "texts"), 0);
});

afterEach(() => {
  shelf.close();
  fs.rmSync(directory, { recursive: true });
});

const isOnShelf = (owner: object, key: string) => Object.getOwnPropertyDescriptor(owner, key)?.get !== undefined;

/** Any text, short or long, including half characters. */
const text = fc
  .tuple(fc.string({ unit: "binary", maxLength: 20 }), fc.integer({ min: 0, max: 200 }))
  .map(([piece, times]) => piece.repeat(times) + (times % 2 === 1 ? "\ud83d" : ""));
const value = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), tie("value"), { maxKeys: 4 }),
}));

test("law: a part on the shelf reads like the original: fields, JSON, copies", () => {
  fc.assert(
    fc.property(fc.array(value.object, { maxLength: 5 }), (parts) => {
      const before = parts.map((part) => structuredClone(part) as object);
      for (const part of parts) shelf.rest(part as object);
      expect(parts).toEqual(before);
      expect(parts.map((part) => ({ ...(part as object) }))).toEqual(before);
      expect(JSON.stringify(parts)).toBe(JSON.stringify(before));
    }),
  );
});

test("numbers stay as written", () => {
  const json = `{"input":{"version":1.0,"id":12345678901234567890,"content":"${"x".repeat(900)}"},"text":"${"é→".repeat(400)}"}`;
  const part = parseJson(json) as { input: object };
  shelf.rest(part);
  expect([isOnShelf(part, "text"), isOnShelf(part.input, "content")]).toEqual([true, true]);
  expect(jsonText(part)).toBe(json);
});

test("the first texts stay in memory", () => {
  const roomy = new ShelfFile(path.join(directory, "more texts"), 1_500);
  const parts = [{ text: "a".repeat(900) }, { text: "b".repeat(900) }, { text: "c".repeat(600) }];
  for (const part of parts) roomy.rest(part);
  expect(parts.map((part) => isOnShelf(part, "text"))).toEqual([false, true, false]);
  expect(parts.map(({ text: read }) => read.length)).toEqual([900, 900, 600]);
  roomy.close();
});

test("nobody finds the file, and short texts stay in memory", () => {
  const part = { text: "short" };
  shelf.rest(part);
  expect(isOnShelf(part, "text")).toBe(false);
  expect(fs.readdirSync(directory)).toEqual([]);
});

describe("an import with a shelf", () => {
  const fixtures = "tests/fixtures/claude-code";
  const files = fs.readdirSync(fixtures).filter((name) => name.endsWith(".jsonl"));

  test.each(files)("reads %s as without one", async (name) => {
    const file = diskFile(path.join(fixtures, name));
    expect(await importTranscript([file], { shelf })).toEqual(await importTranscript([file]));
  });

  test("puts Claude Code's long texts there", async () => {
    const row = (content: string) =>
      JSON.stringify({
        type: "user",
        uuid: content,
        parentUuid: null,
        sessionId: "s",
        message: { role: "user", content },
      });
    const imported = await importTranscript([memoryFile(`${row("short")}\n${row("long ".repeat(200))}\n`)], { shelf });
    const parts = imported.ok
      ? imported.value.sessions.flatMap(({ messages }) => messages.flatMap((one) => one.parts))
      : [];
    expect(parts.map((part) => isOnShelf(part, "text"))).toEqual([false, true]);
    expect(parts.map((part) => part.type === "text" && part.text)).toEqual(["short", "long ".repeat(200)]);
  });
});
