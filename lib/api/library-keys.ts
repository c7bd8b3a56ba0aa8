/** The sort keys of the library: its table's columns, in order. */
export const LIBRARY_SORTS = [
  "title",
  "model",
  "started",
  "duration",
  "requests",
  "peak",
  "in",
  "out",
  "read",
  "cost",
  "lost",
  "compactions",
  "breaks",
  "agents",
] as const;
export type LibraryColumn = (typeof LIBRARY_SORTS)[number];
export type Direction = "asc" | "desc";

/** Properties by which sessions are filtered. */
export const LIBRARY_HAS = ["compaction", "break", "error", "copy"] as const;
export type LibraryFlag = (typeof LIBRARY_HAS)[number];

/** Names of the filters in an answer. */
export const LIBRARY_FILTERS = [
  ...LIBRARY_HAS,
  "q",
  "text",
  "client",
  "model",
  "project",
  "tag",
  "from",
  "to",
] as const;
export type LibraryFilter = (typeof LIBRARY_FILTERS)[number];
