import { expect, test } from "vitest";
import { clientTotals } from "@/lib/read-models/session-summary";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { analyzeSketch } from "@/tests/support/analyze-sketch";

const drawing = `
  user fix the test
  say done
  usage read=100000 write=0 in=0 out=0 at=0
`;
const MODEL = "claude-sonnet-4-5";
const used = (cacheRead: number) => ({ ...UNKNOWN_USAGE, cacheRead, output: 0 });

test("a log without totals has none", () => {
  expect(clientTotals(analyzeSketch(drawing))).toBeNull();
});

test("totals that equal the sum of the calls do not differ", () => {
  const totals = { cost: 0.03, models: [{ model: MODEL, usage: used(100_000), cost: 0.03 }] };
  expect(clientTotals(analyzeSketch(drawing, { totals }))).toEqual({
    cost: 0.03,
    differs: false,
    models: [
      {
        model: MODEL,
        stated: { prompt_tokens: 100_000, output_tokens: 0, cost: 0.03 },
        logged: { prompt_tokens: 100_000, output_tokens: 0, cost: 0.03 },
      },
    ],
  });
});

test("a model without a logged call differs, and so does another price for the same tokens", () => {
  const own = { model: MODEL, usage: used(100_000), cost: 0.03 };
  const title = { model: "claude-haiku-4-5", usage: used(500), cost: 0.000_05 };
  const more = clientTotals(analyzeSketch(drawing, { totals: { cost: 0.030_05, models: [own, title] } }));
  expect(more?.differs).toBe(true);
  expect(more?.models[1]).toMatchObject({ stated: { prompt_tokens: 500 }, logged: { prompt_tokens: 0, cost: 0 } });
  expect(clientTotals(analyzeSketch(drawing, { totals: { cost: 0.06, models: [own] } }))?.differs).toBe(true);
});
