import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { TranscriptFile } from "@/lib/importers/importer";
import type { Session } from "@/lib/transcript/session";
import { checkSession } from "@/tests/support/check-importer";
import { makeZip } from "@/tests/support/make-zip";
import { sumUsage } from "@/tests/support/sum-usage";
import { memoryFile } from "@/tests/support/transcript-file";

const read = (file: string) => new Uint8Array(readFileSync(file));
/** A limit that this content just exceeds. */
const below = (content: string | Uint8Array) => ({ maxJsonBytes: content.length - 1 });

async function sessionsOf(file: TranscriptFile, limits = {}): Promise<readonly Session[]> {
  const result = await importTranscript([file], { limits });
  if (!result.ok) throw new Error(result.error.message);
  for (const session of result.value.sessions) checkSession(session);
  return result.value.sessions;
}

/** Who said what, and the cost. Positions differ, because a streamed item counts as a line. */
const gist = (sessions: readonly Session[]) =>
  sessions.map((session) => ({
    format: session.format,
    said: session.messages.map(({ role, origin, agent, parts }) => [
      role,
      origin,
      agent,
      parts.map(({ id: _id, source: _source, ...part }) => part),
    ]),
    usage: sumUsage(session.responses),
  }));

const FIXTURES = "tests/fixtures";
const lists = (readdirSync(FIXTURES, { recursive: true, encoding: "utf8" }) as string[]).filter((name) => {
  const isJson = name.endsWith(".json") && !name.startsWith("formats");
  return isJson && /^\s*(\[|\{\s*"resource_?[sS]pans")/.test(readFileSync(path.join(FIXTURES, name), "utf8"));
});

describe("a list that is too large to hold is read item by item", () => {
  test.each(lists)("%s", async (name) => {
    const content = read(path.join(FIXTURES, name));
    const whole = await importTranscript([memoryFile(content)]);
    if (!whole.ok) return expect(whole.error.code).toBe("not-a-transcript");
    if (name.startsWith("cline/")) {
      const refused = await importTranscript([memoryFile(content)], { limits: below(content) });
      return expect(refused).toMatchObject({ ok: false, error: { code: "too-large" } });
    }
    for (const chunkSize of [7, 65_536])
      expect(gist(await sessionsOf(memoryFile(content, "x", chunkSize), below(content)))).toEqual(
        gist(whole.value.sessions),
      );
  });

  test("such fixtures exist", () => expect(lists.length).toBeGreaterThan(5));

  test("on one line, over many, compressed and in an archive", async () => {
    const content = read(`${FIXTURES}/chatgpt-export/conversations.json`);
    const whole = gist(await sessionsOf(memoryFile(content)));
    const value = JSON.parse(new TextDecoder().decode(content));
    const texts = [JSON.stringify(value), JSON.stringify(value, null, 2).replaceAll("\n", "\r\n")];
    const files = [
      memoryFile(texts[0] as string),
      memoryFile((texts[1] as string).trim()),
      memoryFile(gzipSync(content) as Uint8Array<ArrayBuffer>),
      memoryFile(makeZip([{ path: "conversations.json", content }])),
    ];
    for (const file of files) expect(gist(await sessionsOf(file, { maxJsonBytes: 4000 }))).toEqual(whole);
  });

  test("an item is where its position says", async () => {
    const content = `[\n  ${["one", "two", "three"]
      .map((text) =>
        JSON.stringify({
          messages: [
            { role: "user", content: text },
            { role: "assistant", content: "!" },
          ],
        }),
      )
      .join(",\n  ")}\n]\n`;
    const sessions = await sessionsOf(memoryFile(content), below(content));
    const bytes = new TextEncoder().encode(content);
    const texts = sessions.map(({ messages: [message] }) => {
      const { byteOffset = 0, byteLength = 0 } = message?.parts[0]?.source ?? {};
      return new TextDecoder().decode(bytes.subarray(byteOffset, byteOffset + byteLength)).replace(/^[[,]/, "");
    });
    expect(texts.map((text) => JSON.parse(text).messages[0].content)).toEqual(["one", "two", "three"]);
  });

  test("a damaged item and a truncated end affect no other item", async () => {
    const items = ["one", "two", "three"].map((text) =>
      JSON.stringify({
        messages: [
          { role: "user", content: text },
          { role: "assistant", content: "!" },
        ],
      }),
    );
    const damaged = `[${items[0]},${items[1]?.replace("user", 'us"er')},${items[2]}]`;
    const result = await importTranscript([memoryFile(damaged)], { limits: below(damaged) });
    expect(result.ok && result.value.sessions.length).toBeGreaterThan(0);
    const cut = await importTranscript([memoryFile(`[${items.join(",")}`.slice(0, -20))], {
      limits: { maxJsonBytes: 100 },
    });
    expect(cut.ok && [cut.value.sessions.length, cut.value.rows.pendingBytes > 0]).toEqual([2, true]);
  });

  test("rows that are lists stay rows; an object that must be complete is refused with its size", async () => {
    const rows = await importTranscript(
      [memoryFile('{"version":2,"width":80,"height":24}\n[0.1,"o","x"]\n[0.2,"o","y"]\n')],
      {
        limits: { maxJsonBytes: 16 },
      },
    );
    expect(rows).toMatchObject({ ok: false });
    const object = JSON.stringify({ messages: [{ role: "user", content: "x".repeat(200) }] }, null, 1);
    const refused = await importTranscript([memoryFile(object)], { limits: { maxJsonBytes: 100 } });
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: "too-large",
        message: expect.stringMatching(
          /one JSON object has to be held whole and may have 100 bytes \(the file has \d+\)/,
        ),
      },
    });
  });
});

test("a list of 80 MB needs no more memory than its sessions", { timeout: 120_000 }, async () => {
  const conversation = read(`${FIXTURES}/claude-ai-export/conversations.json`);
  const [first] = JSON.parse(new TextDecoder().decode(conversation));
  // Little of it is kept, but much of it is read.
  const item = new TextEncoder().encode(JSON.stringify({ ...first, padding: "x".repeat(800_000) }));
  const file: TranscriptFile = {
    name: "conversations.json",
    sha256: "0",
    bytes: (item.length + 1) * 100 + 1,
    async *open() {
      yield new TextEncoder().encode("[");
      for (let index = 0; index < 100; index += 1) {
        if (index > 0) yield new TextEncoder().encode(",");
        yield item;
      }
      yield new TextEncoder().encode("]");
    },
  };
  expect(file.bytes).toBeGreaterThan(64 * 1024 * 1024);
  const before = process.memoryUsage().rss;
  let peak = before;
  const result = await importTranscript([file], {
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    },
  });
  expect(result.ok && result.value.sessions.length).toBe(100);
  expect(peak - before).toBeLessThan(200_000_000);
});
