import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

const fixture = fc.constantFrom("responses", "sidechains", "agent-progress", "compaction", "detours");
const read = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/claude-code/${name}.jsonl`));

test("any bytes are imported or refused, never thrown at", async () => {
  const jsonLines = fc
    .array(fc.oneof(fc.json(), fc.string()), { maxLength: 5 })
    .map((lines) => new TextEncoder().encode(lines.join("\n")));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), jsonLines), async (content) => {
      const result = await importTranscript([memoryFile(content)]);
      if (result.ok) for (const session of result.value.sessions) checkSession(session);
      else expect(result.error.message.length).toBeGreaterThan(20);
    }),
    { numRuns: 300 },
  );
});

test("damage anywhere in a session never throws, and every row stays accounted for", async () => {
  await fc.assert(
    fc.asyncProperty(fixture, fc.nat(), fc.uint8Array({ maxLength: 20 }), async (name, place, damage) => {
      const content = read(name);
      content.set(damage.subarray(0, content.length), place % Math.max(1, content.length - damage.length));
      const result = await importTranscript([memoryFile(content)]);
      if (result.ok) for (const session of result.value.sessions) checkSession(session);
    }),
    { numRuns: 120 },
  );
});

test("a prefix of a file imports to a prefix of its messages, in any chunks", async () => {
  await fc.assert(
    fc.asyncProperty(fixture, fc.nat(), fc.integer({ min: 1, max: 5000 }), async (name, cut, chunkSize) => {
      const content = read(name);
      const [whole] = (await mustImport([memoryFile(content)])).sessions;
      const prefix = content.subarray(0, cut % (content.length + 1));
      const result = await importTranscript([memoryFile(prefix, "x", chunkSize)]);
      if (!result.ok) {
        expect(prefix.filter((byte) => byte === 10).length).toBe(0);
        return;
      }
      const [part] = result.value.sessions;
      const all = whole?.messages ?? [];
      const found = part?.messages ?? [];
      expect(found.map(({ id, role, agent }) => [id, role, agent])).toEqual(
        all.slice(0, found.length).map(({ id, role, agent }) => [id, role, agent]),
      );
      for (const [index, message] of found.entries())
        expect(all[index]?.parts.slice(0, message.parts.length)).toEqual(message.parts);
      expect(result.value.rows.bad).toBe(0);
    }),
    { numRuns: 120 },
  );
});
