import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { partText } from "../../conversation/part";
import { provided, when } from "../grammar/combinators";
import { choice, flag, share } from "../grammar/params";
import { defineStrategy, folding } from "../grammar/strategy";
import { any, overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { type Folded, fold } from "../summaries/fold";
import { cutBy, elseCut, everythingRead } from "../summaries/fold-cuts";
import { CLAUDE_CODE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { rooLatestTruncate } from "./roo";
import { ROO_BUFFER, ROO_RESERVED_TOKENS } from "./roo-limits";

/** A block in which a slash command begins a workflow. */
const COMMAND = /<command\b[^>]*>[\s\S]*?<\/command>/g;
/** Maximum characters of command blocks added to the summary. */
const COMMAND_CHARACTERS = 8_000;

/** Adds the command blocks of the first message to the summary, because their workflow is still running. */
function withWorkflow(text: string, _: Folded, { conversation: { messages } }: View): string {
  const first = messages.find(isTypedUser);
  const firstText = first?.parts.map(partText).join("\n") ?? "";
  const blocks = (firstText.match(COMMAND) ?? []).join("\n").slice(0, COMMAND_CHARACTERS);
  return blocks === "" || text.includes(blocks) ? text : `${text}\n\n## Active Workflow\n${blocks}`;
}

/**
 * Starts over: everything becomes one summary with the nine sections that Claude Code asks for. Removing the edits
 * restores what is hidden.
 */
export const rooLatest = defineStrategy(
  folding({
    id: "roo-latest",
    version: "2",
    product: {
      name: "Roo Code",
      version: "cb836567",
      date: "2026-04-14",
      read: "2026-11-22",
      source: "https://github.com/RooCodeInc/Roo-Code/blob/cb836567/src/core/condense/index.ts",
    },
  }),
  z.object({
    autoCondense: flag(true, "Condenses automatically; otherwise only the sliding window runs"),
    threshold: share(1, "Condenses at this share of the window"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the threshold"),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ autoCondense, threshold, comparison, instructions, summaryTokens }, environment) => {
    const reserve = environment.budget.reserve || ROO_RESERVED_TOKENS;
    const allowed = targetOr(overWindow({ fraction: 1 - ROO_BUFFER, reserve, comparison: ">" }));
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
      complete: withWorkflow,
    });
    // A forced run requests only condensing, so the window slides only if the request does not fit.
    return when(any(full, allowed), elseCut(condense, provided(allowed, slide)));
  },
);
