import { afterEach, expect, test, vi } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { asServer } from "@/lib/server/process/caller-context";
import { isClockSteady, isSteady } from "@/lib/server/store/steady-clock";
import { makeTempData } from "@/tests/support/temp-data";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-24T12:00:00Z");

test("between two checks, the clock must advance as time does", () => {
  const before = { wall: START, passed: 5_000 };
  const after = (wallMs: number) => isSteady({ wall: START + wallMs, passed: 5_000 + HOUR }, before, null);
  expect([after(HOUR), after(HOUR + 60_000), after(HOUR - 60_000)]).toEqual([true, true, true]);
  expect([after(400 * DAY), after(-DAY), after(0)]).toEqual([false, false, false]);
});

test("at the first check it is compared with the newest row", () => {
  const first = (newest: number | null) => isSteady({ wall: START, passed: 0 }, null, newest);
  expect([first(null), first(START - DAY), first(START)]).toEqual([true, true, true]);
  expect([first(START - 400 * DAY), first(START + DAY)]).toEqual([false, false]);
});

makeTempData();
afterEach(() => vi.useRealTimers());

test("a clock that jumped by a year is trusted once it has been steady for an hour", async () => {
  await asServer(async () => {
    const db = await getDb();
    await db.auditEntry.create({ data: { action: "sign-in", actorKind: "own", time: new Date(START) } });
    vi.useFakeTimers({ now: START + HOUR, toFake: ["Date", "performance"] });
    expect(await isClockSteady("test")).toBe(true);
    vi.advanceTimersByTime(HOUR);
    vi.setSystemTime(START + 365 * DAY);
    expect(await isClockSteady("test")).toBe(false);
    vi.advanceTimersByTime(HOUR);
    expect(await isClockSteady("test")).toBe(true);
  });
});
