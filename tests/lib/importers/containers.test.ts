import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { ImportLimits } from "@/lib/importers/limits";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { makeZip, type ZipFile } from "@/tests/support/make-zip";
import { memoryFile } from "@/tests/support/transcript-file";

const chat = (question: string) =>
  JSON.stringify([
    { role: "user", content: question },
    { role: "assistant", content: "4" },
  ]);
const session = new Uint8Array(readFileSync("tests/fixtures/claude-code/responses.jsonl"));
const content = ({ files: _files, id: _id, ...rest }: { files: unknown; id: string }) => rest;
const importZip = (files: readonly ZipFile[]) => mustImport([memoryFile(makeZip(files), "unknown")]);

async function refusal(bytes: Uint8Array, limits: Partial<ImportLimits> = {}) {
  const result = await importTranscript([memoryFile(bytes)], { limits });
  if (result.ok) throw new Error("it was imported");
  return result.error;
}

describe("gzip", () => {
  test("is the same session as what is in it, in any chunks, also twice around", async () => {
    const plain = await mustImport([memoryFile(session)]);
    for (const packed of [gzipSync(session), gzipSync(gzipSync(session))])
      for (const chunkSize of [1, 100, 65_536]) {
        const { sessions, rows } = await mustImport([memoryFile(new Uint8Array(packed), "unknown", chunkSize)]);
        expect(sessions.map(content)).toEqual(plain.sessions.map(content));
        expect(rows).toEqual(plain.rows);
      }
  });

  test("keeps the hash and size of the file that was imported", async () => {
    const file = memoryFile(new Uint8Array(gzipSync(session)), "s.jsonl.gz");
    const [imported] = (await mustImport([file])).sessions;
    expect(imported?.files).toEqual([{ name: "s.jsonl.gz", sha256: file.sha256, bytes: file.bytes }]);
  });

  test("a bomb is stopped while it unpacks, harmless ratios are not", async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(200_000_000, "[")));
    const before = process.memoryUsage().rss;
    expect(await refusal(bomb)).toMatchObject({ code: "too-large", message: expect.stringContaining("100 times") });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    const repetitive = new Uint8Array(gzipSync(chat("a".repeat(500_000))));
    expect((await mustImport([memoryFile(repetitive)])).sessions.length).toBe(1);
    expect(await refusal(new Uint8Array(gzipSync(session)), { maxUnpackedBytes: 1000 })).toMatchObject({
      code: "too-large",
      message: expect.stringContaining("more than 1000 bytes"),
    });
  });

  test("cut off or damaged, it is refused as such", async () => {
    const packed = new Uint8Array(gzipSync(session));
    expect((await refusal(packed.subarray(0, packed.length / 2))).code).toBe("damaged-archive");
    const damaged = packed.slice();
    damaged.fill(7, 40, 60);
    expect((await refusal(damaged)).code).toBe("damaged-archive");
  });

  test("an import can be cancelled", async () => {
    const controller = new AbortController();
    controller.abort();
    const result = await importTranscript([memoryFile(new Uint8Array(gzipSync(session)))], {
      signal: controller.signal,
    });
    expect(result).toMatchObject({ ok: false, error: { code: "cancelled" } });
  });
});

describe("zip", () => {
  test("holds any number of transcripts of any format; what is none is kept and named", async () => {
    const { format, sessions, rows, issues } = await importZip([
      { path: "a/chat.json", content: chat("2 + 2?") },
      { path: "a/same.json", content: chat("2 + 2?"), isStored: true },
      { path: "a/photo.png", content: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10) },
      { path: "a/", content: "" },
      { path: "deep/日本.jsonl", content: session },
      { path: "more.zip", content: makeZip([{ path: "x.json", content: chat("3 + 3?") }]) },
    ]);
    expect(format).toBe("message-list + claude-code");
    expect(sessions.map(({ title }) => title)).toEqual(["2 + 2?", "2 + 2?", "Cart keeps its items", "3 + 3?"]);
    expect(sessions[2]?.files[0]).toMatchObject({ name: "unknown", path: "deep/日本.jsonl" });
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(4);
    expect(rows.read).toBe(rows.interpreted + rows.kept + rows.bad);
    const kept = issues.filter(({ code }) => code === "kept-file");
    expect(kept.map(({ message }) => message)).toEqual([expect.stringMatching(/^a\/photo.png was kept.*PNG image/)]);
    for (const imported of sessions) checkSession(imported);
  });

  test("a file with a symbolic link, a false size or an unknown method", async () => {
    const good = { path: "a.json", content: chat("?") };
    const linked = await importZip([good, { path: "link", content: "/etc/passwd", mode: 0o120777 }]);
    expect([linked.sessions.length, linked.issues]).toEqual([1, []]);
    expect((await refusal(makeZip([{ ...good, claimedBytes: 5 }]))).code).toBe("too-large");
    expect(await refusal(makeZip([{ ...good, method: 93 }]))).toMatchObject({
      code: "unsupported-encoding",
      message: expect.stringContaining("zstd (a.json)"),
    });
    const mixed = await importZip([good, { ...good, path: "b.json", method: 93 }]);
    expect(mixed.rows.kept).toBe(1);
    expect((await refusal(makeZip([{ ...good, isEncrypted: true }]))).message).toContain("encrypted");
  });

  test("limits: files, unpacked bytes, packed bytes, archives in archives", async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({ path: `${index}.json`, content: chat(`${index}?`) }));
    const zip = makeZip(files);
    expect((await refusal(zip, { maxArchiveEntries: 10 })).message).toContain("more than 10 files");
    expect((await refusal(zip, { maxUnpackedBytes: 500 })).message).toContain("more than 500 bytes");
    expect((await refusal(zip, { maxArchiveBytes: 500 })).message).toContain("a ZIP archive may have 500 bytes");
    let nested = makeZip([{ path: "a.json", content: chat("?") }]);
    for (let layer = 0; layer < 4; layer += 1) nested = makeZip([{ path: "in.zip", content: nested }]);
    expect((await refusal(nested)).message).toContain("inside 3 others");
    expect((await refusal(makeZip([{ path: "bomb", content: "[".repeat(5_000_000) }]))).message).toContain("100 times");
  });

  test("an empty archive and one without transcripts are refused", async () => {
    expect((await refusal(makeZip([]))).code).toBe("not-a-transcript");
    const none = makeZip([
      { path: "a.txt", content: "hello" },
      { path: "b.txt", content: "world" },
    ]);
    expect((await refusal(none)).message).toContain("2 files, none of which");
  });

  test("damage anywhere never throws", async () => {
    const whole = makeZip([
      { path: "a.json", content: chat("?") },
      { path: "b.jsonl", content: session },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (at, damage, isCut) => {
          const bytes = isCut ? whole.slice(0, at) : whole.slice();
          if (!isCut) bytes.set(damage.subarray(0, whole.length - at), at);
          const result = await importTranscript([memoryFile(bytes)]);
          if (!result.ok) expect(result.error.message.length).toBeGreaterThan(20);
        },
      ),
      { numRuns: 150 },
    );
  });
});

test("zstd is refused with what to do", async () => {
  const zstd = await refusal(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2));
  expect(zstd).toMatchObject({ code: "unsupported-encoding", message: expect.stringContaining("zstd -d") });
});
