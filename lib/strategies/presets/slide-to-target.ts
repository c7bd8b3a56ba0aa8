import { TOKENS } from "../grammar/ceiling";
import { pipe, until } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import type { Procedure } from "../grammar/procedure";

/** After this many slides nothing removable is left. */
const MAX_SLIDES = 12;

/** Slides the window once. With a target, repeats until it is met, as the product would over its next requests. */
export function slideToTarget(slide: Procedure, { budget: { target } }: Environment): Procedure {
  if (target === undefined) return slide;
  const slides = Array.from({ length: MAX_SLIDES }, () => pipe(slide));
  return until({ measure: TOKENS, limit: target }, slides);
}
