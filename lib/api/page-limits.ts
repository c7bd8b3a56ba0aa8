/** Maximum sizes of a list's page: part of the API's contract, and limits of the server. */
export const PAGE_LIMITS = {
  sessions: 200,
  messages: 500,
  /** Characters of one message part. */
  characters: 8_000,
  /** Files per folder listing, and per import. */
  foundFiles: 10_000,
} as const;
