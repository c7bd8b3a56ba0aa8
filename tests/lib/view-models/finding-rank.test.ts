import { expect, test } from "vitest";
import { rankOfFinding } from "@/lib/view-models/finding-rows";

const finding = (name: string, amount: number | null, more: object = {}) => ({
  name,
  kind: "loss" as const,
  confidence: "certain" as const,
  lost_tokens: 10,
  lost_cost: amount === null ? null : { amount, currency: "USD" as const },
  ...more,
});

test("what can be acted on comes first, then losses without a known cause, risks last", () => {
  const rows = [
    finding("a risk", 90, { kind: "risk" }),
    finding("a small one without a cause", 0.1, { confidence: "unknown" }),
    finding("a large one without a cause", 900, { confidence: "unknown" }),
    finding("without a price", null),
    finding("small", 0.01),
    finding("large", 2, { confidence: "likely" }),
  ];
  expect(rows.toSorted((one, other) => rankOfFinding(other) - rankOfFinding(one)).map(({ name }) => name)).toEqual([
    "large",
    "small",
    "without a price",
    "a large one without a cause",
    "a small one without a cause",
    "a risk",
  ]);
});
