/**
 * The headers that a recording keeps, in small letters: names, versions, and the ids of a session and of a request. Every other one
 * is left out, whatever its name; keys and cookies are.
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

/** The fields of a query that are kept; Gemini's `key` is one that is not. */
export const KEPT_QUERY = ["alt", "api-version", "beta"] as const;
