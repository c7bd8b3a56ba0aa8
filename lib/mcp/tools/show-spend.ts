import * as z from "zod";
import { spend, spendRow } from "../../api/schemas/spend";
import { defineTool } from "../tool";
import { session } from "./fields";

const row = spendRow.omit({ items: true }).extend({
  items: z.array(spendRow.shape.items.element.pick({ label: true, sent: true, cost: true })),
});
const MAX_ITEMS = 5;

export const showSpend = defineTool({
  name: "show_spend",
  title: "Who spent it",
  description:
    "Which tools, MCP servers, skills, sub-agents and memory files caused a session's tokens and cost: what each added, how often it was sent again, its cost, and its costliest files or commands. Rows sum to the session.",
  input: z.strictObject({
    session,
    rows: z.int().min(1).max(100).default(20).describe("Maximum rows in the answer, costliest first."),
  }),
  output: spend.pick({ cost: true, sent: true, output: true, unpriced: true }).extend({
    rows: z.array(row),
    rows_left_out: z.int().describe("Rows beyond those."),
  }),
  askForLess: "ask for fewer rows",
  run: async (input, { call }) => {
    const found = await call("GET /api/sessions/{id}/spend", { path: { id: input.session } });
    const rows = found.rows.slice(0, input.rows).map(({ items, ...rest }) => ({
      ...rest,
      items: items.slice(0, MAX_ITEMS).map(({ label, sent, cost }) => ({ label, sent, cost })),
    }));
    const { cost, sent, output, unpriced } = found;
    return { cost, sent, output, unpriced, rows, rows_left_out: found.rows.length - rows.length };
  },
});
