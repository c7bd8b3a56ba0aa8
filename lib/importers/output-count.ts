import { sumKnown } from "../transcript/usage";

type Counters = {
  /** Everything that the model read. */
  readonly prompt: number | null;
  readonly answer: number | null;
  readonly reasoning: number | null;
  /** The row's own sum of all its counters. */
  readonly total: number | null;
};

/**
 * Everything that the model wrote, counting its reasoning once. Providers count reasoning as part of the answer or
 * separately, whatever API they imitate. The row's own total decides, otherwise the format's rule (`isInside`).
 */
export function outputCount({ prompt, answer, reasoning, total }: Counters, isInside: boolean): number | null {
  const both = sumKnown([answer, reasoning]);
  if (total !== null && prompt !== null && answer !== null) {
    if (total === prompt + answer) return answer;
    if (total === prompt + (both ?? 0)) return both;
  }
  return isInside ? answer : both;
}
