import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { when } from "../grammar/combinators";
import { choice, flag, whole } from "../grammar/params";
import { newestTurnsStart } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { before, cutBy, tailWithin } from "../summaries/fold-cuts";
import { OPENCODE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

/** Tokens of the newest turns that stay: a quarter of what is usable, within bounds. */
export const recentBudget = (usable: number): number => Math.min(8000, Math.max(2000, Math.floor(usable * 0.25)));

/** The newest turns where they fit the budget; a turn that does not fit is split at the first message whose rest fits. */
export function tailStart(view: View, turns: number, budget: number): number {
  const wanted = newestTurnsStart(view, turns);
  return Math.max(wanted, tailWithin(view, budget));
}

const GO_ON = "Continue if there are next steps; else stop and ask.";

export const opencodeCompact = defineStrategy(
  folding({
    id: "opencode-compact",
    title: "OpenCode: compact",
    product: {
      name: "OpenCode",
      version: "fd78ec63",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/compaction.ts",
    },
  }),
  z.object({
    comparison: choice([">=", ">"], "How the tokens are compared with what is usable (window less reserve)"),
    tailTurns: whole(2, "Newest turns that stay, as far as they fit"),
    preserveRecentTokens: whole(0, "Tokens of them; 0 = a quarter of what is usable, 2,000 to 8,000"),
    goOn: flag(true, "Tells the agent to go on after an automatic run that cut into work"),
    instructions,
    summaryTokens: summaryTokens(4096),
  }),
  ({ comparison, tailTurns, preserveRecentTokens, goOn, instructions, summaryTokens }, { budget }) => {
    const usable = (budget.window ?? 0) - budget.reserve;
    const recent = preserveRecentTokens || recentBudget(usable);
    const isWorking = ({ conversation }: View) => !conversation.messages.slice(-1).some(isTypedUser);
    return when(
      targetOr(overWindow({ fraction: 1, reserve: budget.reserve, comparison })),
      fold({
        id: "compact",
        cut: cutBy(
          "compact",
          before((view) => tailStart(view, tailTurns, recent)),
        ),
        style: OPENCODE,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        after: (view) => (goOn && !view.environment.force && isWorking(view) ? GO_ON : ""),
      }),
    );
  },
);
