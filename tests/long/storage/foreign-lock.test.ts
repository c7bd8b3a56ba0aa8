import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkReadiness } from "@/lib/server/answers/readiness";
import { type Db, getDb, ImmediateLibSql } from "@/lib/server/db/get-db";
import { problemOfPlatform } from "@/lib/server/http/problem";
import { PrismaClient } from "@/prisma/clients/embedded.mjs";
import { countDescriptors, tellsDescriptors } from "../../support/descriptors";
import { holdLock, longestStandstill } from "../../support/foreign-lock";
import { makeTempData } from "../../support/temp-data";

const SHORT_PATIENCE_MS = 300;
/** Generous for a busy machine; the promise is one second. */
const STANDSTILL_MS = 800;

describe("another process holds the lock of the embedded database", () => {
  const data = makeTempData("libsql");
  const file = () => path.join(data.dir(), "winnow.db");
  let db: Db;
  beforeAll(async () => {
    await getDb(); // migrates
    db = new PrismaClient({ adapter: new ImmediateLibSql(`file:${file()}`, SHORT_PATIENCE_MS) });
  });
  afterAll(() => db.$disconnect());

  const add = (name: string) => db.flag.create({ data: { name } });
  const addInTransaction = (name: string) =>
    db.$transaction(async (transaction) => {
      if ((await transaction.flag.count({ where: { name } })) === 0) await transaction.flag.create({ data: { name } });
    });

  test("writes that waited too long fail as busy, and the next ones succeed", async () => {
    const release = await holdLock(file());
    for (const write of [add, addInTransaction, add]) {
      const error = await write("refused").catch((error: unknown) => error);
      expect(problemOfPlatform(error)).toMatchObject({ status: 503, code: "db-busy" });
    }
    await release();
    for (let round = 0; round < 5; round += 1) {
      await addInTransaction(`after-${round}`);
      await add(`single-${round}`);
    }
    const names = (await db.flag.findMany({ orderBy: { name: "asc" } })).map(({ name }) => name);
    expect(names.filter((name) => /refused|after|single/.test(name))).toEqual([
      ...["after-0", "after-1", "after-2", "after-3", "after-4"],
      ...["single-0", "single-1", "single-2", "single-3", "single-4"],
    ]);
  });

  test("a write waits for it, and meanwhile the process works and answers reads", async () => {
    const patient = await getDb();
    const release = await holdLock(file());
    let isWritten = false;
    const writing = Promise.all(
      ["one", "two"].map((name) => patient.flag.create({ data: { name: `waited-${name}` } })),
    ).then(() => (isWritten = true));
    const standstill = await longestStandstill(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(await patient.flag.count({ where: { name: { startsWith: "waited" } } })).toBe(0);
      expect(isWritten).toBe(false);
      await release();
      await writing;
    });
    expect(standstill).toBeLessThan(STANDSTILL_MS);
    expect(await patient.flag.count({ where: { name: { startsWith: "waited" } } })).toBe(2);
  });

  test("readiness reports it as long as it lasts", async () => {
    const isReady = async (patience?: number) => (await checkReadiness(patience)).checks.database;
    const release = await holdLock(file());
    expect(await isReady(SHORT_PATIENCE_MS)).toBe("failed");
    await release();
    expect(await isReady()).toBe("ok");
    expect(await db.flag.count({ where: { name: { contains: "probe" } } })).toBe(0);
  });

  test.skipIf(!tellsDescriptors)("transactions leave no connection behind", async () => {
    const patient = await getDb();
    const before = countDescriptors(file());
    for (let round = 0; round < 50; round += 1) {
      await patient.$transaction((transaction) => transaction.flag.deleteMany({ where: { name: `gone-${round}` } }));
      await patient.flag.deleteMany({ where: { name: `gone-${round}` } });
    }
    expect(countDescriptors(file())).toBeLessThanOrEqual(before);
  });

  test("a transaction that throws is undone, and does not keep the lock", async () => {
    const broken = db.$transaction(async (transaction) => {
      await transaction.flag.create({ data: { name: "half" } });
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    await expect(add("after-0")).rejects.toMatchObject({ code: "P2002" }); // a constraint violation is not retried
    expect(await db.flag.count({ where: { name: "half" } })).toBe(0);
    const release = await holdLock(file()); // would wait forever
    await release();
  });
});
