import { expect, test } from "vitest";
import { shortPath } from "@/lib/view-models/spend/short-path";

test.each([
  ["/home/mira/code/parcel-tracking/src/carriers/retry.ts", "…/carriers/retry.ts"],
  ["src/retry.ts", "src/retry.ts"],
  [
    "npm test -- src/carriers/retry.test.ts --reporter dot --bail",
    "npm test -- src/carriers/retry.test.ts --reporter dot --bail",
  ],
])("%s is shown as %s", (label, shown) => {
  expect(shortPath(label)).toBe(shown);
});
