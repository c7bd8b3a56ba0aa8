import type { RequestRow } from "../api/schemas/request-row";
import type { Conversation } from "../conversation/message";
import type { SessionMessage } from "../transcript/session";

/** The prompt of one request of a stored session, with the token counts of the session's ledger. */
export type StoredContext = {
  readonly conversation: Conversation;
  readonly request: RequestRow;
  readonly format: string;
  readonly tokensOf: ReadonlyMap<string, number>;
  /** Prompt tokens that are not in the log, mostly system prompt and tools. */
  readonly fixedTokens: number;
  /** Share of this agent's cache writes with this model that are kept for an hour; null when the log does not say. */
  readonly oneHour: number | null;
  /** The project's folder, if the log names it. */
  readonly project: string | null;
  /** Reads the messages of the log from the request's own answer onwards. */
  readonly future: () => readonly SessionMessage[];
};
