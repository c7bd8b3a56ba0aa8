import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { toAgentCaches } from "@/lib/read-models/session-cache";
import { toAlignedPair } from "@/lib/view-models/cache/aligned-pair";
import { openingRequest, stillReadAfterBreaks, toLaneMarks } from "@/lib/view-models/cache/lane-marks";
import { analyzeSketch } from "../../../support/analyze-sketch";

const analysis = analyzeSketch(`
  user go
  say one
  usage write=10000 in=5 out=9 at=0
  user on
  say two
  usage read=10000 write=500 in=5 out=9 at=60
  user on
  say three
  usage read=2000 write=9000 in=5 out=9 at=100
  user on
  say four
  usage read=2000 write=9500 in=5 out=9 at=130
  user on
  say five
  usage read=0 write=12000 in=5 out=9 at=5000
`);
const cache = analyzeCache(analysis);
const [own] = toAgentCaches(analysis, cache, ["main"]);
const rows = toRequestRows(analysis);
const lanes = own?.lanes ?? [];
const breaks = own?.breaks ?? [];

test("lanes have breaks with money, simulated reads of the chosen policy, and the label before a compaction", () => {
  const input = { rows, lanes, breaks, compactions: [{ at: 3, label: "11k → 11k" }] };
  const marks = toLaneMarks({ ...input, policy: "ledger" });
  expect(marks.map(({ found }) => found?.letter ?? null)).toEqual([null, null, "?", "?", "T"]);
  expect(marks.map(({ compaction }) => compaction)).toEqual([null, null, "11k → 11k", null, null]);
  expect(marks.map(({ simulated }) => simulated)).toEqual([null, 10_000, 10_500, 11_000, 0]);
  expect(toLaneMarks({ ...input, policy: "none" }).every(({ simulated }) => simulated === null)).toBe(true);
});

test("a size to which reads fall at several breaks is the warm floor", () => {
  expect(stillReadAfterBreaks(rows, breaks)).toBe(2000);
  expect(stillReadAfterBreaks(rows, breaks.slice(0, 1))).toBeNull();
});

test("the page opens at the costliest avoidable break, otherwise at the last request", () => {
  expect(openingRequest(rows, breaks)).toBe(3);
  expect(openingRequest(rows, [])).toBe(4);
});

test("a break is compared with the request it should have continued; its mark is where the read ended", () => {
  const pair = toAlignedPair({ rows, lanes, breaks, drops: [] }, 2);
  expect(pair).toMatchObject({ current: 2, previous: 1, mark: 2000, limit: 11_005 });
  expect(pair?.sentence).toMatch(/^the read ended at 2,000/);
  expect(toAlignedPair({ rows, lanes, breaks, drops: [] }, 4)?.sentence).toBe(
    "nothing was read, not even the tools and system prompt",
  );
  expect(pair?.rewritten).toBe("rewritten: 9,005 tokens, of which 8,500 had been cached");
});

test("without a break the mark is the end of the previous prompt", () => {
  expect(toAlignedPair({ rows, lanes, breaks, drops: [] }, 1)).toMatchObject({ previous: 0, mark: 10_005 });
  expect(toAlignedPair({ rows, lanes, breaks, drops: [] }, 0)).toMatchObject({ previous: null, mark: null });
  expect(toAlignedPair({ rows, lanes, breaks, drops: [] }, 99)).toBeNull();
});
