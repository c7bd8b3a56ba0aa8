import { Children, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CauseCard } from "@/components/cache/cause-card";
import { BreakFacts } from "@/components/session/break-facts";
import type { BreakEvidence } from "@/lib/cache/break-evidence";
import type { BreakCard } from "@/lib/read-models/break-cards";

const facts: BreakEvidence[] = [
  { id: "follows-head-change", after: { by: "tool", name: "ToolSearch" } },
  { id: "follows-head-change", after: { by: "server-added", name: "docs" } },
];
const card: BreakCard = {
  ...{ agent: "main", at: 1, previous: 0, cause: "tools-changed", letter: "S", confidence: "certain" },
  ...{ is_expected: false, lost_tokens: 1, lost_cost: null, rates: null, gap_seconds: null, tier: null },
  ...{ evidence: facts, against: [], note: { id: "read", tokens: 0 }, divergence: null },
};

/** The keys of all elements below a node. */
const keysIn = (node: ReactNode): string[] =>
  Children.toArray(node).flatMap((child) =>
    isValidElement<{ children?: ReactNode }>(child) ? [`${child.key}`, ...keysIn(child.props.children)] : [],
  );

/** Renders the keys of the elements that a component draws. */
const Keys = ({ draw }: { draw: () => ReactNode }) => keysIn(draw()).join("\n");

test.each([
  ["the inspector", () => BreakFacts({ facts })],
  ["the cache page", () => CauseCard({ card, isSimulated: false, answered: undefined })],
])("facts of one kind have different keys in %s", (_, draw) => {
  const keys = renderToStaticMarkup(<Keys draw={draw} />)
    .split("\n")
    .filter((key) => key.includes("follows-head-change"));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});
