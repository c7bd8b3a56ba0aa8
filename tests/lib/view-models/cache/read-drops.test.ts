import { describe, expect, test } from "vitest";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { toAlignedPair } from "@/lib/view-models/cache/aligned-pair";
import { largestDrop } from "@/lib/view-models/cache/listed-drops";
import { dropsWithoutWrites } from "@/lib/view-models/cache/read-drops";

const row = (read: number | null, prompt: number, more: Partial<ShownRow> = {}) =>
  ({
    ...{
      agent: "main",
      model: "m",
      break: null,
      cache_read: read,
      cache_write: null,
      prompt_tokens: prompt,
      cost: null,
    },
    ...{ composition: { unseen: 5_000, system: 15_000, tools: 0 } },
    ...{ started_at: null, cost_is_floor: false, cost_without_cache: null },
    ...more,
  }) as ShownRow;
const ROWS = [row(0, 80_000), row(78_000, 82_000), row(26_000, 83_000), row(80_000, 84_000)];

test("only a log without writes has drops; reported writes reveal breaks directly", () => {
  expect(dropsWithoutWrites(ROWS)).toMatchObject([{ at: 2, tokens: 56_000, least: 52_000, reason: "unknown" }]);
  expect(dropsWithoutWrites([...ROWS, row(84_000, 85_000, { cache_write: 900 })])).toEqual([]);
  expect(dropsWithoutWrites(ROWS.map((found) => ({ ...found, cache_write: 0 })))).toHaveLength(1);
});

test("an aborted request without a reported read does not hide the drop after it", () => {
  const aborted = [row(0, 80_000), row(78_000, 82_000), row(null, 82_500), row(26_000, 83_000)];
  expect(dropsWithoutWrites(aborted)).toMatchObject([{ at: 3, previous: 1, least: 52_000 }]);
});

test("the answer may have been cached too if some read goes beyond the previous prompt", () => {
  const answers = [row(0, 70_000, { output: 900 }), row(70_800, 80_000, { output: 1_500 }), row(26_000, 90_000)];
  expect(dropsWithoutWrites(answers)).toMatchObject([{ tokens: 81_500 - 26_000, least: 70_800 - 26_000 }]);
});

test("a read beyond the short prompt of a side call does not show that answers were cached", () => {
  const title = row(0, 300, { output: 20 });
  const rows = [row(0, 80_000, { output: 900 }), title, row(79_000, 82_000, { output: 1_500 }), row(26_000, 90_000)];
  expect(dropsWithoutWrites(rows)).toMatchObject([{ at: 3, tokens: 82_000 - 26_000 }]);
});

test("a pause explains a drop only if most of the cache is gone", () => {
  const at = (seconds: number) => ({ started_at: new Date(seconds * 1000).toISOString() });
  const after = (read: number, gap: number) =>
    dropsWithoutWrites([row(78_000, 82_000, at(0)), row(read, 83_000, at(gap))])[0]?.reason;
  expect([after(2_000, 1_900), after(60_000, 1_900), after(2_000, 20)]).toEqual(["pause", "unknown", "unknown"]);
});

describe("a prompt that got shorter", () => {
  const at = (seconds: number) => ({ started_at: new Date(seconds * 1000).toISOString() });
  const dropTo = (read: number, gap = 20) =>
    dropsWithoutWrites([row(0, 20_500, at(0)), row(78_000, 82_000, at(10)), row(read, 81_000, at(10 + gap))])[0];

  test("explains a read that goes beyond the start of the prompt: what follows the cut may be new", () => {
    expect(dropTo(20_000)).toMatchObject({ reason: "shorter", tokens: 61_000, least: 0 });
  });

  test("does not explain why the start was not read either: that much was lost for another reason", () => {
    expect(dropTo(2_000)).toMatchObject({ reason: "unknown", tokens: 79_000, least: 18_000 });
    expect(dropTo(2_000, 1_900)).toMatchObject({ reason: "pause", tokens: 79_000, least: 18_000 });
  });

  test("leaves as its start what was read after a compaction", () => {
    const facts = [{ id: "compacted", marker: "compaction", before: 82_000, after: 20_000 }];
    const compacted = row(9_000, 20_000, { break: { facts } as unknown as ShownRow["break"] });
    const rows = [row(0, 20_500), row(78_000, 82_000), compacted, row(40_000, 41_000), row(9_000, 40_500)];
    expect(dropsWithoutWrites(rows)).toMatchObject([{ at: 4, reason: "shorter", least: 0 }]);
  });
});

test("a read that ends where the previous turn's first answer began lost the reasoning of that turn", () => {
  const turn = (user: number) => ({ composition: { unseen: 5_000, system: 15_000, tools: 0, user } }) as never;
  const first = [row(2_000, 24_000, turn(100)), row(23_900, 26_000, turn(100)), row(27_500, 37_800, turn(100))];
  const dropOf = (read: number, user = 200) => dropsWithoutWrites([...first, row(read, 46_300, turn(user))])[0];
  expect(dropOf(23_900)).toMatchObject({ reason: "reasoning", tokens: 37_800 - 23_900, least: 0 });
  expect(dropOf(23_900, 100)).toMatchObject({ reason: "unknown", least: 3_600 });
  expect(dropOf(22_000)).toMatchObject({ reason: "unknown", least: 5_500 });
  // If nothing was read then either, the start was lost too, which left-out reasoning does not explain.
  const unread = [row(0, 24_000, turn(100)), row(0, 26_000, turn(100)), row(27_500, 37_800, turn(100))];
  expect(dropsWithoutWrites([...unread, row(0, 46_300, turn(200))])[0]).toMatchObject({ reason: "unknown" });
});

describe("a prompt that lacks as many unlogged tokens as the previous turn's reasoning has", () => {
  const of = (user: number, unseen: number, reasoning: number, more: Partial<ShownRow> = {}) =>
    ({ composition: { unseen, system: 15_000, tools: 0, user }, reasoning, output: reasoning, ...more }) as never;
  const start = row(2_000, 24_000, of(100, 5_000, 1_500));
  const next = row(9_000, 30_000, of(100, 6_500, 500)); // read less than the first prompt of its turn
  const last = row(29_800, 37_000, of(100, 7_000, 1_000));
  const reasonOf = (read: number, unseen: number, user = 200) =>
    dropsWithoutWrites([start, next, last, row(read, 46_300, of(user, unseen, 0))])[0]?.reason;

  test("lost it, although the prompt grew", () => {
    expect(reasonOf(23_900, 5_000)).toBe("reasoning");
    expect(reasonOf(23_900, 5_250)).toBe("reasoning");
    expect(reasonOf(23_900, 5_400)).toBe("unknown");
    expect(reasonOf(26_000, 5_000)).toBe("unknown");
    expect(reasonOf(23_900, 5_000, 100)).toBe("unknown");
  });

  test("begins after a compaction", () => {
    const facts = [{ id: "compacted", marker: "compaction", before: 82_000, after: 24_000 }];
    const compacted = row(9_000, 24_000, of(100, 5_000, 1_500, { break: { facts } as unknown as ShownRow["break"] }));
    const rows = [row(0, 80_000, of(100, 5_000, 8_000)), compacted, next, last, row(23_900, 46_300, of(200, 5_000, 0))];
    expect(dropsWithoutWrites(rows).at(-1)?.reason).toBe("reasoning");
  });
});

test("without a price, the largest is the one with the most tokens", () => {
  const rows = [...ROWS, row(10_000, 85_000)];
  expect(largestDrop(dropsWithoutWrites(rows))).toMatchObject({ at: 4, tokens: 74_000 });
  expect(largestDrop([])).toBeNull();
});

test("if one has no price, the largest is by tokens, like the sums shown", () => {
  const priced = { cost: 0.1, reason: "unknown", gap: null, previous: 0, least: 0 } as const;
  const drops = [
    { ...priced, at: 3, tokens: 90_000, cost: null },
    { ...priced, at: 5, tokens: 5_000 },
  ];
  expect(largestDrop(drops)?.at).toBe(3);
  expect(largestDrop(drops.slice(1))?.at).toBe(5);
});

test("the pair of prompts shows where the read ended, not that there was no break", () => {
  const input = { rows: ROWS, lanes: [], breaks: [], drops: dropsWithoutWrites(ROWS) };
  const pair = toAlignedPair(input, 2);
  expect(pair).toMatchObject({ mark: 26_000, previous: 1 });
  expect(pair?.sentence).toBe("the read ended at 26,000"); // the two prompts were not compared
  expect(pair?.rewritten).toBe("not read: 57,000 tokens; the previous request had read 52,000 more");
  expect(toAlignedPair(input, 3)?.sentence).toContain("no break");
});
