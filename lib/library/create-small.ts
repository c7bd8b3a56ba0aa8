import { config } from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { SentBody } from "../compress/conversation-keys";
import type { Tokenizer } from "../tokenizers/make-tokenizer";
import type { TokenizerSource } from "../tokenizers/single";
import { type CompressWithOptions, type CompressWithResult, compressWith } from "./compress-with";
import type { Runtime } from "./runtime";
import { createShelf } from "./vocabulary-shelf";

export type SmallLibrary = {
  /** The tokenizer, its vocabulary loaded. */
  readonly loadTokenizer: (source: TokenizerSource) => Promise<Tokenizer>;
  /** Makes a body smaller by the format, strategy and tokenizer that are given. Throws a `Problem` for what can be repaired. */
  readonly compressWith: (body: SentBody, options: CompressWithOptions) => CompressWithResult;
};

/** Makes the functions of the small entry, which holds no list of formats, strategies, tokenizers or models. */
export function createSmall({ readVocabulary, sha256 }: Pick<Runtime, "readVocabulary" | "sha256">): SmallLibrary {
  const shelf = createShelf(readVocabulary);
  // The small half of zod has no words for what is wrong with a value. A program that chose some keeps them.
  if (!config().localeError) config(en());
  return {
    loadTokenizer: (source) => shelf.withVocabularies(() => source.open(shelf.load(source.vocabulary))),
    compressWith: (body, options) => compressWith(body, options, sha256),
  };
}
