import * as z from "zod";
import type { Message } from "../../conversation/message";
import { partText } from "../../conversation/part";
import { pipe, when } from "../grammar/combinators";
import { choice, share, whole } from "../grammar/params";
import type { Procedure, StepReport } from "../grammar/procedure";
import { defineStrategy, folding } from "../grammar/strategy";
import { overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { before, cutBy } from "../summaries/fold-cuts";
import { GEMINI, GEMINI_REVIEW } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { findSplit, geminiTruncateOutputs, type SplitContent } from "./gemini";

const toContent = ({ role, parts }: Message): SplitContent => ({
  characters: parts.reduce((sum, part) => sum + partText(part).length, 0),
  role: role === "assistant" ? "model" : "user",
  hasCall: parts.some(({ type }) => type === "tool-call"),
  hasResponse: parts.some(({ type }) => type === "tool-result"),
});

/** Index of the first message that stays. The product's split considers all messages except the system's. */
function splitIndex({ conversation: { messages } }: View, fraction: number): number {
  const own = messages.filter(({ role }) => role !== "system");
  const first = own[findSplit(own.map(toContent), fraction)];
  return first ? messages.indexOf(first) : messages.length;
}

/** Truncates outputs, then folds. Without a summary the truncated outputs stay (`CONTENT_TRUNCATED` in the product). */
const orTruncated =
  (truncate: Procedure, folded: Procedure): Procedure =>
  (view) => {
    const whole = pipe(truncate, folded)(view);
    if (whole.status === "applied") return whole;
    const truncated = truncate(view);
    const steps: readonly StepReport[] = truncated.steps;
    return truncated.edits.length === 0
      ? whole
      : { ...truncated, steps, warnings: [...truncated.warnings, ...whole.warnings] };
  };

export const geminiCompress = defineStrategy(
  folding({
    id: "gemini-compress",
    product: {
      name: "Gemini CLI",
      version: "core 0.61",
      date: "2026-11-22",
      read: "2026-11-22",
      source:
        "https://github.com/google-gemini/gemini-cli/blob/5411f113/packages/core/src/context/chatCompressionService.ts",
    },
  }),
  z.object({
    fraction: share(0.5, "Compresses at this share of the window (older versions: 0.7, 0.95)"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    split: z.number().gt(0).lt(1).default(0.7).describe("Share of the characters to summarise, oldest first"),
    budget: whole(50_000, "Tokens of tool outputs to keep in full, newest first"),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ fraction, comparison, split, budget, instructions, summaryTokens }, environment) => {
    const outputs = geminiTruncateOutputs.bind({ budget });
    if (!outputs.ok) throw new Error(outputs.error.message);
    const folded = fold({
      id: "compress",
      cut: cutBy(
        "compress",
        before((view) => splitIndex(view, split)),
      ),
      style: GEMINI,
      review: GEMINI_REVIEW,
      place: "start",
      maxTokens: summaryTokens,
      instructions,
      acknowledgement: "Understood. I have the summary and go on from it.",
    });
    // The product writes truncated outputs to a file. Without a store there is no place for them, so nothing is truncated.
    const truncate = environment.store ? outputs.value.build(environment) : pipe();
    return when(targetOr(overWindow({ fraction, reserve: 0, comparison })), orTruncated(truncate, folded));
  },
);
