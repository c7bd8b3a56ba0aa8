import * as z from "zod";
import { when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import { share, whole } from "../grammar/params";
import { defineStrategy, folding } from "../grammar/strategy";
import { compares, targetOr, withoutWindow } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { cutBy, everythingRead } from "../summaries/fold-cuts";
import { newestPlanItems } from "../summaries/plan-state";
import { CRUSH } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

export type RemainingRule = { readonly bigWindow: number; readonly remaining: number; readonly share: number };

/**
 * Tokens at which the history is summarised. Big windows keep a number of tokens free, others a share. Null if the
 * window is unknown.
 */
export function crushLimit(window: number | null, { bigWindow, remaining, share }: RemainingRule): number | null {
  if (window === null || window <= 0) return null;
  return window > bigWindow ? window - remaining : window - Math.floor(window * share);
}

/** The current to-do list, which the product passes to its summariser. */
function todoList(view: View): string {
  const items = newestPlanItems(view.entries());
  return items.length === 0 ? "" : `[to-do list]\n${items.join("\n")}`;
}

/** Follows the behaviour of the product's source, without its prompt. */
export const crush = defineStrategy(
  folding({
    id: "crush",
    product: {
      name: "Crush",
      version: "37f36e9",
      date: "2026-08-21",
      read: "2026-11-22",
      source: "https://github.com/charmbracelet/crush/blob/37f36e9/internal/agent/agent.go",
    },
  }),
  z.object({
    bigWindow: whole(200_000, "Windows of more tokens than this follow `remaining`, others `share`"),
    remaining: whole(20_000, "In windows larger than `bigWindow`: starts when this many tokens or fewer are left"),
    share: share(0.2, "In other windows: starts when this share of the window or less is left"),
    instructions,
    summaryTokens: summaryTokens(8000),
  }),
  ({ instructions, summaryTokens, ...rule }, { budget }) => {
    const limit = crushLimit(budget.window, rule);
    return when(
      targetOr(limit === null ? withoutWindow("tokens >= what remains") : compares(TOKEN_COUNT, ">=", limit)),
      fold({
        id: "summarise",
        cut: cutBy("summarise", everythingRead),
        style: CRUSH,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        also: todoList,
      }),
    );
  },
);
