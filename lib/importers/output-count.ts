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
 * Everything that the model wrote, counting its reasoning once. Providers count reasoning inside or beside the answer,
 * whatever the API they imitate; the row's own total decides, or else the format's rule (`isInside`).
 */
export function outputCount({ prompt, answer, reasoning, total }: Counters, isInside: boolean): number | null {
  const both = sumKnown([answer, reasoning]);
  if (total !== null && prompt !== null && answer !== null) {
    if (total === prompt + answer) return answer;
    if (total === prompt + (both ?? 0)) return both;
  }
  return isInside ? answer : both;
}
