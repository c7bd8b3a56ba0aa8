import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClientTotals } from "@/components/session/session-header";
import type { ClientTotals as Totals } from "@/lib/api/schemas/session";

const cost = { amount: 0.37, currency: "USD", basis: "priced" } as const;
const totals = (differs: boolean): Totals => ({
  cost: 0.4,
  differs,
  models: [
    {
      model: "claude-opus-4-8",
      stated: { prompt_tokens: 30_000, output_tokens: 500, cost: 0.4 },
      logged: { prompt_tokens: 24_000, output_tokens: 450, cost: 0.37 },
    },
  ],
});

test("shows both counts only if they differ", () => {
  const shown = (differs: boolean) =>
    renderToStaticMarkup(<ClientTotals summary={{ cost, client_totals: totals(differs) }} />);
  expect(shown(false)).toBe("");
  expect(renderToStaticMarkup(<ClientTotals summary={{ cost }} />)).toBe("");
  const markup = shown(true);
  for (const text of ["The client reports $0.400; the calls in its log cost $0.370", "30,000", "24,000", "500", "450"])
    expect(markup).toContain(text);
});
