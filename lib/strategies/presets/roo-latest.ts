import { z } from "zod";
import { provided, when } from "../combinators";
import { choice, flag, share } from "../params";
import { defineStrategy, folding } from "../strategy";
import { fold } from "../summaries/fold";
import { cutBy, elseCut, everythingRead } from "../summaries/fold-cuts";
import { CLAUDE_CODE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { any, overWindow, targetOr } from "../triggers";
import { rooLatestTruncate } from "./roo";

const DEFAULT_RESERVED_TOKENS = 8192;
const BUFFER = 0.1;

/** Its nine sections are those that Claude Code asks for. What is hidden comes back when the edits are taken out. */
export const rooLatest = defineStrategy(
  folding({
    id: "roo-latest",
    title: "Roo Code: fresh start, else non-destructive sliding window",
    product: {
      name: "Roo Code",
      version: "cb836567 (2026-04-14)",
      source: "https://github.com/RooCodeInc/Roo-Code/blob/cb836567/src/core/condense/index.ts",
    },
  }),
  z.object({
    autoCondense: flag(true, "Condenses by itself; without it only the sliding window runs"),
    threshold: share(1, "Condenses at this share of the window"),
    comparison: choice([">=", ">"], "How the tokens are compared with the threshold"),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ autoCondense, threshold, comparison, instructions, summaryTokens }, environment) => {
    const reserve = environment.budget.reserve || DEFAULT_RESERVED_TOKENS;
    const allowed = targetOr(overWindow({ fraction: 1 - BUFFER, reserve, comparison: ">" }));
    const full = targetOr(overWindow({ fraction: threshold, reserve: 0, comparison }));
    const window = rooLatestTruncate.bind({});
    if (!window.ok) throw new Error(window.error.message);
    const slide = window.value.build(environment);
    if (!autoCondense) return when(allowed, slide);
    const condense = fold({
      id: "condense",
      cut: cutBy("condense", everythingRead),
      style: { ...CLAUDE_CODE, id: "roo-latest" },
      place: "end",
      maxTokens: summaryTokens,
      instructions,
    });
    // Forcing asks for condensing: the window slides only where the request does not fit.
    return when(any(full, allowed), elseCut(condense, provided(allowed, slide)));
  },
);
