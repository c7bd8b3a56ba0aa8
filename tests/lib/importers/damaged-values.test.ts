import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkSession } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = [
  ["pi/tree.jsonl"],
  ["opencode/export-with-lead-in.json"],
  ["cline/roo/api_conversation_history.json", "cline/roo/ui_messages.json"],
  ["cline/classic/ui_messages.json", "cline/classic/api_conversation_history.json"],
  ["cline/sdk/session.messages.json", "cline/sdk/session.json"],
  ["continue/session.json"],
  ["copilot/export.json"],
  ["openhands/output.jsonl"],
  ["openhands/sdk-events.jsonl"],
  ["atif/trajectory.json"],
  ["goose/legacy.jsonl"],
];

const read = (name: string) => readFileSync(`tests/fixtures/${name}`, "utf8");

/** Replaces one value anywhere (of a key or an item) with another. The text stays JSON. */
function swapValue(text: string, place: number, value: unknown): string {
  const values = [...text.matchAll(/(?<=[:[,]\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.]*|true|false|null)(?=\s*[,\]}])/g)];
  const chosen = values[place % values.length];
  if (!chosen) return text;
  return text.slice(0, chosen.index) + JSON.stringify(value) + text.slice(chosen.index + chosen[0].length);
}

const anything = fc.oneof(
  fc.constantFrom(null, true, "", 0, -1, 1e300, [], {}, [[]], [null], { type: "text" }, "2026-01-05", "__proto__"),
  fc.jsonValue(),
);

test.each(FIXTURES)("%s: no value in it can break the import, and every row stays accounted for", async (...names) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 4 }), async (swaps) => {
      const damage = (text: string) => swaps.reduce((left, [place, value]) => swapValue(left, place, value), text);
      const result = await importTranscript(names.map((name) => memoryFile(damage(read(name)), name)));
      if (result.ok) for (const session of result.value.sessions) checkSession(session);
      else expect(result.error.message.length).toBeGreaterThan(20);
    }),
    { numRuns: 60 },
  );
});
