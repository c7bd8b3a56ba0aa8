import { type Part, partLength } from "../../conversation/part";
import type { View } from "./view";

/** A measure of a view: the sum over its parts plus a constant. */
export type Measure = {
  readonly id: "tokens" | "estimated tokens" | "characters";
  readonly of: (part: Part, view: View) => number;
  readonly total: (view: View) => number;
};

export type Ceiling = { readonly measure: Measure; readonly limit: number };

/** Tokens of the entire request. */
export const TOKENS: Measure = {
  id: "tokens",
  of: (part, view) => view.environment.tokensOf(part),
  total: (view) => view.tokens(),
};

/** Characters (UTF-16 units) of the dialogue and tool output, for products without a tokenizer. */
export const CHARACTERS: Measure = {
  id: "characters",
  of: (part) => partLength(part),
  total: (view) => {
    let sum = 0;
    for (const { part, message } of view.entries()) if (message.role !== "system") sum += partLength(part);
    return sum;
  },
};

/** `length / 2`: a cautious estimate of tokens without a tokenizer, made for Chinese. */
export const HALF_CHARACTERS: Measure = {
  id: "estimated tokens",
  of: (part) => partLength(part) / 2,
  total: (view) => CHARACTERS.total(view) / 2,
};
