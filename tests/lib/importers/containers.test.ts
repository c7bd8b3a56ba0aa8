import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unzstd } from "@/lib/importers/containers/unzstd";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { ImportLimits } from "@/lib/importers/limits";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { makeZip, type ZipFile } from "@/tests/support/make-zip";
import { makeZstd } from "@/tests/support/make-zstd";
import { draws } from "@/tests/support/samples";
import { memoryFile } from "@/tests/support/transcript-file";

const chat = (question: string) =>
  JSON.stringify([
    { role: "user", content: question },
    { role: "assistant", content: "4" },
  ]);
const session = new Uint8Array(readFileSync("tests/fixtures/claude-code/responses.jsonl"));
/** The same content, packed by `zstd -19 --check`. */
const zstd = new Uint8Array(readFileSync("tests/fixtures/containers/responses.jsonl.zst"));
const content = ({ files: _files, id: _id, ...rest }: { files: unknown; id: string }) => rest;
const importZip = (files: readonly ZipFile[]) => mustImport([memoryFile(makeZip(files), "unknown")]);

const ROOMY = { packedBytes: 1000, maxBytes: 1_000_000, maxRatio: 1000 };

async function* pieces(bytes: Uint8Array) {
  yield bytes;
}

async function unpacked(archive: Uint8Array): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of unzstd(pieces(archive), "test archive", ROOMY)) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function refusal(bytes: Uint8Array, limits: Partial<ImportLimits> = {}) {
  const result = await importTranscript([memoryFile(bytes)], { limits });
  if (result.ok) throw new Error("it was imported");
  return result.error;
}

describe("gzip", () => {
  test("gives the same session as its content, in any chunks, also packed twice", async () => {
    const plain = await mustImport([memoryFile(session)]);
    for (const packed of [gzipSync(session), gzipSync(gzipSync(session))])
      for (const chunkSize of [1, 100, 65_536]) {
        const { sessions, rows } = await mustImport([memoryFile(new Uint8Array(packed), "unknown", chunkSize)]);
        expect(sessions.map(content)).toEqual(plain.sessions.map(content));
        expect(rows).toEqual(plain.rows);
      }
  });

  test("keeps the hash and size of the imported file", async () => {
    const file = memoryFile(new Uint8Array(gzipSync(session)), "s.jsonl.gz");
    const [imported] = (await mustImport([file])).sessions;
    expect(imported?.files).toEqual([{ name: "s.jsonl.gz", sha256: file.sha256, bytes: file.bytes }]);
  });

  test("stops a bomb while it unpacks, but not harmless ratios", async () => {
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

  test("a truncated or damaged file is refused as such", async () => {
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

describe("zstd", () => {
  test("gives the same session as its content, in any chunks, combined with gzip and in several frames", async () => {
    const plain = await mustImport([memoryFile(session)]);
    const skippable = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
    const halves = [session.subarray(0, 1000), session.subarray(1000)].map((half) => makeZstd(half));
    const frames = Buffer.concat([halves[0] as Uint8Array, skippable, halves[1] as Uint8Array, skippable]);
    const packings = [zstd, gzipSync(zstd), makeZstd(gzipSync(session)), makeZstd(zstd), frames];
    for (const packed of packings)
      for (const chunkSize of [1, 100, 65_536]) {
        const { sessions, rows } = await mustImport([memoryFile(new Uint8Array(packed), "unknown", chunkSize)]);
        expect(sessions.map(content)).toEqual(plain.sessions.map(content));
        expect(rows).toEqual(plain.rows);
      }
  });

  test("a compressed Codex rollout", async () => {
    const packed = memoryFile(new Uint8Array(readFileSync("tests/fixtures/containers/rollout.jsonl.zst")), "r.zst");
    const plain = await mustImport([memoryFile(readFileSync("tests/fixtures/codex/enveloped.jsonl", "utf8"))]);
    const { format, sessions } = await mustImport([packed]);
    expect(format).toBe("codex");
    expect(sessions.map(content)).toEqual(plain.sessions.map(content));
    expect(sessions[0]?.files).toEqual([{ name: "r.zst", sha256: packed.sha256, bytes: packed.bytes }]);
  });

  test("stops a bomb while it unpacks, and a window that would take all memory", async () => {
    const bomb = makeZstd(Array.from({ length: 2000 }, () => ({ byte: 91, times: 128 * 1024 })));
    expect(await refusal(bomb)).toMatchObject({ code: "too-large", message: expect.stringContaining("100 times") });
    const wide = makeZstd("[]");
    wide[5] = 0xa0;
    expect(await refusal(wide)).toMatchObject({ code: "too-large", message: expect.stringContaining("window") });
    expect(await refusal(zstd, { maxUnpackedBytes: 1000 })).toMatchObject({
      code: "too-large",
      message: expect.stringContaining("more than 1000 bytes"),
    });
  });

  test("refuses a truncated or damaged file, a dictionary or a wrong checksum as such", async () => {
    const refused = async (bytes: Uint8Array, reason: RegExp) => {
      const { code, message } = await refusal(bytes);
      expect([code, message]).toEqual([
        expect.stringMatching(/^(damaged-archive|unsupported-encoding)$/),
        expect.stringMatching(reason),
      ]);
    };
    for (const end of [4, 5, 8, 20, zstd.length - 5, zstd.length - 1]) await refused(zstd.subarray(0, end), /cut off/);
    const falseSum = zstd.slice();
    falseSum[zstd.length - 1] = (zstd.at(-1) as number) ^ 1;
    await refused(falseSum, /checksum/);
    await refused(makeZstd(chat("?"), 1), /checksum/);
    await refused(new Uint8Array(Buffer.concat([zstd, Buffer.from("more")])), /something else/);
    const withDictionary = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1, 0x50, 7, 1, 0, 0);
    await refused(withDictionary, /dictionary/);
    const damaged = zstd.slice();
    damaged.fill(7, 40, 60);
    expect((await refusal(damaged)).code).toBe("damaged-archive");
  });

  test("damage anywhere never throws", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(zstd.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }), async (at, damage) => {
        const bytes = zstd.slice();
        bytes.set(damage.subarray(0, zstd.length - at), at);
        const result = await importTranscript([memoryFile(bytes)]);
        if (!result.ok) expect(result.error.message.length).toBeGreaterThan(20);
      }),
      { numRuns: draws(60, 150) },
    );
  });

  test.each([
    ["", 0x51d8e999],
    ["a", 0xa98c6e5b],
    ["abc", 0xad770999],
    ["0123456789".repeat(4), 0xbde1a931],
  ])("the checksum of %j equals the reference program's, in blocks of any size", async (text, expected) => {
    const bytes = new TextEncoder().encode(text);
    const blocksOf = (size: number) =>
      Array.from({ length: Math.max(1, Math.ceil(bytes.length / size)) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
    for (const size of [1, 3, 31, 32, 33, 100]) {
      expect(await unpacked(makeZstd(blocksOf(size), expected))).toBe(text);
      await expect(unpacked(makeZstd(blocksOf(size), expected - 1))).rejects.toThrow(/checksum/);
    }
  });

  test("two archives read in turns have separate checksums", async () => {
    const archive = makeZstd(
      [..."abc"].map((letter) => new TextEncoder().encode(letter)),
      0xad770999,
    );
    const [first, second] = [unzstd(pieces(archive), "first", ROOMY), unzstd(pieces(archive), "second", ROOMY)];
    for (let open = true; open; ) {
      const steps = [await first.next(), await second.next()];
      open = steps.some(({ done }) => !done);
    }
    expect((await first.next()).done).toBe(true);
  });
});

describe("zip", () => {
  test("contains any number of transcripts of any format; other files are kept and named", async () => {
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

  test("ignores symbolic links, and refuses a wrong size, an unknown method and encryption", async () => {
    const good = { path: "a.json", content: chat("?") };
    const linked = await importZip([good, { path: "link", content: "/etc/passwd", mode: 0o120777 }]);
    expect([linked.sessions.length, linked.issues]).toEqual([1, []]);
    expect((await refusal(makeZip([{ ...good, claimedBytes: 5 }]))).code).toBe("too-large");
    expect(await refusal(makeZip([{ ...good, method: 14 }]))).toMatchObject({
      code: "unsupported-encoding",
      message: expect.stringContaining("LZMA (a.json)"),
    });
    const mixed = await importZip([good, { ...good, path: "b.json", method: 14 }]);
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

  test("refuses overlapping files before unpacking any", async () => {
    const kernel = { path: "0.json", content: chat("?".repeat(1000)) };
    const again = Array.from({ length: 3 }, (_, index) => ({
      ...kernel,
      path: `${index + 1}.json`,
      isSameBytes: true,
    }));
    for (const isWide of [false, true]) {
      const { code, message } = await refusal(makeZip([kernel, ...again], { isWide }));
      expect(code).toBe("damaged-archive");
      expect(message).toContain("0.json and 1.json take up the same bytes");
    }
    // A file that contains another one: its packed bytes include the other's header.
    const whole = makeZip([
      { path: "outer.json", content: "x".repeat(500), isStored: true },
      { path: "inner.json", content: chat("?"), isStored: true },
    ]);
    const view = new DataView(whole.buffer);
    const record = Buffer.from(whole).indexOf("PK\x01\x02");
    view.setUint32(record + 20, view.getUint32(record + 20, true) + 60, true);
    view.setUint32(record + 24, view.getUint32(record + 20, true), true);
    expect((await refusal(whole)).message).toContain("take up the same bytes");
  });

  test("the ratio limit covers the entire archive, and nested archives", async () => {
    const harmless = Array.from({ length: 40 }, (_, index) => ({
      path: `${index}.json`,
      content: chat(`${index}`.repeat(100_000)),
    }));
    expect((await importZip(harmless.slice(0, 1))).sessions).toHaveLength(1);
    expect(await refusal(makeZip(harmless))).toMatchObject({
      code: "too-large",
      message: expect.stringContaining("100 times its size"),
    });
    const tenfold = makeZip([{ path: "in.txt", content: "z".repeat(12_000_000), packed: new Uint8Array(140_000) }]);
    expect(await refusal(tenfold)).toMatchObject({ code: expect.stringMatching(/damaged-archive/) });
    const outer = makeZip([{ path: "in.zip", content: tenfold }]);
    expect(await refusal(outer)).toMatchObject({ code: "too-large" });
  });

  test("refuses an empty archive and one without transcripts", async () => {
    expect((await refusal(makeZip([]))).code).toBe("not-a-transcript");
    const none = makeZip([
      { path: "a.txt", content: "hello" },
      { path: "b.txt", content: "world" },
    ]);
    expect((await refusal(none)).message).toContain("2 files, none of which");
  });

  test("a file packed with zstd, with today's method and the earlier one", async () => {
    for (const method of [93, 20]) {
      const { sessions } = await importZip([
        { path: "a.jsonl", content: session, packed: zstd, method },
        { path: "b.json", content: chat("?"), packed: makeZstd(chat("?")), method },
      ]);
      expect(sessions.map(({ title }) => title)).toEqual(["Cart keeps its items", "?"]);
    }
  });

  test("ZIP64 fields, and sizes after the content", async () => {
    const files = [
      { path: "a.jsonl", content: session, hasDescriptor: true },
      { path: "b.json", content: chat("?"), hasDescriptor: true, isStored: true },
    ];
    for (const isWide of [false, true]) {
      const { sessions } = await mustImport([memoryFile(makeZip(files, { isWide }))]);
      expect(sessions.map(({ title }) => title)).toEqual(["Cart keeps its items", "?"]);
    }
    const wide = makeZip(files, { isWide: true });
    new DataView(wide.buffer).setBigUint64(wide.length - 22 - 12, 5n, true);
    expect(await refusal(wide)).toMatchObject({
      code: "damaged-archive",
      message: expect.stringContaining("not where"),
    });
  });

  test("refuses content that differs from what was packed", async () => {
    const zip = makeZip([{ path: "a.json", content: chat("2 + 2?"), isStored: true }]);
    zip.set([0x33], Buffer.from(zip).indexOf("2 + 2"));
    expect(await refusal(zip)).toMatchObject({ code: "damaged-archive", message: expect.stringContaining("checksum") });
  });

  test("damage anywhere never throws", async () => {
    const whole = makeZip([
      { path: "c.jsonl", content: session, packed: zstd, method: 93 },
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
      { numRuns: draws(60, 150) },
    );
  });
});
