import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { TOKEN_COUNT } from "../grammar/gauges";
import { choice, flag, whole } from "../grammar/params";
import type { Procedure } from "../grammar/procedure";
import { newestTurnsStart } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { compares, overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { before, cutBy, tailWithin } from "../summaries/fold-cuts";
import { OPENCODE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

/** Tokens of the newest turns that stay: a quarter of the usable ones, within bounds. */
export const recentBudget = (usable: number): number => Math.min(8000, Math.max(2000, Math.floor(usable * 0.25)));

/** Keeps the newest turns that fit the budget. A turn that does not fit is split, so that its end stays. */
function tailStart(view: View, turns: number, budget: number): number {
  const wanted = newestTurnsStart(view, turns);
  return Math.max(wanted, tailWithin(view, budget));
}

const GO_ON = "Continue if there are next steps; else stop and ask.";

const compactParams = z.object({
  comparison: choice(
    [">=", ">"],
    "Starts when the token count reaches (>=) or exceeds (>) the usable window, which is the window less the reserve",
  ),
  tailTurns: whole(2, "Number of newest turns to keep, if they fit"),
  preserveRecentTokens: whole(0, "Maximum tokens of those turns; 0 = a quarter of the usable window, 2,000 to 8,000"),
  goOn: flag(true, "Tells the agent to continue after an automatic run that interrupted its work"),
  instructions,
  summaryTokens: summaryTokens(4096),
});

/** Summarises everything before the newest turns. */
function compacted(
  { tailTurns, preserveRecentTokens, goOn, instructions, summaryTokens }: z.output<typeof compactParams>,
  { budget }: Environment,
): Procedure {
  const recent = preserveRecentTokens || recentBudget((budget.window ?? 0) - budget.reserve);
  const isWorking = ({ conversation }: View) => !conversation.messages.slice(-1).some(isTypedUser);
  return fold({
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
  });
}

export const opencodeCompact = defineStrategy(
  folding({
    id: "opencode-compact",
    product: {
      name: "OpenCode",
      version: "1.19 (5a7c5edc)",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/compaction.ts",
    },
  }),
  compactParams,
  (params, environment) => {
    const own = overWindow({ fraction: 1, reserve: environment.budget.reserve, comparison: params.comparison });
    return when(targetOr(own), compacted(params, environment));
  },
);

/** Tokens at which Kilo compacts: the usable ones, or a percentage of the window if that is less. */
export const kiloLimit = (window: number, reserve: number, percent: number | null): number =>
  Math.min(window - reserve, percent === null ? Number.POSITIVE_INFINITY : Math.floor((window * percent) / 100));

/** Kilo adopted OpenCode's compaction and added a percentage threshold, which only lowers the trigger. */
export const kiloCompact = defineStrategy(
  folding({
    id: "kilo-compact",
    version: "1",
    product: {
      name: "Kilo Code",
      version: "CLI 7.8.1 (89415151)",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/Kilo-Org/kilocode/blob/89415151/packages/opencode/src/session/overflow.ts",
    },
  }),
  compactParams.extend({
    thresholdPercent: z
      .number()
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .describe(
        "Starts at this percentage of the window, if that is earlier (compaction.threshold_percent); null = not set",
      ),
  }),
  ({ thresholdPercent, ...params }, environment) => {
    const { window, reserve } = environment.budget;
    const own =
      window === null
        ? overWindow({ fraction: 1, reserve, comparison: params.comparison })
        : compares(TOKEN_COUNT, params.comparison, kiloLimit(window, reserve, thresholdPercent));
    return when(targetOr(own), compacted(params, environment));
  },
);
