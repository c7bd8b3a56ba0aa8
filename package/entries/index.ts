import { createLibrary, type Library } from "@/lib/library/create-library";
import { NODE_RUNTIME } from "./runtime-node";

export * from "./exports";

const library: Library = createLibrary(NODE_RUNTIME);

/**
 * Makes a conversation smaller, as `POST /api/compress` does. Summaries are by rule: no model is called. Throws a `Problem` for what
 * the caller can repair.
 */
export const compress = library.compress;

/** What several strategies make of one conversation, a row each, as `POST /api/compress/compare` does. */
export const compare = library.compare;

/** What a compression lost, as `POST /api/evaluate` does. No judge is asked. */
export const evaluate = library.evaluate;

/** Reads a transcript of any known format; the content decides which. Throws a `Problem` if nothing can be read of it. */
export const readTranscript = library.readTranscript;

/** Counts a session in tokens, anchors the counts to what the provider reported, and explains its cache. */
export const analyze = library.analyze;

/** Runs policies over a whole session, request by request, as `POST /api/replay` does. */
export const replay = library.replay;

/** At what threshold, and with which strategy, to compact, as `POST /api/advise` does; for one session or several. */
export const advise = library.advise;
