import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { countDescriptors, tellsDescriptors } from "../../support/descriptors";
import { draws } from "../../support/samples";
import { makeTempData } from "../../support/temp-data";

const WRITES = draws(2_000, 10_000);
const WARM_UP = 500;

describe.skipIf(!tellsDescriptors)(`${WRITES} writes (a process only knows its descriptors on Linux)`, () => {
  const data = makeTempData("libsql");

  test("leave the number of descriptors unchanged", async () => {
    const db = await getDb();
    const write = async (round: number) => {
      const name = `flag-${round % 10}`;
      if (round % 2 === 0)
        await db.$transaction((transaction) =>
          transaction.flag.upsert({ where: { name }, create: { name }, update: {} }),
        );
      else await db.flag.deleteMany({ where: { name } });
    };
    const files = path.join(data.dir(), "winnow.db");
    for (let round = 0; round < WARM_UP; round += 1) await write(round);
    const before = countDescriptors(files);
    let most = 0;
    for (let round = 0; round < WRITES; round += 1) {
      await write(round);
      if (round % 100 === 0) most = Math.max(most, countDescriptors(files));
    }
    expect(most).toBeLessThanOrEqual(before);
  });
});

/** Generous: another ten thousand writes took 0.2 to 0.3 MB. */
const ROOM_MEGABYTES = 40;

test("memory does not grow from ten thousand writes to twenty thousand, in a separate process", async () => {
  const bench = ["scripts/run-ts.mjs", "bench/storage/memory-of-writes.ts", "10000", "20000"];
  const { stdout } = await promisify(execFile)(process.execPath, bench);
  const [first, second] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { writes: number; rss: number });
  expect(second?.writes).toBe(20_000);
  expect((second?.rss ?? Number.NaN) - (first?.rss ?? Number.NaN)).toBeLessThan(ROOM_MEGABYTES);
});
