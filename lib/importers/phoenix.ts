import type { SourceLocation } from "../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../formats/json-fields";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { type CallReader, firstRowOf, parseCallRows } from "./model-calls/call-rows";
import type { Attributes, Span } from "./otel-genai/span";
import { isModelCall, kindOf, sessionsOfSpans } from "./otel-genai/span-sessions";

/**
 * Spans of Arize Phoenix, as its API lists them and as its span table is saved (`context.span_id` and `attributes.…` as
 * columns). They are OpenInference spans with flat or nested attributes, and are read like OTLP's. Sources:
 * Arize-ai/openinference, spec/semantic_conventions.md; Arize-ai/phoenix, REST API: spans.
 */
export const phoenix: Importer = {
  id: "phoenix",
  title: "Phoenix spans",
  limitations: [
    "Spans have no tool definitions and no system prompt if the instrumentation does not log them, although the reported tokens include them.",
  ],
  unchecked: "Phoenix's exports",
  detect(sample) {
    const row = firstRowOf(sample);
    if (!row || contextOf(row, "span_id") === null || contextOf(row, "trace_id") === null) return null;
    const hasAttributes = asObject(row.attributes) !== null || Object.keys(row).some((key) => key.startsWith(PREFIX));
    return hasAttributes && "span_kind" in row ? "spans with context, span_kind and attributes" : null;
  },
  parse: (files, sample, run) => parseCallRows(files, sample, run, new SpanReader()),
};

const PREFIX = "attributes.";

class SpanReader implements CallReader {
  private readonly spans: Span[] = [];

  readonly identityOf = (row: JsonObject) => {
    const id = contextOf(row, "span_id");
    return id === null ? null : `${contextOf(row, "trace_id")}/${id}`;
  };

  readonly interpret = (row: JsonObject, source: SourceLocation): RowVerdict => {
    const id = contextOf(row, "span_id");
    if (id === null) return { bad: "invalid-row", message: `Row ${source.line} is not a span.` };
    const span = spanOf(row, id, source);
    this.spans.push(span);
    return isModelCall(span) ? "interpreted" : { kept: kindOf(span) };
  };

  readonly sessions = () => sessionsOfSpans(this.spans, "phoenix");
}

const contextOf = (row: JsonObject, key: string) =>
  asText(asObject(row.context)?.[key]) ?? asText(row[`context.${key}`]);

function spanOf(row: JsonObject, id: string, source: SourceLocation): Span {
  const isError = asText(row.status_code) === "ERROR";
  return {
    id,
    parentId: asText(row.parent_id),
    traceId: contextOf(row, "trace_id") ?? "",
    name: asText(row.name) ?? "",
    service: null,
    startedAt: isoTime(row.start_time),
    endedAt: isoTime(row.end_time),
    attributes: { ...attributesOf(row), "openinference.span.kind": row.span_kind },
    events: [],
    error: isError ? (asText(row.status_message) ?? "The call failed; the span says no more.") : null,
    source,
  };
}

/** Attributes by their full dotted names, even if parts of the names became nested objects. */
function attributesOf(row: JsonObject): Attributes {
  const columns = Object.entries(row).filter(([key]) => key.startsWith(PREFIX));
  const leaves = [
    ...Object.entries(asObject(row.attributes) ?? {}),
    ...columns.map(([key, value]) => [key.slice(PREFIX.length), value] as const),
  ].flatMap(([key, value]) => leavesOf(key, value));
  return Object.fromEntries(leaves);
}

function leavesOf(name: string, value: unknown): [string, unknown][] {
  const fields = asObject(value) ?? (asArray(value)?.some((item) => asObject(item)) ? (value as object) : null);
  return fields ? Object.entries(fields).flatMap(([key, inner]) => leavesOf(`${name}.${key}`, inner)) : [[name, value]];
}
