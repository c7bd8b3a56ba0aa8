import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { beforeAll, describe, expect, test } from "vitest";
import { blobPath, LocalObjects } from "@/lib/server/objects/local-objects";
import type { ObjectStore } from "@/lib/server/objects/objects";
import { type Bucket, BucketFailure, bucketOf, openBucket } from "@/lib/server/objects/s3-bucket";
import { DamagedObject, S3Objects } from "@/lib/server/objects/s3-objects";
import { loadS3Sdk } from "@/lib/server/objects/s3-sdk";
import { stageBlob } from "@/lib/server/objects/stage-blob";
import { dataDir } from "@/lib/server/process/settings";
import { BUCKET, hashesIn, startObjectServer } from "@/tests/support/object-server";
import { makeTempData } from "@/tests/support/temp-data";

makeTempData();
const server = startObjectServer();
const place = { bucket: BUCKET, prefix: "team/" };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1 << 20) yield bytes.subarray(at, at + (1 << 20));
}
const stage = (bytes: Uint8Array) => stageBlob(inPieces(bytes));
const forgetCopies = () => fs.rmSync(path.join(dataDir(), "blobs"), { recursive: true, force: true });

/** Each kind, with a way of changing its bytes behind the store's back. */
const KINDS = [
  {
    kind: "files",
    open: (): ObjectStore => new LocalObjects(),
    damage: (hash: string, bytes: string) => fs.writeFileSync(blobPath(hash), bytes),
  },
  {
    kind: "s3",
    open: (): ObjectStore => new S3Objects(new LocalObjects(), openBucket(place), 0),
    damage: (hash: string, bytes: string) => {
      const [name = ""] = fs
        .readdirSync(server.folder(), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(`${hash}._S3rver_object`));
      fs.writeFileSync(path.join(server.folder(), name), bytes);
      fs.rmSync(blobPath(hash), { force: true });
    },
  },
] as const;

describe.each(KINDS)("the laws of an object store: $kind", ({ kind, open, damage }) => {
  let store: ObjectStore;
  beforeAll(() => {
    forgetCopies();
    store = open();
  });
  const read = async (hash: string) => new Uint8Array(fs.readFileSync(await store.file(hash)));

  property.prop([fc.uint8Array({ maxLength: 2_000 })], { numRuns: 20 })(
    "what is kept is read back byte for byte, under its hash, and is complete",
    async (bytes) => {
      const staged = await stage(bytes);
      expect(staged.sha256).toBe(sha256(bytes));
      await store.keep(staged);
      expect(fs.existsSync(staged.path)).toBe(false);
      expect(await read(staged.sha256)).toEqual(bytes);
      expect([await store.has(staged.sha256), await store.isWhole(staged.sha256)]).toEqual([true, true]);
    },
  );

  test("10 MB are streamed, in parts if the store has them", async () => {
    const bytes = randomBytes(10_000_001);
    const staged = await stage(bytes);
    await store.keep(staged);
    if (kind === "s3") forgetCopies();
    expect(sha256(await read(staged.sha256))).toBe(staged.sha256);
  });

  test("what was never stored, or was removed, is missing; removing it again is not an error", async () => {
    const staged = await stage(new TextEncoder().encode("gone soon"));
    const isMissing = async () => {
      await expect(store.file(staged.sha256)).rejects.toMatchObject({ code: "ENOENT" });
      expect([await store.has(staged.sha256), await store.isWhole(staged.sha256)]).toEqual([false, false]);
      expect(await store.list()).not.toContain(staged.sha256);
    };
    await isMissing();
    await store.keep(staged);
    expect(await store.list()).toContain(staged.sha256);
    await store.remove(staged.sha256);
    await isMissing();
    await store.remove(staged.sha256);
  });

  test("damaged bytes are reported, and storing the content again repairs them", async () => {
    const bytes = new TextEncoder().encode("as it was");
    const staged = await stage(bytes);
    await store.keep(staged);
    damage(staged.sha256, "as it wos");
    expect(await store.isWhole(staged.sha256)).toBe(false);
    await store.keep(await stage(bytes));
    expect(await store.isWhole(staged.sha256)).toBe(true);
    expect(await read(staged.sha256)).toEqual(bytes);
  });

  test("the same content stored eight times concurrently is one object", async () => {
    const bytes = randomBytes(100_000);
    await Promise.all(Array.from({ length: 8 }, async () => store.keep(await stage(bytes))));
    expect((await store.list()).filter((hash) => hash === sha256(bytes))).toHaveLength(1);
    expect(await store.isWhole(sha256(bytes))).toBe(true);
  });

  test("the list has each content once, and nothing else", async () => {
    const foreign = kind === "files" ? path.join(dataDir(), "blobs", "notes.txt") : null;
    if (foreign) fs.writeFileSync(foreign, "x");
    const names = await store.list();
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
    for (const name of names) expect(await store.isWhole(name)).toBe(true);
  });
});

describe("a bucket", () => {
  const open = () => new S3Objects(new LocalObjects(), openBucket(place), 0);
  const keep = async (text: string) => {
    const staged = await stage(new TextEncoder().encode(text));
    await open().keep(staged);
    return staged.sha256;
  };

  test("contains the objects under its prefix; the directory's copies may be deleted, and damaged ones are fetched again", async () => {
    const hash = await keep("on another machine");
    expect(hashesIn(path.join(server.folder(), "team"))).toContain(hash);
    forgetCopies();
    const store = open();
    expect(await store.has(hash)).toBe(true);
    const [first, second] = await Promise.all([store.file(hash), store.file(hash)]);
    expect([first, fs.readFileSync(second, "utf8")]).toEqual([second, "on another machine"]);
    fs.writeFileSync(first, "broken");
    expect(await store.isWhole(hash)).toBe(true);
    expect(fs.readFileSync(first, "utf8")).toBe("on another machine");
  });

  test("bytes that do not match their hash never become a file here", async () => {
    const hash = await keep("exact");
    KINDS[1].damage(hash, "exakt");
    await expect(open().file(hash)).rejects.toThrow(DamagedObject);
    expect(fs.existsSync(blobPath(hash))).toBe(false);
    expect(fs.readdirSync(path.join(dataDir(), "incoming"))).toEqual([]);
  });

  test("omits young objects, whose rows another process may be about to write", async () => {
    const hash = await keep("just now");
    const settled = new S3Objects(new LocalObjects(), openBucket(place));
    expect([await settled.list(), (await open().list()).includes(hash)]).toEqual([[], true]);
  });

  test("is listed to the last page", async () => {
    const hashes = Array.from({ length: 5 }, (_, at) => sha256(new Uint8Array([at])));
    const pages = [hashes.slice(0, 2), hashes.slice(2, 4), hashes.slice(4)];
    const asked: (string | null)[] = [];
    const page = async (token: string | null) => {
      asked.push(token);
      const at = Number(token ?? 0);
      const entries = (pages[at] ?? []).map((hash) => ({ key: `${hash.slice(0, 2)}/${hash}`, changedAt: null }));
      return { entries: [...entries, { key: "notes.txt", changedAt: null }], next: at < 2 ? String(at + 1) : null };
    };
    const store = new S3Objects(new LocalObjects(), { ...openBucket(place), page } as Bucket);
    expect(await store.list()).toEqual(hashes);
    expect(asked).toEqual([null, "1", "2"]);
  });

  test("that does not exist, or refuses, fails with the store's own code; no content is called missing", async () => {
    const gone = new S3Objects(new LocalObjects(), openBucket({ bucket: "no-such-bucket", prefix: "" }));
    const staged = await stage(new TextEncoder().encode("nowhere"));
    await expect(gone.keep(staged)).rejects.toThrow(BucketFailure);
    await expect(gone.keep(staged)).rejects.toMatchObject({ code: "NoSuchBucket" });
    expect(fs.existsSync(staged.path)).toBe(true);
    await expect(gone.list()).rejects.toThrow("s3://no-such-bucket does not do its work (NoSuchBucket)");
  });
});

describe("the setting", () => {
  test.each([
    ["s3://winnow", { bucket: "winnow", prefix: "" }],
    ["s3://winnow/", { bucket: "winnow", prefix: "" }],
    ["s3://my.team-1/a/b/", { bucket: "my.team-1", prefix: "a/b/" }],
  ])("%s", (setting, expected) => expect(bucketOf(setting)).toEqual(expected));

  test.each(["s3:/winnow", "https://key:secret@host/bucket", "winnow", "s3://U", "s3://winnow/a b", "S3://winnow"])(
    "%s is refused, and not quoted",
    (setting) => {
      const refused = (() => {
        try {
          return bucketOf(setting) && null;
        } catch (error) {
          return (error as Error).message;
        }
      })();
      expect(refused).toContain("s3://bucket/prefix");
      expect(refused).not.toContain("secret");
    },
  );

  test("without the SDK, says what to install; other errors are passed on", async () => {
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(loadS3Sdk(() => Promise.reject(missing))).rejects.toThrow(
      "npm install @aws-sdk/client-s3 @aws-sdk/lib-storage",
    );
    await expect(loadS3Sdk(() => Promise.reject(new SyntaxError("broken")))).rejects.toThrow("broken");
  });
});
