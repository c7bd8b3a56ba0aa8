import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { makeZip } from "@/tests/support/make-zip";
import { makeZstd } from "@/tests/support/make-zstd";
import { draws } from "@/tests/support/samples";
import { memoryFile } from "@/tests/support/transcript-file";

const claudeCode = ["responses", "sidechains", "agent-progress", "compaction", "detours"];
const fixture = fc.constantFrom(...claudeCode.map((name) => `claude-code/${name}.jsonl`));
const read = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/${name}`));

/** Encodings and containers of a file. */
const WRAPPINGS: Readonly<Record<string, (content: Uint8Array) => Uint8Array>> = {
  plain: (content) => content,
  gzip: (content) => new Uint8Array(gzipSync(content)),
  zstd: (content) => makeZstd(content),
  zip: (content) => makeZip([{ path: "x", content }]),
  "zip of zstd": (content) => makeZip([{ path: "x", content, packed: makeZstd(content), method: 93 }]),
  "gzip of zip": (content) => new Uint8Array(gzipSync(makeZip([{ path: "a/agent-x.jsonl", content, isStored: true }]))),
};

describe.each(Object.keys(WRAPPINGS))("%s", (name) => {
  test("imports or refuses any bytes, and never throws", async () => {
    const jsonLines = fc
      .array(fc.oneof(fc.json(), fc.string()), { maxLength: 5 })
      .map((lines) => new TextEncoder().encode(lines.join("\n")));
    const magic = fc.constantFrom([0x1f, 0x8b, 8], [0x28, 0xb5, 0x2f, 0xfd], [0x50, 0x4b, 3, 4], [0x5b], [0x7b, 0x22]);
    const behindMagic = fc
      .tuple(magic, fc.uint8Array({ maxLength: 100 }))
      .map(([start, rest]) => Uint8Array.of(...start, ...rest));
    const content = fc.oneof(fc.uint8Array({ maxLength: 300 }), jsonLines, behindMagic);
    const limits = fc.constantFrom({}, { maxJsonBytes: 8 });
    await fc.assert(
      fc.asyncProperty(content, limits, async (bytes, given) => {
        const wrapped = WRAPPINGS[name]?.(bytes) ?? bytes;
        const result = await importTranscript([memoryFile(wrapped)], { limits: given });
        if (result.ok) for (const session of result.value.sessions) checkSession(session);
        else expect(result.error.message.length).toBeGreaterThan(20);
      }),
      { numRuns: name === "plain" ? draws(100, 300) : draws(20, 60) },
    );
  });

  test("gives the same session in it", async () => {
    const content = read("codex/enveloped.jsonl");
    const gist = async (bytes: Uint8Array) =>
      (await mustImport([memoryFile(bytes)])).sessions.map(({ id: _id, files: _files, ...session }) => session);
    expect(await gist(WRAPPINGS[name]?.(content) ?? content)).toEqual(await gist(content));
  });
});

test("damage anywhere in a session never throws, and every row stays accounted for", async () => {
  await fc.assert(
    fc.asyncProperty(fixture, fc.nat(), fc.uint8Array({ maxLength: 20 }), async (name, place, damage) => {
      const content = read(name);
      content.set(damage.subarray(0, content.length), place % Math.max(1, content.length - damage.length));
      const result = await importTranscript([memoryFile(content)]);
      if (result.ok) for (const session of result.value.sessions) checkSession(session);
    }),
    { numRuns: draws(40, 120) },
  );
});

/** One of every format that is written line by line. */
const LINE_FORMATS = [
  ...claudeCode.map((name) => `claude-code/${name}.jsonl`),
  "claude-code-stream/stream.jsonl",
  "codex/bare.jsonl",
  "codex/enveloped.jsonl",
  "codex/fork.jsonl",
  "codex/usage-first.jsonl",
  "codex-exec/events.jsonl",
  "copilot-cli/events.jsonl",
  "gemini-cli/session.jsonl",
  "gemini-contents/log.jsonl",
  "goose/legacy.jsonl",
  "openai-responses/log.jsonl",
  "openhands/output.jsonl",
  "openhands/sdk-events.jsonl",
  "pi/tree.jsonl",
  "qwen-code/session.jsonl",
];

/** In these formats a later row replaces an earlier one: the text stays, its parts grow or move. */
const REWRITING = new Set(["codex-exec/events.jsonl", "gemini-cli/session.jsonl", "gemini-contents/log.jsonl"]);

describe.each(LINE_FORMATS)("a prefix of %s", (name) => {
  test("imports to a prefix of the same session, in any chunks", async () => {
    const content = read(name);
    const { sessions: whole, rows } = await mustImport([memoryFile(content)]);
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length), fc.integer({ min: 1, max: 5000 }), async (cut, chunkSize) => {
        const prefix = content.subarray(0, cut);
        const result = await importTranscript([memoryFile(prefix, "x", chunkSize)]);
        if (!result.ok) return expectTooEarly(prefix, whole.length);
        expect(result.value.rows.bad).toBeLessThanOrEqual(rows.bad);
        for (const [index, part] of result.value.sessions.entries())
          expectPrefix(part, whole[index], REWRITING.has(name));
      }),
      { numRuns: draws(8, 25) },
    );
  });
});

/** An import may give no session only if nothing had been said yet. */
function expectTooEarly(prefix: Uint8Array, sessions: number) {
  expect(sessions).toBeGreaterThan(0);
  expect(prefix.filter((byte) => byte === 10).length).toBeLessThan(3);
}

function expectPrefix(part: Session, whole: Session | undefined, isRewriting: boolean) {
  const all = whole?.messages ?? [];
  expect(part.messages.map(({ id, role, agent }) => [id, role, agent])).toEqual(
    all.slice(0, part.messages.length).map(({ id, role, agent }) => [id, role, agent]),
  );
  if (isRewriting) return;
  for (const [index, message] of part.messages.entries())
    expect(all[index]?.parts.slice(0, message.parts.length)).toEqual(message.parts);
}
