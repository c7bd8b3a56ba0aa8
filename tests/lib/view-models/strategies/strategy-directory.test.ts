import { describe, expect, test } from "vitest";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { slugOf, strategyOfAddress, toDirectory, versionsOf } from "@/lib/view-models/strategies/strategy-directory";

const all = listPlainStrategies();
const ids = (typed: string) =>
  toDirectory(all, typed).flatMap(({ main, variants }) => [main, ...variants].map(({ id }) => id));

/** The names used in the five articles, each with a strategy that its article means. */
const NAMES = [
  ["Claude Code", "claude-code"],
  ["Roo Code", "roo-3.25"],
  ["Continue", "continue-summary"],
  ["CentAgent", "centagent-budget"],
  ["Manus", "manus"],
  ["Kilo Code", "kilo-truncate"],
  ["anchored", "factory-anchored"],
  ["Anchored Iterative", "factory-anchored"],
  ["regenerative", "regenerate"],
  ["opaque", "opaque"],
  ["structured", "sliding-summary"],
  ["sliding window", "sliding-turns"],
  ["70", "fixed-threshold"],
  ["importance", "importance"],
  ["task boundary", "task-boundary"],
  ["budget", "centagent-budget"],
  ["tool output", "centagent-externalise"],
  ["semantic", "claude-code"],
] as const;

describe("the list of strategies", () => {
  test.each(NAMES)("finds %s", (name, id) => {
    expect(ids(name)).toContain(id);
  });

  test("has each strategy once, and a product's versions in one entry", () => {
    const entries = toDirectory(all);
    const listed = entries.flatMap(({ main, variants }) => [main, ...variants].map(({ id }) => id));
    expect([...listed].sort()).toEqual(all.map(({ id }) => id).sort());
    const products = entries.map(({ main }) => main.product.name);
    expect(products.filter((name) => name === "Claude Code")).toHaveLength(1);
    expect(products.filter((name) => name === "Roo Code")).toHaveLength(1);
  });

  test("says for every version which one it belongs to, and that the newest belongs to none", () => {
    const older = all.filter(({ variant_of }) => variant_of !== null);
    expect(older.length).toBeGreaterThan(5);
    for (const info of older) {
      const [newest] = versionsOf(info, all);
      expect(newest).toMatchObject({ id: info.variant_of, variant_of: null });
    }
  });

  test("an id, a title and another name lead to the strategy; anything else to none", () => {
    expect(strategyOfAddress("factory-anchored", all)?.id).toBe("factory-anchored");
    expect(strategyOfAddress(slugOf("Anchored iterative summary"), all)?.id).toBe("factory-anchored");
    expect(strategyOfAddress("structured-summary", all)?.id).toBe("factory-anchored");
    expect(strategyOfAddress("nothing-of-the-kind", all)).toBeNull();
  });
});
