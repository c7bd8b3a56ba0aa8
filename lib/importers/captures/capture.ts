import type { JsonObject } from "../../formats/json-fields";

/** One model call as a proxy saw it. */
export type Capture = {
  readonly body: JsonObject;
  /** The response object; null if there was none or it was an error. */
  readonly answer: JsonObject | null;
  /** Set if the log contains no answer, although there may have been one. */
  readonly isUnanswered?: true;
  readonly error: { readonly message: string; readonly status?: number } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** The part of the client that made the call, `main` for the main agent; absent if the log does not record it. */
  readonly part?: string;
  /** True if it is not part of the main agent's conversation, although it came first. */
  readonly isBeside?: boolean;
};
