import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { dropShared, listShared, readShared, writeShared } from "@/lib/server/objects/shared-texts";
import { makeTempData } from "@/tests/support/temp-data";

const data = makeTempData();
const placeOf = (name: string) => path.join(data.dir(), name);
const LARGE = "a line of a conversation\n".repeat(400_000);

/** What another process reads under the name, repeatedly, until the text is written. */
async function readWhile(writing: Promise<void>, name: string): Promise<Set<string | null>> {
  const read = new Set<string | null>();
  let isWriting = true;
  void writing.then(() => {
    isWriting = false;
  });
  while (isWriting) {
    const isListed = (await listShared(path.posix.dirname(name))).includes(name);
    if (isListed) read.add(await readShared(name));
    await new Promise(setImmediate);
  }
  return read;
}

test("a text is listed and read completely or not at all", async () => {
  const read = await readWhile(writeShared("otlp-parts/p/c/1", LARGE), "otlp-parts/p/c/1");
  expect([...read].filter((text) => text !== LARGE)).toEqual([]);
  const again = await readWhile(writeShared("otlp-parts/p/c/1", "new"), "otlp-parts/p/c/1");
  expect([...again].filter((text) => text !== LARGE && text !== "new")).toEqual([]);
  expect(await listShared("otlp-parts")).toEqual(["otlp-parts/p/c/1"]);
  expect(fs.readdirSync(placeOf("incoming"))).toEqual([]);
  expect(fs.statSync(placeOf("otlp-parts/p/c/1")).mode & 0o077).toBe(0);
});

test("a text that cannot be written leaves nothing behind", async () => {
  fs.writeFileSync(placeOf("in-the-way"), "");
  await expect(writeShared("in-the-way/1", "text")).rejects.toThrow();
  expect(fs.readdirSync(placeOf("incoming"))).toEqual([]);
});

test("folders are removed with their last text, and not before", async () => {
  await writeShared("otlp-parts/p/d/1", "one");
  await writeShared("otlp-parts/p/d/2", "two");
  await dropShared(["otlp-parts/p/d/1", "otlp-parts/p/c/1"]);
  expect(fs.readdirSync(placeOf("otlp-parts/p"))).toEqual(["d"]);
  await dropShared(["otlp-parts/p/d/2", "otlp-parts/p/d/2"]);
  expect(fs.readdirSync(placeOf("otlp-parts"))).toEqual([]);
  expect(await listShared("otlp-parts")).toEqual([]);
  expect(await readShared("otlp-parts/p/d/2")).toBeNull();
});

test("texts written while others in their folder are dropped are all there", async () => {
  const rounds = Array.from({ length: 200 }, (_, round) => round);
  const writing = rounds.map(async (round) => {
    await writeShared(`otlp-parts/p/e/${round}`, "text");
    if (round % 4 > 0) await dropShared([`otlp-parts/p/e/${round}`]);
  });
  await Promise.all(writing);
  expect(await listShared("otlp-parts/p/e")).toHaveLength(50);
});
