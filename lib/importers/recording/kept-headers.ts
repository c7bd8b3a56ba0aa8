/**
 * The headers that a recording stores, in lower case: names, versions, and ids of sessions and requests. All others are
 * dropped, including keys and cookies.
 */
export const KEPT_REQUEST_HEADERS = [
  "anthropic-beta",
  "anthropic-version",
  "content-type",
  "conversation_id",
  "openai-beta",
  "originator",
  "session_id",
  "session-id",
  "thread-id",
  "user-agent",
  "x-app",
  "x-claude-code-agent-id",
  "x-claude-code-agent-type",
  "x-claude-code-session-id",
  "x-goog-api-client",
  "x-parent-session-id",
  "x-session-affinity",
  "x-session-id",
  "x-stainless-retry-count",
] as const;

export const KEPT_RESPONSE_HEADERS = ["content-type", "request-id", "retry-after", "x-request-id"] as const;

/** The stored query fields. Gemini's `key` is not one of them. */
export const KEPT_QUERY = ["alt", "api-version", "beta"] as const;
