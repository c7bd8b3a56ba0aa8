import fc from "fast-check";
import { expect, test } from "vitest";
import { apportion } from "@/lib/ledger/apportion";

test.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [100, [1, 0, 3], [25, 0, 75]],
  [7, [], []],
  [7, [0, 0], [0, 0]],
  [0, [2, 3], [0, 0]],
])("%d over %j is %j", (total, weights, shares) => expect(apportion(total, weights)).toEqual(shares));

test("law: shares are whole, not negative, add up to the total and are within one of the exact share", () => {
  const weights = fc
    .array(fc.nat(100_000), { minLength: 1, maxLength: 50 })
    .filter((all) => all.some((one) => one > 0));
  fc.assert(
    fc.property(fc.nat(2_000_000), weights, (total, parts) => {
      const shares = apportion(total, parts);
      const sum = parts.reduce((all, one) => all + one, 0);
      expect(shares.reduce((all, one) => all + one, 0)).toBe(total);
      shares.forEach((share, index) => {
        expect(Number.isInteger(share)).toBe(true);
        expect(Math.abs(share - ((parts[index] as number) / sum) * total)).toBeLessThan(1 + 1e-6);
      });
    }),
  );
});
