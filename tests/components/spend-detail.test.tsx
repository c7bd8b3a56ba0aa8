import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SpendDetail } from "@/components/spend/spend-detail";
import type { SpendRow } from "@/lib/api/schemas/spend";

const row = {
  group: "sub-agent",
  name: "explore",
  tokens: 10,
  sent: 20,
  definitions: 0,
  cost: null,
  items: [{ part_id: "p 1", label: "a.ts", parts: 1, tokens: 10, sent: 20, cost: null }],
} as unknown as SpendRow;

test("a text links to the main agent's full history, also in a sub-agent's row", () => {
  for (const of of [row, { ...row, agent: "a1" }])
    expect(renderToStaticMarkup(<SpendDetail id="s" row={of} />)).toContain(
      'href="/sessions/s?view=full&amp;part=p%201"',
    );
});
