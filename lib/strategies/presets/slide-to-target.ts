import { TOKENS } from "../grammar/ceiling";
import { pipe, until } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import type { Procedure } from "../grammar/procedure";

/** More slides than this take no more: what is left may not go. */
const MOST_SLIDES = 12;

/**
 * A window that slides once where no target is set. With a target it slides again until the target is met, as the product's
 * would at its next requests.
 */
export function slideToTarget(slide: Procedure, { budget: { target } }: Environment): Procedure {
  if (target === undefined) return slide;
  const slides = Array.from({ length: MOST_SLIDES }, () => pipe(slide));
  return until({ measure: TOKENS, limit: target }, slides);
}
