import * as z from "zod";
import { when } from "../grammar/combinators";
import { share, whole } from "../grammar/params";
import { NOTHING, type Outcome, type Procedure } from "../grammar/procedure";
import type { Target } from "../grammar/selectors";
import { defineStrategy, folding, type Product } from "../grammar/strategy";
import { compares, overWindow, requested, type Trigger, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { type FoldOptions, fold } from "../summaries/fold";
import { cutBy, elseCut, everythingRead } from "../summaries/fold-cuts";
import { foldEach } from "../summaries/fold-each";
import { GOOSE, GOOSE_PAIR } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { compactThreshold, gooseMiddleOut, LADDER, middleOut, oldestCallBatch, toolCallCutoff } from "./goose";

const product: Product = {
  name: "Goose",
  version: "0036b819",
  date: "2026-11-22",
  read: "2026-11-22",
  source: "https://github.com/block/goose/blob/main/crates/goose/src/context_mgmt/mod.rs",
};

/**
 * The agent's message after the summary. The product has a different message for each of the three cases; the wording
 * is ours.
 */
function continuation({ conversation: { messages }, environment }: View): string {
  if (environment.force) return "The history was compacted because the user asked for it. I go on when they write.";
  if (messages.at(-1)?.role === "user") return "I have the summary of what came before and answer the user now.";
  return "I have the summary of what came before and go on with the calls that the task needs.";
}

/** The automatic trigger. A threshold of 0 or 1 turns it off; values above 0.9 count as 0.9. */
function rule(setting: number): Trigger {
  const fraction = compactThreshold(setting);
  return fraction === null ? requested : overWindow({ fraction, reserve: 0, comparison: ">" });
}

/** Shares of tool responses hidden from the summariser, tried in turn until a summary is written. */
const NOT_SHOWN = [0, ...LADDER];

/** Folds. If the summariser fails, asks again with more tool responses left out, from the middle outwards. */
const showingFewer =
  (options: FoldOptions): Procedure =>
  (view) => {
    let outcome: Outcome = NOTHING;
    for (const share of NOT_SHOWN) {
      outcome = fold({ ...options, reads: (parts) => withoutResponses(parts, share, view) })(view);
      if (!outcome.warnings.some(({ code }) => code === "summary-failed")) break;
    }
    return outcome;
  };

function withoutResponses(parts: readonly string[], share: number, view: View): readonly string[] {
  const responses = parts.filter((id) => view.entry(id)?.part.type === "tool-result");
  const hidden = new Set(middleOut(responses, Math.ceil(responses.length * share)));
  return hidden.size === 0 ? parts : parts.filter((id) => !hidden.has(id));
}

export const goose = defineStrategy(
  folding({ id: "goose", version: "3", product }),
  z.object({
    threshold: share(0.8, "Compacts above this share of the window, at most 0.9; 0 and 1: only on request"),
    instructions,
    summaryTokens: summaryTokens(8000),
  }),
  ({ threshold, instructions, summaryTokens }, environment) => {
    const ladder = gooseMiddleOut.bind({ threshold: compactThreshold(threshold) ?? 1 });
    if (!ladder.ok) throw new Error(ladder.error.message);
    const folded = showingFewer({
      id: "compact",
      cut: cutBy("compact", everythingRead),
      style: GOOSE,
      place: "start",
      maxTokens: summaryTokens,
      instructions,
      acknowledgement: continuation,
    });
    return when(targetOr(rule(threshold)), elseCut(folded, ladder.value.build(environment)));
  },
);

/**
 * The ten oldest calls with their results, once there are ten calls more than the cutoff. Parallel calls go together.
 */
function oldestExchanges(view: View, cutoff: number, protectLast: number): Target[] {
  const calls = view.entries().flatMap(({ part }) => (part.type === "tool-call" ? [part.id] : []));
  const chosen = new Set(oldestCallBatch(calls, cutoff, protectLast));
  return view.atoms().flatMap((atom) => {
    const own = atom.partIds.filter((id) => view.entry(id)?.part.type === "tool-call");
    const isChosen = own.length > 0 && own.every((id) => chosen.has(id));
    return isChosen ? [{ parts: atom.partIds, reason: "summarised" }] : [];
  });
}

export const gooseToolPairs = defineStrategy(
  folding({ id: "goose-tool-pairs", product }),
  z.object({
    threshold: share(0.8, "Share of the window used to compute how many calls may stay"),
    cutoff: z
      .number()
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe(
        "Number of tool calls that may stay; null = 3 for each 20,000 tokens of the share `threshold` of the window, from 10 to 500",
      ),
    protectLast: whole(0, "Number of newest tool calls that do not count towards the limit"),
    pairTokens: summaryTokens(200),
  }),
  ({ threshold, cutoff, protectLast, pairTokens }, { budget: { window } }) => {
    const most = cutoff ?? (window === null ? Number.POSITIVE_INFINITY : toolCallCutoff(window, threshold));
    const calls = {
      id: "tool calls",
      of: (view: View) => view.entries().filter(({ part }) => part.type === "tool-call").length - protectLast,
    };
    return when(
      compares(calls, ">", most + 10),
      foldEach(
        cutBy("pair", (view) => oldestExchanges(view, most, protectLast)),
        { id: "pair", style: GOOSE_PAIR, maxTokens: pairTokens, before: "A tool call and its result, summarised:" },
      ),
    );
  },
);
