import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FormerSession, keepIds, type MadeSession } from "@/lib/importers/keep-ids";

const former = (id: string, startedAt: number | null = null): FormerSession => ({ id, startedAt });
const made = (id: string, startedAt: number | null = null, endedAt = startedAt): MadeSession => ({
  id,
  startedAt,
  endedAt,
  isTaken: false,
});
const result = (before: readonly FormerSession[], now: readonly MadeSession[]) => {
  const { kept, joined } = keepIds(before, now);
  return { kept: Object.fromEntries(kept), joined: Object.fromEntries(joined) };
};

test("an importer that makes other ids: each session keeps its own, by its start, otherwise by its place", () => {
  expect(result([former("a"), former("b")], [made("x"), made("y")])).toEqual({ kept: { x: "a", y: "b" }, joined: {} });
  const swapped = [made("x", 2), made("y", 1)];
  expect(result([former("a", 1), former("b", 2)], swapped)).toEqual({ kept: { x: "b", y: "a" }, joined: {} });
});

test("split: the first part keeps the id, unless another starts where the original did", () => {
  expect(result([former("a")], [made("x"), made("y")]).kept).toEqual({ x: "a" });
  expect(result([former("a", 5)], [made("x", 9), made("y", 5)]).kept).toEqual({ y: "a" });
});

test("joined: each part's id leads to the session in which it starts, otherwise to the one at its place", () => {
  const parts = [former("a", 1), former("b", 5), former("c", 20)];
  expect(result(parts, [made("a", 1, 9), made("z", 20, 30)])).toEqual({ kept: { z: "c" }, joined: { b: "a" } });
  expect(result([former("a"), former("b")], [made("x")])).toEqual({ kept: { x: "a" }, joined: { b: "a" } });
});

test("a session shown from another file keeps its own id, and this file's former session becomes part of it", () => {
  const other = { ...made("x"), isTaken: true };
  expect(result([former("a")], [other])).toEqual({ kept: {}, joined: { a: "x" } });
});

test("a file of which nothing is readable any longer is part of its conversation, if it names one", () => {
  expect(keepIds([former("a")], [], "talk")).toMatchObject({ conversation: "talk", parts: ["a"] });
  expect(keepIds([former("a")], [made("a")], "talk")).toMatchObject({ conversation: "talk", parts: [] });
});

test("a file of which nothing is readable any longer leads nowhere", () => {
  expect(result([former("a")], [])).toEqual({ kept: {}, joined: {} });
  expect(keepIds([former("a")], []).parts).toEqual([]);
});

describe("whatever importers make", () => {
  const time = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefghij"), { maxLength: 6 });
  const formers = ids.chain((all) => fc.tuple(...all.map((id) => time.map((at) => former(id, at)))));
  const sessions = ids.chain((all) =>
    fc.tuple(...all.map((id) => fc.tuple(time, fc.boolean()).map(([at, isTaken]) => ({ ...made(id, at), isTaken })))),
  );

  test("every former id is a session or leads to one, no two sessions share an id, and repeating changes nothing", () => {
    fc.assert(
      fc.property(formers, sessions, (before, now) => {
        const { kept, joined } = keepIds(before, now);
        const final = now.map(({ id }) => kept.get(id) ?? id);
        expect(new Set(final).size).toBe(final.length);
        for (const { id } of before)
          expect(final.length === 0 || final.includes(id) || final.includes(joined.get(id) ?? "")).toBe(true);
        for (const { id, isTaken } of now) if (isTaken) expect(kept.has(id)).toBe(false);
        const again = now.map((session, place) => ({ ...session, id: final[place] ?? "" }));
        expect(keepIds(before, again).kept.size).toBe(0);
      }),
    );
  });
});
