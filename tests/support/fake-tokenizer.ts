import type { Tokenizer } from "@/lib/tokenizers/tokenizer";

/** Four characters a token: easy to work out in one's head. */
export const quarterTokenizer: Tokenizer = {
  id: "generic",
  title: "four characters a token",
  basis: "estimated",
  count: (text) => Math.ceil(text.length / 4),
};
