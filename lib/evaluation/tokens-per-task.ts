import { partLength } from "../conversation/part";
import type { Evidence } from "./evidence";
import type { FutureStep } from "./future-step";

/** What the rest of the log adds to its prompts, in characters. */
export type FutureLoad = {
  readonly calls: number;
  /** Characters added since the cut, summed over the prompts of all calls that contain them. */
  readonly resent: number;
  /** Characters that the model wrote. */
  readonly written: number;
};

/** Linear in the future. */
export function futureLoad(future: readonly FutureStep[]): FutureLoad {
  const calls = (future.at(-1)?.call ?? -1) + 1;
  let [resent, written] = [0, 0];
  for (const { part, call, isAgents } of future) {
    const length = partLength(part);
    resent += length * (calls - 1 - call);
    if (isAgents) written += length;
  }
  return { calls, resent, written };
}

/**
 * Tokens of the rest of the task: every prompt, the model's output, and re-fetches. Excludes tools and system prompt,
 * which no strategy changes. The rest of the log is counted with the original's characters per token.
 */
export function tokensPerTask(
  tokensKept: number,
  { calls, resent, written }: FutureLoad,
  refetchTokens: number,
  { blocks }: Evidence,
): number {
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
  const characters = blocks.reduce((sum, { part }) => sum + partLength(part), 0);
  const perCharacter = characters === 0 ? 0.25 : tokens / characters;
  return Math.round(calls * tokensKept + (resent + written) * perCharacter + refetchTokens);
}
