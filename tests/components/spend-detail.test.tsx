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
const linkOf = (of: SpendRow, agent: string) =>
  /href="([^"]*)"/
    .exec(renderToStaticMarkup(<SpendDetail row={of} place={{ id: "s", agent, position: 4 }} />))?.[1]
    ?.replaceAll("&amp;", "&");

test("a row's texts link to the agent that has them, and to the selected request if it is that agent's", () => {
  expect(linkOf({ ...row, agent: "a1" }, "main")).toBe("/sessions/s?agent=a1&part=p%201");
  expect(linkOf({ ...row, agent: "a1" }, "a1")).toBe("/sessions/s?agent=a1&request=5&part=p%201");
  expect(linkOf(row, "a1")).toBe("/sessions/s?part=p%201");
  expect(linkOf(row, "main")).toBe("/sessions/s?request=5&part=p%201");
});
