import { expect, test } from "vitest";
import { groupStrategies } from "@/components/compare/setup/strategy-groups";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { english } from "@/lib/wording/say";

const info = (id: string, family: StrategyAnswer["family"], more: Partial<StrategyAnswer> = {}): StrategyAnswer => ({
  id,
  title: `The title of ${id}`,
  also_called: [],
  variant_of: null,
  family,
  product: { name: "Maker", version: "1", date: "2026-01-01", read: "2026-01-01", source: "" },
  version: "1",
  needs_model: false,
  model: "none",
  deterministic: true,
  reversible: false,
  cache: "rewrites-suffix",
  mode: "late-cut",
  keeps_edits: false,
  guide: { use_when: "tested", trigger: "always", fallback: "none", cost: "none", published: null },
  params: {},
  ...more,
});
const many = [
  ...Array.from({ length: 12 }, (_, at) => info(`cut-${at}`, "cut")),
  info("folder", "fold", {
    model: "optional",
    product: { name: "Folding Inc", version: "1", date: "2026-01-01", read: "2026-01-01", source: "" },
  }),
];
const none: ReadonlySet<string> = new Set();
const ids = (groups: ReturnType<typeof groupStrategies>) => groups.flatMap(({ shown }) => shown.map(({ id }) => id));

test("a family shows its first strategy and the chosen ones, and counts the rest", () => {
  const groups = groupStrategies(many, { find: "", always: new Set(["cut-11"]), unfolded: none }, english);
  expect(groups.map(({ id, folded }) => [id, folded])).toEqual([
    ["cut", 7],
    ["fold", 0],
    ["own", 0],
  ]);
  expect(ids(groups)).toContain("cut-11");
  expect(ids(groups)).not.toContain("cut-10");
  expect(ids(groupStrategies(many, { find: "", always: none, unfolded: new Set(["cut"]) }, english))).toHaveLength(14);
});

test("all words must match, in any order, and matches are never folded", () => {
  const found = (find: string) => ids(groupStrategies(many, { find, always: none, unfolded: none }, english));
  expect(found("MAKER cut-1")).toEqual(["cut-1", "cut-10", "cut-11"]);
  expect(found("inc folding")).toEqual(["folder"]);
  expect(found("no model")).not.toContain("folder");
  expect(found("nobody")).toEqual([]);
});
