import { createLibrary, type Library } from "@/lib/library/create-library";
import { NODE_RUNTIME } from "./runtime-node";

export * from "./exports";

const library: Library = createLibrary(NODE_RUNTIME);

/**
 * Makes a conversation smaller, as `POST /api/compress` does. Summaries are rule-based: no model is called. Throws a
 * `Problem` that the caller can correct.
 */
export const compress = library.compress;

/** Compares several strategies on one conversation, a row each, as `POST /api/compress/compare` does. */
export const compare = library.compare;

/** Measures what a compression lost, as `POST /api/evaluate` does. No judge is called. */
export const evaluate = library.evaluate;

/** Reads a transcript of any known format, recognised by its content. Throws a `Problem` if nothing can be read. */
export const readTranscript = library.readTranscript;

/** Counts a session in tokens, anchors the counts to the provider's reports, and explains its cache. */
export const analyze = library.analyze;

/** Runs policies over a whole session, request by request, as `POST /api/replay` does. */
export const replay = library.replay;

/** Finds the threshold and strategy at which to compact, as `POST /api/advise` does; for one session or several. */
export const advise = library.advise;
