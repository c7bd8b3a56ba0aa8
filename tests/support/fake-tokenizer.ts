import type { Tokenizer } from "@/lib/tokenizers/tokenizer";

/** Four characters per token, which is easy to compute mentally. */
export const quarterTokenizer: Tokenizer = {
  id: "generic",
  title: "four characters a token",
  basis: "estimated",
  count: (text) => Math.ceil(text.length / 4),
};
