import { expect, test } from "vitest";
import { modelPricesAt } from "@/lib/models/price-at";
import { STUDY } from "@/lib/replay/price-of-loss";
import { lossPriceNote } from "@/lib/view-models/compare/loss-price-note";
import { ownLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { english } from "@/lib/wording/say";

const row = (cost: number | null, model: string | null = null, prompt_tokens = 0) => ({
  cost: cost === null ? null : { amount: cost, currency: "USD" as const },
  model,
  prompt_tokens,
  started_at: null,
});

test("a page uses the person's price, otherwise the study's at the mean of its requests, and says which", () => {
  const own = ownLossPrice([row(0.1), row(null, "gpt-5", 1_000_000), row(0.3)], null);
  expect(own?.amount).toBeCloseTo(STUDY.amount * 0.2, 9);
  expect(lossPriceNote(own?.amount ?? 0, own, english)).toMatch(
    /^measured after \d+ compactions in public sessions: \$/,
  );
  expect(lossPriceNote(0.5, own, english)).toBe("set by you");
  const set = ownLossPrice([row(0.1)], 0.07);
  expect(set?.amount).toBe(0.07);
  expect(lossPriceNote(0.07, set, english)).toBe("set by you");
});

test("a log without usage gets a price from its prompt sizes, read from the cache, and says so", () => {
  const read = modelPricesAt("gpt-5", undefined)?.cacheRead ?? 0;
  expect(read).toBeGreaterThan(0);
  const own = ownLossPrice([row(null, "gpt-5", 100_000), row(null, "gpt-5", 300_000)], null);
  expect(own?.amount).toBeCloseTo(STUDY.amount * 0.2 * read, 9);
  expect(lossPriceNote(own?.amount ?? 0, own, english)).toMatch(/estimated from the size of these requests/);
});

test("without the model's price a loss has no price, which differs from zero", () => {
  expect(ownLossPrice([row(null, "no-such-model", 100_000), row(null)], null)).toBeNull();
  expect(lossPriceNote(0, null, english)).toBe("unknown: no price is known for this model");
  expect(lossPriceNote(0.1, null, english)).toBe("set by you");
});
