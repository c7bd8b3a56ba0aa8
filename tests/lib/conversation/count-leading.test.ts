import { expect, test } from "vitest";
import { countLeading } from "@/lib/conversation/count-leading";

test.each([
  [[], 0],
  [[1], 1],
  [[3], 0],
  [[1, 2, 2, 3], 3],
  [[1, 2, 3, 4, 5], 2],
  [[3, 4, 5], 0],
])("in %j, counts the leading numbers up to 2", (values, count) => {
  expect(countLeading(values, (value) => value <= 2)).toBe(count);
});
