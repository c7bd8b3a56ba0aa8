import type { TokenBasis } from "../tokenizers/tokenizer";

/** A number of tokens with its basis, which is always shown. Unknown is null or absent, never 0. */
export type TokenCount = { readonly tokens: number; readonly basis: TokenBasis };
