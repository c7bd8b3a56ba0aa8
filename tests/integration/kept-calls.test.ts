import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { once } from "@/lib/server/door/idempotency";
import { takeShared } from "@/lib/server/door/shared-rate";
import { KEPT_MS } from "@/lib/server/kept-calls/call-store";
import { buildCallChild, type CallProcess, startCallProcess } from "../support/call-process";
import { onBothStores, onPostgres } from "../support/on-both-stores";
import { makeTempData } from "../support/temp-data";

const bytes = (text: string) => new TextEncoder().encode(text);

onBothStores((store) => {
  makeTempData(store);

  test("a call runs once: repeated, it gets the answer; while running, or with a different body, it is refused", async () => {
    let done = 0;
    let end = () => {};
    const work = async () => {
      done += 1;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return "the answer";
    };
    const first = once("key", bytes("a"), work);
    await expect.poll(() => done, { timeout: 15_000 }).toBe(1);
    await expect(once("key", bytes("a"), work)).rejects.toMatchObject({ code: "in-progress" });
    end();
    expect(await first).toEqual({ json: "the answer", isReplay: false });
    expect(await once("key", bytes("a"), work)).toEqual({ json: "the answer", isReplay: true });
    await expect(once("key", bytes("b"), work)).rejects.toMatchObject({ code: "idempotency-key-reused" });
    expect(done).toBe(1);
  });

  test("a failed call may be sent again", async () => {
    const fails = async () => {
      throw new Error("no");
    };
    await expect(once("failed", bytes("a"), fails)).rejects.toThrow("no");
    expect(await once("failed", bytes("b"), async () => "yes")).toEqual({ json: "yes", isReplay: false });
  });
});

onPostgres("two servers", () => {
  const data = makeTempData("postgres");
  let servers: CallProcess[] = [];
  beforeAll(async () => {
    await buildCallChild();
    servers = await Promise.all([startCallProcess(), startCallProcess()]);
  });
  afterAll(async () => {
    for (const server of servers) await server.kill();
  });
  const [one, other] = [0, 1].map(
    (index) =>
      (...words: string[]) =>
        (servers[index] as CallProcess).ask(...words),
  ) as [CallProcess["ask"], CallProcess["ask"]];
  const file = (name: string) => path.join(data.dir(), name);
  const works = (name: string) => fs.readFileSync(file(name), "utf8").split("\n").length - 1;

  describe("an Idempotency-Key", () => {
    test("runs once if it arrives at both servers at the same time, in each of twenty tries", async () => {
      for (let round = 0; round < 20; round += 1) {
        const key = `together-${round}`;
        const both = await Promise.all([one, other].map((ask) => ask("once", key, "body", file(key), "50")));
        // The slower one finds the other running, or its answer.
        expect(["refused in-progress", "replayed answer to body"]).toContain(
          both.find((text) => !text.startsWith("done")),
        );
        expect(both).toContain("done answer to body");
        expect(await other("once", key, "body", file(key))).toBe("replayed answer to body");
        expect(works(key)).toBe(1);
      }
    });

    test("is started again by another server if the first was killed meanwhile", { timeout: 90_000 }, async () => {
      const third = await startCallProcess();
      const running = third.ask("once", "killed", "body", file("killed"), "60000").catch(() => {});
      await expect.poll(() => fs.existsSync(file("killed")), { timeout: 30_000 }).toBe(true);
      expect(await one("once", "killed", "body", file("killed"))).toBe("refused in-progress");
      await third.kill();
      await running;
      const again = () => one("once", "killed", "body", file("killed"));
      await expect.poll(again, { timeout: 30_000 }).toBe("done answer to body");
      expect(works("killed")).toBe(2);
    });

    test("is forgotten after a day", async () => {
      expect(await one("once", "old", "body", file("old"))).toBe("done answer to body");
      const createdAt = new Date(Date.now() - KEPT_MS - 1_000);
      await (await getDb()).keptCall.updateMany({ where: { answerJson: "answer to body" }, data: { createdAt } });
      expect(await other("once", "old", "another", file("old"))).toBe("done answer to another");
    });
  });

  test("the daily limit of model calls covers both servers together", async () => {
    const given = await Promise.all([one, other].map((ask) => ask("spend", "40", "50")));
    expect(given.map(Number).reduce((sum, calls) => sum + calls, 0)).toBe(50);
    expect(await Promise.all([one, other].map((ask) => ask("spend", "1", "50")))).toEqual(["0", "0"]);
    expect(await other("spend", "5", "53")).toBe("3");
  });

  describe("the rate of a caller", () => {
    test("is that of one server, plus at most a tenth of a second's calls", async () => {
      const rate = 50;
      const given = await Promise.all([one, other].map((ask) => ask("take", "caller", String(rate), "200")));
      const sum = given.reduce((total, count) => total + Number(count), 0);
      expect(sum).toBeGreaterThanOrEqual(rate);
      // The allowance refills while the calls run.
      expect(sum).toBeLessThanOrEqual(rate + rate / 10 + rate);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      expect(Number(await other("take", "caller", String(rate), "1"))).toBe(1);
      expect(Number(await one("take", "another", String(rate), "200"))).toBeGreaterThanOrEqual(rate);
    });

    test("costs a call less than two milliseconds", async () => {
      const calls = 500;
      const startedAt = performance.now();
      for (let index = 0; index < calls; index += 1) await takeShared("measured", 1_000_000, performance.now());
      const many = (performance.now() - startedAt) / calls;
      let asked = 0;
      const askedAt = performance.now();
      for (; asked < calls; asked += 1) await takeShared(`caller-${asked}`, 50, performance.now());
      const each = (performance.now() - askedAt) / asked;
      expect(many).toBeLessThan(2);
      expect(each).toBeLessThan(50);
    });
  });
});
