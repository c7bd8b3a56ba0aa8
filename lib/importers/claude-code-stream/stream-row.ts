import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";

/**
 * Renames the fields of a row of `claude -p --output-format stream-json` (and of SDK wire logs, which wrap it as `{ direction,
 * message }`) to those of a Claude Code session log, so that one interpreter reads both.
 */
export function toSessionRow(row: JsonObject): JsonObject {
  const call = asText(row.parent_tool_use_id);
  const metadata = asObject(row.compact_metadata);
  return {
    ...row,
    sessionId: row.session_id,
    parentUuid: null,
    ...(call !== null && { isSidechain: true, agentId: call }),
    ...(row.isSynthetic === true && { isMeta: true }),
    ...("tool_use_result" in row && { toolUseResult: row.tool_use_result }),
    ...(metadata && { compactMetadata: { trigger: metadata.trigger, preTokens: metadata.pre_tokens } }),
  };
}

/** The row without the wrapper of a wire log; null when the value is no row. */
export function unwrap(value: unknown): JsonObject | null {
  const row = asObject(value);
  const wrapped = typeof row?.direction === "string" ? asObject(row.message) : null;
  return wrapped ? { timestamp: row?.timestamp, ...wrapped } : row;
}

/** True for rows that only this stream has: it spells the field names of Claude Code's logs differently. */
export function isStreamRow(row: JsonObject): boolean {
  if (asText(row.session_id) === null) return false;
  if (row.type === "system") return row.subtype === "init" && Array.isArray(row.tools);
  if (row.type === "result") return "num_turns" in row && asCount(row.duration_ms) !== null;
  return (
    (row.type === "assistant" || row.type === "user") && "parent_tool_use_id" in row && asObject(row.message) !== null
  );
}
