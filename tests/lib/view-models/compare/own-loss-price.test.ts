import { expect, test } from "vitest";
import { STUDY } from "@/lib/replay/price-of-loss";
import { lossPriceNote, ownLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { english } from "@/lib/wording/say";

const cost = (amount: number) => ({ cost: { amount, currency: "USD" as const } });

test("a page pays what the person set, otherwise the study's price at the mean of its requests, and says which", () => {
  const own = ownLossPrice([cost(0.1), { cost: null }, cost(0.3)], null);
  expect(own?.amount).toBeCloseTo(STUDY.amount * 0.2, 9);
  expect(lossPriceNote(own?.amount ?? 0, own, english)).toMatch(
    /^measured after \d+ compactions of public sessions: \$/,
  );
  expect(lossPriceNote(0.5, own, english)).toBe("set by you");
  const set = ownLossPrice([cost(0.1)], 0.07);
  expect(set?.amount).toBe(0.07);
  expect(lossPriceNote(0.07, set, english)).toBe("set by you");
  expect(ownLossPrice([{ cost: null }], null)).toBeNull();
  expect(lossPriceNote(0, null, english)).toBe("unknown here, so a loss costs nothing");
  expect(lossPriceNote(0.1, null, english)).toBe("set by you");
});
