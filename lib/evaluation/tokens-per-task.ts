import { partLength } from "../conversation/part";
import type { Evidence } from "./evidence";
import type { FutureStep } from "./future-step";

/** What the rest of the log added to its prompts, in characters. */
export type FutureLoad = {
  readonly calls: number;
  /** Over all calls: what was appended since the cut and stands in their prompts. */
  readonly carried: number;
  /** What the model wrote. */
  readonly written: number;
};

/** Linear in the future. */
export function futureLoad(future: readonly FutureStep[]): FutureLoad {
  const calls = (future.at(-1)?.call ?? -1) + 1;
  let [carried, written] = [0, 0];
  for (const { part, call, isAgents } of future) {
    const length = partLength(part);
    carried += length * (calls - 1 - call);
    if (isAgents) written += length;
  }
  return { calls, carried, written };
}

/**
 * Tokens that the rest of the task takes: every prompt, what the model writes, and what it fetches again. Without the
 * head (tools, system), which no strategy changes; the rest of the log is counted at the original's characters a token.
 */
export function tokensPerTask(
  tokensKept: number,
  { calls, carried, written }: FutureLoad,
  refetchTokens: number,
  { blocks }: Evidence,
): number {
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
  const characters = blocks.reduce((sum, { part }) => sum + partLength(part), 0);
  const perCharacter = characters === 0 ? 0.25 : tokens / characters;
  return Math.round(calls * tokensKept + (carried + written) * perCharacter + refetchTokens);
}
