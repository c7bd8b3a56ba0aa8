import { expect, test } from "vitest";
import { periodOf, startOfPeriod } from "@/lib/view-models/spend/period";

test("an address without a period gets thirty days", () => {
  expect([periodOf("7"), periodOf("all"), periodOf(undefined), periodOf("31"), periodOf(["7"])]).toEqual([
    "7",
    "all",
    "30",
    "30",
    "30",
  ]);
});

test("a period of seven days begins six days before today, in UTC", () => {
  const late = new Date("2026-11-28T23:30:00Z");
  expect(startOfPeriod("7", late)).toBe("2026-11-22");
  expect(startOfPeriod("30", late)).toBe("2026-10-30");
  expect(startOfPeriod("all", late)).toBeNull();
});
