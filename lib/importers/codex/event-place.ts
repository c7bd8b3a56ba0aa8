import type { SourceLocation } from "../../conversation/part";

/** Where and when an event happened, as far as its row says. */
export const when = (time: string | null, source: SourceLocation) => ({ source, ...(time !== null && { time }) });
