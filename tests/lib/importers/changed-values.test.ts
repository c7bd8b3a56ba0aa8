import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "@/lib/conversation/part";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = [
  "codex/enveloped.jsonl",
  "codex/usage-first.jsonl",
  "codex/bare.jsonl",
  "openai-responses/log.jsonl",
  "gemini-cli/session.jsonl",
  "gemini-contents/log.jsonl",
  "qwen-code/session.jsonl",
  "claude-code-stream/stream.jsonl",
];
const VALUES: readonly JsonValue[] = [null, 0, -1, 1e300, "", "x", true, [], {}, [null], [{}], { parts: 1 }];

const read = (name: string) => readFileSync(`tests/fixtures/${name}`, "utf8");
const idsOf = (messages: readonly { id: string; role: string; agent: string }[]) =>
  messages.map(({ id, role, agent }) => [id, role, agent]);

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]))];
}

function withValue(value: JsonValue, [key, ...rest]: Path, put: JsonValue): JsonValue {
  if (key === undefined) return put;
  if (Array.isArray(value))
    return value.map((child, index) => (index === Number(key) ? withValue(child, rest, put) : child));
  const fields = value as { [key: string]: JsonValue };
  return { ...fields, [key]: withValue(fields[key] as JsonValue, rest, put) };
}

test("a value of a different kind anywhere in a row never throws and never breaks the session", async () => {
  const place = fc.record({ name: fc.constantFrom(...FIXTURES), row: fc.nat(), path: fc.nat() });
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom(...VALUES), async ({ name, row, path }, put) => {
      const rows = read(name).trim().split("\n");
      const at = row % rows.length;
      const value = JSON.parse(rows[at] as string) as JsonValue;
      const paths = pathsIn(value);
      rows[at] = JSON.stringify(withValue(value, paths[path % paths.length] as Path, put));
      const result = await importTranscript([memoryFile(rows.join("\n"))]);
      if (result.ok) for (const session of result.value.sessions) checkSession(session);
    }),
    { numRuns: 250 },
  );
});

test("a prefix of a file imports to a prefix of its messages", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FIXTURES), fc.nat(), async (name, cut) => {
      const content = new TextEncoder().encode(read(name));
      const whole = await mustImport([memoryFile(content)]);
      const result = await importTranscript([memoryFile(content.subarray(0, cut % (content.length + 1)))]);
      if (!result.ok) return;
      for (const [index, { messages }] of result.value.sessions.entries()) {
        const all = idsOf(whole.sessions[index]?.messages ?? []);
        expect(idsOf(messages)).toEqual(all.slice(0, messages.length));
      }
    }),
    { numRuns: 100 },
  );
});
