import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FOLDER = "lib/tokenizers/vocabularies";
const notice = fs.readFileSync(path.join(FOLDER, "NOTICE"), "utf8");
const texts = fs.readdirSync(path.join(FOLDER, "licences"));
/** Google publishes these terms only as a web page; NOTICE has its URL. */
const ELSEWHERE = ["gemma.bin"];

test("NOTICE lists every vocabulary, with the texts of its licences next to it", () => {
  const vocabularies = fs.readdirSync(FOLDER).filter((file) => file.endsWith(".bin"));
  expect(vocabularies.length).toBeGreaterThan(5);
  for (const file of vocabularies) {
    const paragraph = notice.split("\n\n").find((text) => text.includes(file)) ?? "";
    const named = texts.filter((name) => paragraph.includes(`licences/${name}`));
    expect(named.length, file).toBeGreaterThan(0);
    if (ELSEWHERE.includes(file)) expect(paragraph).toContain("ai.google.dev/gemma/terms");
  }
  expect(texts.filter((name) => !notice.includes(`licences/${name}`))).toEqual([]);
});

test("the texts are complete: each ends as its licence does", () => {
  const ends: Readonly<Record<string, RegExp>> = {
    "Apache-2.0.txt": /END OF TERMS AND CONDITIONS/,
    "llama-3-community.txt": /California/,
    "deepseek-model.txt": /Use Restrictions/i,
  };
  for (const name of texts) {
    const text = fs.readFileSync(path.join(FOLDER, "licences", name), "utf8");
    expect(text, name).toMatch(ends[name] ?? /SOFTWARE\.\s*$|Policy|report/i);
  }
});
