/** Maximum sizes of a page of a list: part of the contract, and of the server's limits. */
export const PAGE_LIMITS = {
  sessions: 200,
  messages: 500,
  /** Characters of one message part. */
  characters: 8_000,
  /** Files per folder listing, and per import. */
  foundFiles: 10_000,
} as const;
