import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadVocabulary, openCountMemory } from "@/lib/server/process/vocabulary";
import { createTokenizer, type TokenizerId, type VocabularyLoader } from "@/lib/tokenizers/tokenizer";

let folder = "";
const file = () => path.join(folder, "counts", "claude.counts");
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-counts-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const written = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("another process finds the counts of the first one in the file", async () => {
  const first = openCountMemory(file());
  expect(first.get("a text")).toBeNull();
  first.set("a text", 2);
  first.set("nothing at all", 0);
  await written();
  const second = openCountMemory(file());
  expect([second.get("a text"), second.get("nothing at all"), second.get("another")]).toEqual([2, 0, null]);
});

test("a second analysis tokenizes nothing: the vocabulary is not even loaded", async () => {
  const texts = ["Hello, world", "你好", " ".repeat(300), "x = 1;\n"];
  const loader = (load: VocabularyLoader): VocabularyLoader =>
    Object.assign((name: Parameters<VocabularyLoader>[0]) => load(name), {
      memory: (id: TokenizerId) => openCountMemory(`${file()}-${id}`),
    });
  for (const id of ["claude", "gemini", "o200k"] as const) {
    const counts = texts.map(createTokenizer(id, loader(loadVocabulary)).count);
    await written();
    const refuse = loader(() => {
      throw new Error("tokenized again");
    });
    const again = createTokenizer(id, refuse);
    expect(texts.map(again.count)).toEqual(counts);
    expect(counts).toEqual(texts.map(createTokenizer(id, loadVocabulary).count));
    expect(() => again.count("something new")).toThrow("tokenized again");
  }
});

test("two open at the same time see each other's writes", async () => {
  const one = openCountMemory(file());
  const other = openCountMemory(file());
  one.set("from one", 3);
  other.set("from the other", 4);
  await written();
  expect([one.get("from the other"), other.get("from one")]).toEqual([4, 3]);
});

test("a file truncated by a crash, or with any content, gives no wrong count", async () => {
  const memory = openCountMemory(file());
  for (let index = 0; index < 50; index += 1) memory.set(`text ${index}`, index);
  await written();
  const whole = fs.readFileSync(file());
  fc.assert(
    fc.property(fc.nat(whole.length), fc.uint8Array({ maxLength: 40 }), (cut, rest) => {
      fs.writeFileSync(file(), Buffer.concat([whole.subarray(0, cut), rest]));
      const reopened = openCountMemory(file());
      for (let index = 0; index < 50; index += 1) expect([null, index]).toContain(reopened.get(`text ${index}`));
      expect(fs.statSync(file()).size % 16).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test("the file is bounded: beyond the limit its older half is dropped", async () => {
  const memory = openCountMemory(file(), 1000);
  for (let index = 0; index < 5000; index += 1) memory.set(`text ${index}`, index);
  await written();
  expect(fs.statSync(file()).size).toBe(2000 * 16);
  const reopened = openCountMemory(file(), 1000);
  expect(fs.statSync(file()).size).toBe(500 * 16);
  expect([reopened.get("text 0"), reopened.get("text 1999")]).toEqual([null, 1999]);
});

test("without a place to write, it still caches counts, and nothing fails", async () => {
  fs.writeFileSync(path.join(folder, "counts"), "in the way");
  const memory = openCountMemory(file());
  memory.set("a text", 7);
  await written();
  expect(memory.get("a text")).toBe(7);
});
