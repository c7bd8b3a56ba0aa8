import { expect, test } from "vitest";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { type BilledRequest, billOf } from "@/lib/two-arms/bill";
import { normalisePrompt } from "@/lib/two-arms/first-prompt";

const request = (agent: string, model: string, counts: Partial<BilledRequest["usage"]>): BilledRequest => ({
  agent,
  model,
  startedAt: "2026-02-01T10:00:00Z",
  usage: { ...UNKNOWN_USAGE, uncachedInput: 0, output: 0, ...counts },
});
/** US dollars per million tokens: input 3, output 15, writes 3.75 for five minutes and 6 for an hour, reads 0.30. */
const SONNET = "claude-sonnet-4-5";

test("the bill has the price of each part, and sub-agents separately", () => {
  const bill = billOf([
    request("main", SONNET, { uncachedInput: 10_000, cacheWrite5m: 20_000, cacheRead: 100_000, output: 2_000 }),
    request("main", SONNET, { cacheWrite1h: 10_000, cacheRead: 120_000, output: 1_000 }),
    request("helper", SONNET, { uncachedInput: 1_000, output: 100 }),
  ]);
  expect(bill?.tokens).toEqual({
    turns: 2,
    plainInput: 10_000,
    reads: 220_000,
    writes: 30_000,
    output: 3_000,
    others: 1_100,
    total: 264_100,
  });
  const dollars = {
    turns: 2,
    plainInput: 0.03,
    reads: 0.066,
    writes: 0.135,
    output: 0.045,
    others: 0.0045,
    total: 0.2805,
  };
  for (const [part, amount] of Object.entries(dollars))
    expect(bill?.dollars?.[part as keyof typeof dollars], part).toBeCloseTo(amount, 9);
});

test("a request without usage makes the bill unknown; one without a price only the dollars", () => {
  const known = request("main", SONNET, { uncachedInput: 10, output: 1 });
  expect(billOf([known, { ...known, usage: null }])).toBeNull();
  expect(billOf([known, request("main", SONNET, { output: null })])).toBeNull();
  expect(billOf([])).toBeNull();
  expect(billOf([known, request("main", "a model that nobody sells", { uncachedInput: 10, output: 1 })])).toMatchObject(
    {
      tokens: { total: 22 },
      dollars: null,
    },
  );
});

test("first prompts are compared without case, spaces and surrounding marks", () => {
  expect(normalisePrompt("  Fix the\n label   timeouts!\n")).toBe("fix the label timeouts");
  expect(normalisePrompt("fix the label timeouts")).toBe("fix the label timeouts");
  expect(normalisePrompt("…")).toBeNull();
  expect(normalisePrompt("修复标签超时。")).toBe("修复标签超时");
});
