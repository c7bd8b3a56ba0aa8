import { COMPACTED_SHARE, type PromptStep } from "../ledger/prompt-steps";

/** Tokens that are in the log but that the client did not send, by kind. */
export type LeftOut = { readonly reasoning: number; readonly tool_result: number };

export const NOTHING_LEFT_OUT: LeftOut = { reasoning: 0, tool_result: 0 };

export const sumLeftOut = ({ reasoning, tool_result }: LeftOut): number => reasoning + tool_result;

/**
 * `start`: tokens of the prompt's unlogged start, such as the system prompt and tools, which all of an agent's prompts
 * share.
 */
export type PromptStart = { readonly start: number; readonly leftOut: LeftOut };

/** An agent's last reported prompt. */
export type LastPrompt = PromptStart & { readonly step: PromptStep };

export type LoggedPrompt = {
  readonly step: PromptStep;
  /** Logged tokens of the kinds that clients leave out. */
  readonly logged: LeftOut;
  /** Tokens of the prompt beyond all logged ones; negative if the log has more, null if it reports no prompt. */
  readonly beyond: number | null;
  /** Whether a person typed something since the last prompt. */
  readonly isNewTurn: boolean;
};

/**
 * If the prompt exceeds its logged tokens by less than the unlogged start, the client left something out: with a new
 * turn, the reasoning of earlier turns; otherwise tool outputs. If neither explains the difference, or after an edit of
 * the history, nothing is known to be left out, and the start is assumed to have shrunk.
 */
export function readStart(
  { step, logged, beyond, isNewTurn }: LoggedPrompt,
  last: LastPrompt | undefined,
): PromptStart {
  if (last === undefined) return { start: Math.max(0, beyond ?? 0), leftOut: NOTHING_LEFT_OUT };
  const leftOut = beyond !== null && isRewritten(step, last.step) ? NOTHING_LEFT_OUT : atMost(last.leftOut, logged);
  const missing = beyond === null ? 0 : last.start - beyond - sumLeftOut(leftOut);
  if (missing <= 0 || last.start === 0) return { start: last.start, leftOut };
  const kind = isNewTurn ? "reasoning" : "tool_result";
  const more = isEdited(step, last.step) ? 0 : Math.min(missing, logged[kind] - leftOut[kind]);
  return { start: Math.max(0, last.start - (missing - more)), leftOut: { ...leftOut, [kind]: leftOut[kind] + more } };
}

const isRewritten = (step: PromptStep, last: PromptStep): boolean =>
  last.start !== step.start || (step.promptTokens ?? 0) < COMPACTED_SHARE * (last.promptTokens ?? 0);

const isEdited = (step: PromptStep, last: PromptStep): boolean =>
  isRewritten(step, last) ||
  last.model !== step.model ||
  last.gaps !== step.gaps ||
  last.clearedToolCallIds !== step.clearedToolCallIds;

const atMost = (one: LeftOut, other: LeftOut): LeftOut => ({
  reasoning: Math.min(one.reasoning, other.reasoning),
  tool_result: Math.min(one.tool_result, other.tool_result),
});
