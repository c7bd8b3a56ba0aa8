import * as z from "zod";
import { provided, step, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { selectEvenCut } from "../grammar/even-cut";
import { reportShortenedLoops } from "../grammar/guards";
import { choice, flag, share, whole } from "../grammar/params";
import { NOTHING, type Procedure, type Warning } from "../grammar/procedure";
import { holeTargets, partsOf } from "../grammar/spans";
import { defineStrategy, folding } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { any, overWindow, type Trigger, targetOr } from "../grammar/triggers";
import { type Unit, unitsOf } from "../grammar/units";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { cutBy, elseCut } from "../summaries/fold-cuts";
import { ROO } from "../summaries/styles";
import { isSummary } from "../summaries/summary-message";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { ROO_BUFFER, ROO_RESERVED_TOKENS } from "./roo-limits";
import { slideToTarget } from "./slide-to-target";

/** Number of newest messages that stay (src/core/condense/index.ts of Roo Code 3.25.8). */
const KEEP = 3;

const entriesOf = (view: View): Unit[] => unitsOf(view, { by: "entry", systemMessages: "apart" });

/** Why nothing is condensed: too few messages, or condensed a moment ago. Null if it can be done. */
function condenseFault(view: View): Warning | null {
  const entries = entriesOf(view);
  const n = entries.length;
  if (n <= KEEP + 1) return { code: "condense-not-enough", message: `${n} messages are not enough to condense` };
  const lastSummary = entries.findLastIndex(({ message }) => isSummary(message));
  const candidates = n - KEEP - Math.max(0, lastSummary);
  if (lastSummary >= n - KEEP || candidates <= 1)
    return { code: "condensed-recently", message: "the conversation was condensed a moment ago" };
  return null;
}

/** Selects everything between the first message and the last three. */
const selectMiddle = (view: View) => {
  const entries = entriesOf(view);
  const inside = partsOf(entries.slice(1, -KEEP));
  return holeTargets(view, inside, { straddling: "keep", head: new Set(partsOf(entries.slice(0, 1))) });
};

type Condense = { readonly instructions: string; readonly summaryTokens: number };

function condense({ instructions, summaryTokens }: Condense): Procedure {
  const folded = fold({
    id: "condense",
    cut: cutBy("condense", selectMiddle),
    style: ROO,
    place: "hole",
    role: "assistant",
    maxTokens: summaryTokens,
    instructions,
  });
  return (view) => {
    const fault = condenseFault(view);
    return fault ? { ...NOTHING, warnings: [fault] } : folded(view);
  };
}

/** The sliding window runs only if the request does not fit, because a forced run requests only condensing. */
function truncate(allowed: Trigger, environment: Environment): Procedure {
  const slide = step({
    id: "truncate",
    select: selectEvenCut({ fraction: 0.5, systemMessages: "apart", snapBack: false, straddling: "drop" }),
    transform: drop,
    guards: [reportShortenedLoops],
  });
  return provided(allowed, slideToTarget(slide, environment));
}

/**
 * A profile's own threshold in percent, 5 to 100. Without one (null or -1) the global one applies; for other numbers
 * too, with a warning.
 */
export function effectiveThreshold(global: number, profile: number | null): { fraction: number; warning?: Warning } {
  if (profile === null || profile === -1) return { fraction: global };
  if (profile >= 5 && profile <= 100) return { fraction: profile / 100 };
  const message = `a profile's threshold of ${profile} is not between 5 and 100: the global one applies`;
  return { fraction: global, warning: { code: "invalid-profile-threshold", message } };
}

export const roo325 = defineStrategy(
  folding({
    id: "roo-3.25",
    alsoCalled: ["autoCondenseContext", "customCondensingPrompt", "summarizeConversation"],
    variantOf: "roo-latest",
    product: {
      name: "Roo Code",
      version: "3.25.8",
      date: "2025-10-10",
      read: "2026-11-22",
      source:
        "https://github.com/RooCodeInc/Roo-Code/blob/3a47c55a2e16ff8bd0efd44eb92991e94e31a282/src/core/condense/index.ts",
    },
  }),
  z.object({
    autoCondense: flag(true, "Condenses automatically; otherwise only the sliding window runs"),
    threshold: share(1, "Condenses at this share of the window"),
    profileThreshold: z
      .number()
      .nullable()
      .default(null)
      .describe("Threshold of the profile as a percentage of the window, 5 to 100; -1 or null = `threshold` applies"),
    reserved: whole(
      0,
      `Tokens reserved for the answer; 0 counts as ${ROO_RESERVED_TOKENS}, unless the request reserves some`,
    ),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the threshold"),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  (params, environment) => {
    const { fraction, warning } = effectiveThreshold(params.threshold, params.profileThreshold);
    const reserve = params.reserved || environment.budget.reserve || ROO_RESERVED_TOKENS;
    const allowed = targetOr(overWindow({ fraction: 1 - ROO_BUFFER, reserve, comparison: ">" }));
    const full = targetOr(overWindow({ fraction, reserve: 0, comparison: params.comparison }));
    const fires = params.autoCondense ? any(full, allowed) : allowed;
    const slide = truncate(allowed, environment);
    const run = params.autoCondense ? elseCut(condense(params), slide) : slide;
    return warned(when(fires, run), warning);
  },
);

const warned =
  (run: Procedure, warning: Warning | undefined): Procedure =>
  (view) => {
    const outcome = run(view);
    return warning ? { ...outcome, warnings: [warning, ...outcome.warnings] } : outcome;
  };
