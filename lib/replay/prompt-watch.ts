import type { Message } from "../conversation/message";
import type { SessionMessage } from "../transcript/session";
import type { Change } from "./history";

/** Follows a policy's prompt from request to request, in replay order. */
export type PromptWatch = {
  /** The log's next messages join the prompt. */
  watch(messages: readonly SessionMessage[]): unknown;
  /** A recipe, or the log's own client, changed the prompt to `after`. */
  lose(change: Change, after: readonly Message[]): void;
  /** A rewind removed parts, which the agent abandoned itself. */
  leave(change: Change): void;
};
