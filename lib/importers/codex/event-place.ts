import type { SourceLocation } from "../../conversation/part";

/** Place of an event and, if its row has one, time. */
export const when = (time: string | null, source: SourceLocation) => ({ source, ...(time !== null && { time }) });
