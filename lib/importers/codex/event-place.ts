import type { SourceLocation } from "../../conversation/part";

/** Place and, if its row has one, time of an event. */
export const when = (time: string | null, source: SourceLocation) => ({ source, ...(time !== null && { time }) });
