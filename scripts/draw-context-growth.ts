/**
 * Draws the pictures of docs/context-growth.md: what a conversation costs to compute while it grows, with and without a cached
 * prefix. The sums are exact for the model that the document states; nothing is measured.
 *
 *     node scripts/run-ts.mjs scripts/draw-context-growth.ts           # writes docs/images/context-growth-{light,dark}.svg
 *     node scripts/run-ts.mjs scripts/draw-context-growth.ts --check   # fails where they are stale
 */
import { readFileSync, writeFileSync } from "node:fs";
import { contextGrowth, drawContextGrowth, THEMES } from "@/lib/view-models/models/context-growth";

const isCheck = process.argv.includes("--check");
for (const [name, theme] of Object.entries(THEMES)) {
  const file = `docs/images/context-growth-${name}.svg`;
  const svg = drawContextGrowth(contextGrowth(), theme);
  if (!isCheck) writeFileSync(file, svg);
  else if (readFileSync(file, "utf8") !== svg) throw new Error(`${file} is stale: run scripts/draw-context-growth.ts`);
}
