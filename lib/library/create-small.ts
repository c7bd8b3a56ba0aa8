import { config } from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { SentBody } from "../compress/conversation-keys";
import type { Tokenizer } from "../tokenizers/make-tokenizer";
import type { TokenizerSource } from "../tokenizers/single";
import { type CompressWithOptions, type CompressWithResult, compressWith } from "./compress-with";
import type { Runtime } from "./runtime";
import { createShelf } from "./vocabulary-shelf";

export type SmallLibrary = {
  /** Loads a tokenizer with its vocabulary. */
  readonly loadTokenizer: (source: TokenizerSource) => Promise<Tokenizer>;
  /**
   * Makes a body smaller with the given format, strategy and tokenizer. Throws a `Problem` for errors that the caller
   * can fix.
   */
  readonly compressWith: (body: SentBody, options: CompressWithOptions) => CompressWithResult;
};

/** Creates the functions of the small entry, which contains no list of formats, strategies, tokenizers or models. */
export function createSmall({ readVocabulary, sha256 }: Pick<Runtime, "readVocabulary" | "sha256">): SmallLibrary {
  const shelf = createShelf(readVocabulary);
  // zod's small variant has no error messages. If a program has set some, they stay.
  if (!config().localeError) config(en());
  return {
    loadTokenizer: (source) => shelf.withVocabularies(() => source.open(shelf.load(source.vocabulary))),
    compressWith: (body, options) => compressWith(body, options, sha256),
  };
}
