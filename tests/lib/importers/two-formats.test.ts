import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { memoryFile } from "@/tests/support/transcript-file";

/** Fixture lines of each client whose command prints events, which several importers might claim. */
const PRINTED = ["codex-exec", "droid"].map((folder) => {
  const name = fs.readdirSync(path.join("tests/fixtures", folder)).filter((file) => file.endsWith(".jsonl"));
  return name.map((file) => fs.readFileSync(path.join("tests/fixtures", folder, file), "utf8"));
});

test("a file combined from two formats is refused with both names, and never throws", async () => {
  const said: string[] = [];
  for (const first of PRINTED[0] ?? [])
    for (const second of PRINTED[1] ?? [])
      for (const text of [first + second, second + first, mixed(first, second)]) {
        const result = await importTranscript([memoryFile(text)]);
        if (!result.ok) said.push(result.error.message);
      }
  expect(said.some((message) => /mixes the formats codex-exec and droid-exec/.test(message))).toBe(true);
});

/** The lines of both, alternating, as if two programs write to one file. */
function mixed(first: string, second: string): string {
  const [a, b] = [first.trimEnd().split("\n"), second.trimEnd().split("\n")];
  return a.flatMap((line, index) => [line, ...(b[index] === undefined ? [] : [b[index]])]).join("\n");
}
