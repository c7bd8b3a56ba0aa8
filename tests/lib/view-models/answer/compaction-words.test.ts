import { describe, expect, test } from "vitest";
import { known } from "@/lib/answer/amount";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { type CompactionSums, toCompactions } from "@/lib/view-models/answer/compaction-words";
import { rereadCost } from "@/lib/view-models/answer/reread-cost";

const sums: CompactionSums = {
  count: 1,
  between: 1,
  unreadable: 0,
  measured: 1,
  needed: 40,
  kept: 10,
  dropped: [
    { kind: "symbol", count: 29, examples: ["retryDelay"] },
    { kind: "path", count: 1, examples: ["src/a.ts"] },
  ],
  gone: 20,
  files: 0,
  refetch_tokens: 0,
  refetch: known(0),
};
const sentence = (over: Partial<CompactionSums>) =>
  toCompactions({ ...sums, ...over }, null, { count: 0, money: known(0), tokens: 0 })?.sentence;

describe("what compactions dropped", () => {
  test("is a number of facts, and a share if they are many", () => {
    expect(sentence({})).toBe(
      "1 compaction dropped 30 of 40 facts (75\u202f%) that the agent used later without seeing them again: 29 names, 1 path; no file had to be read again.",
    );
    expect(sentence({ needed: 4, kept: 3, dropped: [{ kind: "path", count: 1, examples: ["src/a.ts"] }] })).toMatch(
      /^1 compaction dropped 1 of 4 facts that the agent used later without seeing them again \(1 path\); no file had to be read again\.$/,
    );
  });

  test("may be nothing although files were read again", () => {
    expect(sentence({ kept: 40, files: 2, refetch_tokens: 1_990, refetch: known(0.01991) })).toBe(
      "1 compaction kept all 40 facts that the agent used later without seeing them again, such as paths, errors and names; re-reading 2 files cost at most $0.0200 when first sent.",
    );
  });

  test("cannot be measured without a request on each side, as in the receipt", () => {
    expect(sentence({ between: 0, measured: 0, needed: 0, kept: 0 })).toBe(
      "1 compaction: what was lost cannot be measured, because the log lacks the previous or the next request.",
    );
  });

  test("is nothing that the log shows if nothing was needed, as in the receipt", () => {
    expect(sentence({ measured: 0, needed: 0, kept: 0 })).toBe(
      "1 compaction: this log shows nothing that was needed afterwards.",
    );
  });

  test("is the files read again if no fact can be counted", () => {
    const refetch = known(0.1);
    expect(sentence({ measured: 0, needed: 0, kept: 0, files: 8, refetch_tokens: 10_740, refetch })).toBe(
      "1 compaction: this log shows no fact that the agent used later without seeing it again; re-reading 8 files cost at most $0.100 when first sent.",
    );
  });

  test("cannot be measured without the text of any summary", () => {
    const unread = { measured: 0, needed: 0, kept: 0, count: 2, between: 2, files: 3, refetch: known(0.1) };
    expect(sentence({ ...unread, unreadable: 2 })).toBe(
      "2 compactions: what was lost cannot be measured, because the log lacks the text of the summaries; re-reading 3 files cost at most $0.100 when first sent.",
    );
    expect(sentence({ ...unread, unreadable: 1 })).toMatch(
      /shows no fact that the agent used later without seeing it again/,
    );
  });
});

test("a file read again costs what its request paid for new tokens, also in a long context", () => {
  const costOf = (usage: { uncachedInput?: number; cacheWrite5m?: number }) =>
    rereadCost({ model: "claude-sonnet-4", usage: { ...UNKNOWN_USAGE, cacheRead: 0, ...usage } }, 1_000_000);
  expect(costOf({ cacheWrite5m: 100_000 })).toEqual(known(3.75));
  expect(costOf({ cacheWrite5m: 300_000 })).toEqual(known(7.5));
  expect(costOf({ uncachedInput: 100_000, cacheWrite5m: 0 })).toEqual(known(3));
});
