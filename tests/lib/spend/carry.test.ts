import { expect, test } from "vitest";
import type { PrefixNode } from "@/lib/requests/prefix-tree";
import { carriedNodes } from "@/lib/spend/carry";
import { analyzeSketch } from "../../support/analyze-sketch";

/** How often nodes are visited for a session of unknown price. */
function visits(turns: number): number {
  const usage = "usage model=nobody-knows write=100 in=0";
  const { requests, prefixes } = analyzeSketch(`user go\nsay ok\n${usage}\n`.repeat(turns));
  let visited = 0;
  const seen = new Set<PrefixNode>();
  for (const { leaf } of prefixes)
    for (let node: PrefixNode | null = leaf; node !== null && !seen.has(node); ) {
      const parent: PrefixNode | null = node.parent;
      seen.add(node);
      const visit = () => {
        visited += 1;
        return parent;
      };
      Object.defineProperty(node, "parent", { get: visit });
      node = parent;
    }
  const carried = carriedNodes(requests, ({ index }) => prefixes[index]?.leaf as PrefixNode);
  expect(Math.max(...carried.map((node) => node.requests))).toBe(turns);
  expect(carried.every(({ cost }) => cost === 0)).toBe(true);
  return visited;
}

test("an unpriced session of twice the length takes about twice as many steps", () => {
  expect(visits(200)).toBeLessThan(2.2 * visits(100));
});
