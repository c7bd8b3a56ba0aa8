import { describe, expect, test } from "vitest";
import type { CompactionAnswer, MissedFactAnswer } from "@/lib/api/schemas/compaction";
import { costSentence, neededFigures, survivalRows } from "@/lib/view-models/receipt/receipt-words";
import { sketchAnswer } from "../../../support/sketch-answer";

const missed = (value: string, tokens: number, used: number, seen: number | null): MissedFactAnswer => ({
  kind: "path",
  value,
  source: { part_id: "p", kind: "file", request: 3, tokens },
  first_used: { request: used },
  seen_again: seen === null ? null : { request: seen },
});

const LOSS = sketchAnswer<CompactionAnswer>({
  after: { request: 159 },
  summary_tokens: 5_595,
  survival: [
    { kind: "path", kept: 13, of: 60 },
    { kind: "error", kept: 0, of: 24 },
    { kind: "url", kept: 0, of: 0 },
    { kind: "instruction", kept: 23, of: 33 },
  ],
  needed: { facts: 74, kept: 52, fetchable: 15, gone: 7 },
  missed: [missed("b.ts", 10, 170, 165), missed("a.ts", 900, 180, null)],
  rereads: { files: 3, tokens: 35_519, first: [{ path: "a.ts", request: 175, tokens: 12_000 }] },
  cost: {
    rewrite: { amount: 0.2 },
    summary: { amount: 0.22 },
    reread: { amount: 0.3 },
    saved_per_request: { amount: 0.05 },
    requests: 66,
    requests_to_pay_off: 14.4,
    net: { amount: 2.58 },
    paid: true,
  },
});

describe("what was lost", () => {
  test("lists kinds that occurred, their sum, and the statements below it", () => {
    const { facts, sum, statements } = survivalRows(LOSS);
    expect(facts.map(({ label, percent, isZero }) => [label, percent, isZero])).toEqual([
      ["path", "21.7", false],
      ["error", "0", true],
    ]);
    expect(sum).toMatchObject({ kept: "13", of: "84", percent: "15.5" });
    expect(statements.map(({ label }) => label)).toEqual(["instruction"]);
    expect(survivalRows({ survival: [] }).sum).toBeNull();
  });

  test("three figures about the needed facts appear together; none if nothing was needed", () => {
    expect(neededFigures(LOSS).map(({ value, label }) => `${value} ${label}`)).toEqual([
      "52 of 74 needed facts still there",
      "15 gone, can be fetched",
      "7 gone, cannot be fetched",
      "3 files read again",
    ]);
    expect(neededFigures({ ...LOSS, needed: { facts: 0, kept: 0, fetchable: 0, gone: 0 } })).toEqual([]);
    const { needed: _, ...unknown } = LOSS;
    expect(neededFigures(unknown)).toEqual([]);
  });

  test("describes its cost in a sentence", () => {
    expect(costSentence(LOSS)).toBe(
      "$0.200 to write the prompt to the cache again, ~$0.220 for the summary, ~$0.300 to read again; ~$0.0500 less per request, paid off after ~14 requests. By the next compaction or the end, it paid off: ~$2.58 saved over 66 requests.",
    );
    expect(costSentence({ ...LOSS, cost: null })).toBeNull();
  });
});
