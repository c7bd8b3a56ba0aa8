import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { type Attributes, attributesOf, either, nanoTime } from "../otel-genai/span";
import { timeOf } from "../session-draft";

/** One event of Claude Code's telemetry, from a log record of OTLP/JSON. */
export type TelemetryEvent = {
  /** Without its prefix: `api_request`, `api_error`, … */
  readonly name: string;
  readonly session: string;
  readonly time: string | null;
  /** Counts the events of one run of the client. */
  readonly sequence: number;
  readonly attributes: Attributes;
  readonly source: SourceLocation;
};

const PREFIX = "claude_code.";

/** The log records of an export, in the spelling of protobuf JSON or with plain protobuf names. */
export function recordsIn(exported: JsonObject): JsonObject[] {
  return (asArray(either(exported, "resourceLogs", "resource_logs")) ?? []).flatMap((resource) =>
    (asArray(either(asObject(resource) ?? {}, "scopeLogs", "scope_logs")) ?? []).flatMap((scope) =>
      (asArray(either(asObject(scope) ?? {}, "logRecords", "log_records")) ?? []).map((item) => asObject(item) ?? {}),
    ),
  );
}

/** The event in a log record; null if it is not one of Claude Code's, or has no session id. */
export function readEvent(record: JsonObject, source: SourceLocation): TelemetryEvent | null {
  const attributes = attributesOf(record.attributes);
  const body = asText(asObject(record.body)?.stringValue) ?? asText(asObject(record.body)?.string_value);
  // `event.name` has no prefix, so only the body shows whose event it is.
  const full = [body, asText(record.eventName), asText(attributes["event.name"])].find((name) =>
    name?.startsWith(PREFIX),
  );
  const session = asText(attributes["session.id"]);
  if (!full || session === null) return null;
  const sent = either(record, "timeUnixNano", "time_unix_nano");
  return {
    name: full.slice(PREFIX.length),
    session,
    time: timeOf(attributes["event.timestamp"]) ?? nanoTime(sent),
    sequence: numberIn(attributes["event.sequence"]) ?? 0,
    attributes,
    source,
  };
}

/** True if an event contains the counts of a call, or its failure. */
export const isUsed = ({ name }: TelemetryEvent): boolean => name === "api_request" || name === "api_error";

/** Counters are numbers or, in some versions, text; null for anything else. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : null;
}
