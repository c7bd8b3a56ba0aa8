import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import { timeOf } from "../session-draft";

/**
 * A line of `index.jsonl`. Claude Code writes it for each successful response, next to the files with the bodies of
 * request and response. Source: code.claude.com/docs/en/monitoring-usage, OTEL_LOG_RAW_API_BODIES, as of 2026-09; the
 * index since 2.1.274.
 */
export type CallRow = {
  readonly session: string;
  /** When the answer was complete. */
  readonly time: string | null;
  readonly querySource: string | null;
  readonly requestId: string | null;
  /** Names of files next to the index, without a folder. */
  readonly requestFile: string;
  readonly responseFile: string;
  /** The bodies if the line itself contains them; null if they are in files. */
  readonly bodies: { readonly request: JsonObject; readonly response: JsonObject } | null;
};

/** The key of the index line within a joined line. */
const JOINED = "claude_code_call";

/** A line with both bodies, for `readCallRow`. `request` and `response` are JSON and stay unchanged. */
export function joinedLine(indexLine: string, request: string, response: string): string {
  const [row, ...bodies] = [indexLine, request, response].map(onOneLine);
  return `{"${JOINED}":${row},"request_body":${bodies[0]},"response_body":${bodies[1]}}`;
}

/** Line breaks in JSON are always between values, never inside one. */
const onOneLine = (json: string) => json.trim().replace(/[\r\n]+/g, " ");

/** Null for a row that is neither a line of the index nor a joined line. */
export function readCallRow(row: unknown): CallRow | null {
  const fields = asObject(row);
  const joined = asObject(fields?.[JOINED]);
  const index = joined ?? fields;
  const session = asText(index?.session_id);
  const requestFile = fileName(index?.request_file);
  const responseFile = fileName(index?.response_file);
  if (!index || session === null || requestFile === null || responseFile === null) return null;
  const request = asObject(fields?.request_body);
  const response = asObject(fields?.response_body);
  if (joined && (!request || !response)) return null;
  return {
    session,
    time: timeOf(index.timestamp),
    querySource: asText(index.query_source),
    requestId: asText(index.request_id),
    requestFile,
    responseFile,
    bodies: joined && request && response ? { request, response } : null,
  };
}

/** The documentation does not say whether these are names or paths, so only the file name is used. */
const fileName = (value: unknown): string | null => asText(value)?.split(/[\\/]/).at(-1) || null;
