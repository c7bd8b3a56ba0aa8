import { apportion } from "./apportion";

/** An appended part with its local counts. `isAnswer`: it belongs to the previous request's answer. */
export type AnchoredPart = {
  readonly id: string;
  readonly text: number;
  readonly fixed: number;
  readonly isAnswer: boolean;
};

/**
 * Plausible range of two ratios: the reported output divided by the answer's scaled estimate, and the remaining growth
 * divided by the new input's scaled estimate.
 */
const OUTPUT_BOUNDS = { low: 0.5, high: 2 };

/**
 * Integer token counts for the parts of an append-only step, which sum to `delta` exactly (unless no part has any
 * text). If the answer's reported output is plausible, its parts sum to it and the new input's parts to the rest,
 * because code and prose are not estimated equally well. It is implausible if thinking was billed but not sent again.
 */
export function anchorStep(
  delta: number,
  parts: readonly AnchoredPart[],
  output: number | null,
): ReadonlyMap<string, number> {
  const answer = parts.filter((part) => part.isAnswer);
  const input = parts.filter((part) => !part.isAnswer);
  if (output === null || !isPlausible(delta, output, sizeOf(answer), sizeOf(input))) return share(delta, parts);
  return new Map([...share(output, answer), ...share(delta - output, input)]);
}

function isPlausible(delta: number, output: number, answer: number, input: number): boolean {
  if (answer === 0 || input === 0 || output >= delta) return false;
  const scale = delta / (answer + input);
  const isNear = (tokens: number, estimate: number) =>
    tokens >= OUTPUT_BOUNDS.low * scale * estimate && tokens <= OUTPUT_BOUNDS.high * scale * estimate;
  return isNear(output, answer) && isNear(delta - output, input);
}

const sizeOf = (parts: readonly AnchoredPart[]) => parts.reduce((sum, part) => sum + part.text + part.fixed, 0);

/** Images and wrappers keep their size if the total allows it. The text parts share the rest in proportion. */
function share(total: number, parts: readonly AnchoredPart[]): ReadonlyMap<string, number> {
  const fixed = parts.reduce((sum, part) => sum + part.fixed, 0);
  const text = parts.reduce((sum, part) => sum + part.text, 0);
  const keepsFixed = fixed <= total && text > 0;
  const weights = parts.map((part) => (keepsFixed ? part.text : part.text + part.fixed));
  const shares = apportion(keepsFixed ? total - fixed : total, weights);
  return new Map(parts.map((part, index) => [part.id, (shares[index] as number) + (keepsFixed ? part.fixed : 0)]));
}
