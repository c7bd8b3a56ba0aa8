import { createSmall, type SmallLibrary } from "@/lib/library/create-small";
import { NODE_RUNTIME } from "./runtime-node";

export * from "./small-exports";

const library: SmallLibrary = createSmall(NODE_RUNTIME);

/** Makes a body smaller by the format, strategy and tokenizer that are given. Throws a `Problem` for what can be repaired. */
export const compressWith = library.compressWith;

/** The tokenizer, its vocabulary loaded. */
export const loadTokenizer = library.loadTokenizer;
