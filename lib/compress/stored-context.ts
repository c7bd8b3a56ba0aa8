import type { RequestRow } from "../api/schemas/request-row";
import type { Conversation } from "../conversation/message";
import type { SessionMessage } from "../transcript/session";

/** The prompt of a stored session's request, with token counts from the session's ledger. */
export type StoredContext = {
  readonly conversation: Conversation;
  readonly request: RequestRow;
  readonly format: string;
  readonly tokensOf: ReadonlyMap<string, number>;
  /** Unlogged prompt tokens, mostly system prompt and tools. */
  readonly fixedTokens: number;
  /** Of this agent's cache writes with this model, the share kept for an hour; null if not in the log. */
  readonly oneHour: number | null;
  /** The project's folder, if the log contains it. */
  readonly project: string | null;
  /** The log's messages, starting with the request's own answer. */
  readonly future: () => readonly SessionMessage[];
};
