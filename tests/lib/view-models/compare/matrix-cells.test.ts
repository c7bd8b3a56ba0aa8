import { expect, test } from "vitest";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import { validityCell } from "@/lib/view-models/compare/matrix-cells";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";

test("a rule broken several times is named once", () => {
  const violations = ["bad-role", "bad-role", "orphan-result"].map((code) => ({ code }));
  const result = { status: "applied", evaluation: { validity: { violations } } } as unknown as ComparedStrategy;
  expect(validityCell(result)).toMatchObject({ value: "3 violations", note: "bad-role, orphan-result" });
  expect(validityCell(result, sayIn("zh", chineseOf(["results"]))).value).toBe("3 处违规");
});
