/** The most that one page of a list holds: part of the contract, and of the server's limits. */
export const PAGE_LIMITS = {
  sessions: 200,
  messages: 500,
  /** Of one part of a message. */
  characters: 8_000,
  /** Files that one listing of a folder names, and one import takes. */
  foundFiles: 10_000,
} as const;
