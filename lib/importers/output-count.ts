import { sumKnown } from "../transcript/usage";

type Counters = {
  /** Everything that the model read. */
  readonly prompt: number | null;
  readonly answer: number | null;
  readonly reasoning: number | null;
  /** What the row itself states as the sum of all its counters. */
  readonly total: number | null;
};

/**
 * All that the model wrote, its reasoning once. Providers count reasoning inside or beside the answer, whatever the API they
 * imitate; the row's own total decides, and if it decides nothing, the rule of the format (`isInside`).
 */
export function outputCount({ prompt, answer, reasoning, total }: Counters, isInside: boolean): number | null {
  const both = sumKnown([answer, reasoning]);
  if (total !== null && prompt !== null && answer !== null) {
    if (total === prompt + answer) return answer;
    if (total === prompt + (both ?? 0)) return both;
  }
  return isInside ? answer : both;
}
