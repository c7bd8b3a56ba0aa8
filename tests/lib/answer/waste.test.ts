import { describe, expect, test } from "vitest";
import { known } from "@/lib/answer/amount";
import { type FoundWaste, wasteCauses } from "@/lib/answer/waste";

const found = (more: Partial<FoundWaste>): FoundWaste => ({
  kind: "same-text",
  isCall: false,
  id: "reading",
  label: "src/a.ts",
  tokens: 3_000,
  first: 2,
  since: 2,
  times: 10,
  money: known(0.05),
  ...more,
});
const causes = (waste: readonly FoundWaste[]) =>
  wasteCauses(waste).map(({ id, tokens, count }) => `${id}: ${tokens} tokens, ${count}`);

describe("the waste of a part that is useless for two reasons", () => {
  test("counts for the costliest one: an outdated reading that repeated a few earlier lines", () => {
    const repeated = found({ tokens: 150, times: 30, money: known(0.002) });
    const outdated = found({ kind: "stale-read", since: 4, times: 28 });
    expect(causes([outdated, repeated])).toEqual(["stale-read: 3000 tokens, 1"]);
    expect(causes([repeated, outdated])).toEqual(["stale-read: 3000 tokens, 1"]);
  });

  test("counts for the first one if both concern its whole text", () => {
    expect(causes([found({ kind: "stale-read", since: 6, times: 6 }), found({})])).toEqual([
      "same-text: 3000 tokens, 1",
    ]);
  });
});
