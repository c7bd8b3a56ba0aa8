import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import { parsedObject } from "../part-drafts";

/** Headers with the id of a request's session. OpenCode's sub-agents have separate sessions, and the id of a parent. */
const SESSION_HEADERS = [
  "x-claude-code-session-id",
  "x-parent-session-id",
  "session_id",
  "session-id",
  "x-session-affinity",
  "x-session-id",
];

/** The client's own id of the request's session; null if there is none. */
export function sessionOf(headers: JsonObject, body: JsonObject): string | null {
  const named = SESSION_HEADERS.map((name) => asText(headers[name])).find((id) => id !== null);
  if (named) return named;
  const metadata = asObject(body.metadata);
  return (
    asText(parsedObject(metadata?.user_id)?.session_id) ??
    /_session_([\da-f-]{36})$/.exec(asText(metadata?.user_id) ?? "")?.[1] ??
    asText(metadata?.sessionId) ??
    asText(body.prompt_cache_key)
  );
}

/** The calling sub-agent; null if the request does not contain one. */
export function agentOf(headers: JsonObject): string | null {
  if (asText(headers["x-parent-session-id"]) !== null) return asText(headers["x-session-affinity"]) ?? "sub-agent";
  const agent = asText(headers["x-claude-code-agent-id"]);
  return agent === null ? null : (asText(headers["x-claude-code-agent-type"]) ?? agent);
}
