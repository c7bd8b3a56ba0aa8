import * as z from "zod";
import { when } from "../grammar/combinators";
import { choice, share } from "../grammar/params";
import { defineStrategy, folding } from "../grammar/strategy";
import { overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { cutBy, everythingRead } from "../summaries/fold-cuts";
import { CLAUDE_CODE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

const CONTINUE = "Go on with the task from where it stood, without asking the user anything that is answered above.";

/** Only an automatic run tells the agent to go on: after a manual one the user speaks next. */
const continuation = ({ environment }: View): string => (environment.force ? "" : CONTINUE);

export const claudeCode = defineStrategy(
  folding({
    id: "claude-code",
    title: "Claude Code: compact",
    product: {
      name: "Claude Code",
      version: "1.0.33, by community analysis",
      date: "2025-10-10",
      read: "2026-11-22",
      source: "https://github.com/shareAI-lab/analysis_claude_code",
    },
  }),
  z.object({
    fraction: share(0.94, "Compacts by itself above this share of the window; on request at any fill"),
    comparison: choice([">", ">="], "How the tokens are compared with the limit"),
    instructions,
    summaryTokens: summaryTokens(8000),
  }),
  ({ fraction, comparison, instructions, summaryTokens }) =>
    when(
      targetOr(overWindow({ fraction, reserve: 0, comparison })),
      fold({
        id: "compact",
        cut: cutBy("compact", everythingRead),
        style: CLAUDE_CODE,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        before: "This session is continued from an earlier one that ran out of room. What happened, in summary:",
        after: continuation,
      }),
    ),
);
