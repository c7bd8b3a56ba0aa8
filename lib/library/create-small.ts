import type { SentBody } from "../compress/conversation-keys";
import { createTokenizer, type Tokenizer, type TokenizerId } from "../tokenizers/tokenizer";
import { type CompressWithOptions, type CompressWithResult, compressWith } from "./compress-with";
import type { Runtime } from "./runtime";
import { createShelf } from "./vocabulary-shelf";

export type SmallLibrary = {
  /** The tokenizer of this id, its vocabulary loaded. */
  readonly loadTokenizer: (id: TokenizerId) => Promise<Tokenizer>;
  /** Makes a body smaller by the format, strategy and tokenizer that are given. Throws a `Problem` for what can be repaired. */
  readonly compressWith: (body: SentBody, options: CompressWithOptions) => CompressWithResult;
};

/** Makes the functions of the small entry, which holds no list of formats, strategies or models. */
export function createSmall({ readVocabulary, sha256 }: Pick<Runtime, "readVocabulary" | "sha256">): SmallLibrary {
  const shelf = createShelf(readVocabulary);
  return {
    loadTokenizer: (id) =>
      shelf.withVocabularies(() => {
        const tokenizer = createTokenizer(id, shelf.load);
        tokenizer.count("a");
        return tokenizer;
      }),
    compressWith: (body, options) => compressWith(body, options, sha256),
  };
}
