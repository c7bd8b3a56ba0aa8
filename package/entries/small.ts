import { createSmall, type SmallLibrary } from "@/lib/library/create-small";
import { NODE_RUNTIME } from "./runtime-node";

export * from "./small-exports";

const library: SmallLibrary = createSmall(NODE_RUNTIME);

/**
 * Makes a body smaller with the given format, strategy and tokenizer. Throws a `Problem` that the caller can correct.
 */
export const compressWith = library.compressWith;

/** The tokenizer with its vocabulary loaded. */
export const loadTokenizer = library.loadTokenizer;
