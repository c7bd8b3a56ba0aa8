import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { afterAll, describe, expect, test } from "vitest";
import { DamagedFile, SectionFile } from "@/lib/server/files/section-file";
import { readJson, readSlice } from "@/lib/server/workers/derived-reader";
import { SectionWriter } from "@/lib/server/workers/write-derived";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-sections-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let count = 0;
const newPath = () => path.join(folder, String(count++));

function write(
  values: Record<string, unknown>,
  lines: readonly string[],
): { file: string; offsets: readonly number[] } {
  const file = newPath();
  const writer = new SectionWriter(file);
  const offsets = writer.lines("lines", ({ line }) => {
    for (const text of lines) line(JSON.stringify(text));
  });
  for (const [name, value] of Object.entries(values)) writer.json(name, value);
  writer.close();
  return { file, offsets };
}

async function withSections<R>(file: string, use: (opened: SectionFile) => Promise<R>): Promise<R> {
  const opened = await SectionFile.open(file);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

const values = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}$/), fc.jsonValue({ noUnicodeString: false }), {
  maxKeys: 6,
});
const lines = fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 8 });

describe("a section file", () => {
  property.prop([values, lines])("gives back what was written, to the server and to a worker", async (wrote, texts) => {
    const { file, offsets } = write(wrote, texts);
    const expected = JSON.parse(JSON.stringify(wrote)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(expected)) {
      expect(readJson(file, name)).toEqual(value);
      expect(JSON.parse(await withSections(file, (opened) => opened.text(name)))).toEqual(value);
    }
    const written = texts.map((text) => JSON.parse(JSON.stringify(text)) as string);
    expect(readSlice(file, "lines", offsets, { start: 0, end: texts.length })).toEqual(written);
    for (const [index, text] of written.entries()) {
      const bytes = await withSections(file, (opened) =>
        opened.slice("lines", offsets[index] as number, offsets[index + 1] as number),
      );
      expect(JSON.parse(bytes.toString("utf8"))).toBe(text);
    }
  });

  property.prop([fc.double({ min: 0, max: 0.999, noNaN: true })])(
    "that was cut short is known as damaged",
    async (at) => {
      const { file } = write({ "a/b": { text: "x".repeat(5000) } }, ["one", "two"]);
      fs.truncateSync(file, Math.floor(fs.statSync(file).size * at));
      await expect(SectionFile.open(file)).rejects.toThrow(DamagedFile);
      expect(() => readJson(file, "a/b")).toThrow(DamagedFile);
    },
  );

  property.prop([fc.nat({ max: 5000 })])("with a changed byte in a section is known as damaged", async (at) => {
    const { file } = write({ "a/b": "x".repeat(5000) }, []);
    const bytes = fs.readFileSync(file);
    bytes[at] = (bytes[at] as number) ^ 1;
    fs.writeFileSync(file, bytes);
    await expect(withSections(file, (opened) => opened.text("a/b"))).rejects.toThrow(DamagedFile);
    expect(() => readJson(file, "a/b")).toThrow(DamagedFile);
  });

  test("is readable even if its table is longer than what is read with the footer", async () => {
    const wrote = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`requests/${index}.json`, index]));
    const { file } = write(wrote, []);
    expect(readJson(file, "requests/499.json")).toBe(499);
    expect(await withSections(file, (opened) => opened.text("requests/0.json"))).toBe("0");
  });

  test("reports which section it lacks", () => {
    const { file } = write({ "a/b": 1 }, []);
    expect(() => readJson(file, "c")).toThrow("it has no c");
  });
});
