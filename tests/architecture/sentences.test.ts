import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A text in quotes or backticks that begins with a capital, has two words or more and ends with a full stop. */
const SENTENCE = /(["'`])[A-Z][^"'`\n]* [^"'`\n]*\.\1/g;

/** `policies/` describes its options for the API. */
const FOLDERS = ["lib/cache", "lib/cache/findings"];

test("breaks and findings are ids and parameters; their sentences are in lib/read-models/words", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith(".ts") ? [`${folder}/${name}`] : [])),
  );
  const sentences = files.flatMap((file) => readFileSync(file, "utf8").match(SENTENCE) ?? []);

  expect(files.length).toBeGreaterThan(20);
  expect(sentences).toEqual([]);
  expect(readFileSync("lib/read-models/words/break-evidence.ts", "utf8")).toMatch(SENTENCE);
});
