import type { SourceLocation } from "../../conversation/part";
import { asArray, asLabel, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import { isoTime } from "../iso-time";

export type Attributes = { readonly [key: string]: unknown };
type SpanEvent = { readonly name: string; readonly attributes: Attributes };

/** A span of OTLP/JSON with its attributes as plain values. */
export type Span = {
  readonly id: string;
  readonly parentId: string | null;
  readonly traceId: string;
  readonly name: string;
  /** The program that wrote it. */
  readonly service: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly error: string | null;
  readonly source: SourceLocation;
};

/** The spans of an export, in the spelling of protobuf JSON (camelCase) or of plain protobuf names (snake_case). */
export function spansIn(value: JsonObject): { readonly value: unknown; readonly service: string | null }[] {
  const resources = either(value, "resourceSpans", "resource_spans");
  return (asArray(resources) ?? []).flatMap((resource) => {
    const service = asText(attributesOf(asObject(asObject(resource)?.resource)?.attributes)["service.name"]);
    const scopes = either(asObject(resource) ?? {}, "scopeSpans", "scope_spans");
    const spans = (asArray(scopes) ?? []).flatMap((scope) => asArray(asObject(scope)?.spans) ?? []);
    return spans.map((span) => ({ value: span, service }));
  });
}

export const either = (object: JsonObject, camel: string, snake: string) => object[camel] ?? object[snake];

export function readSpan(value: unknown, source: SourceLocation, service: string | null): Span | null {
  const span = asObject(value);
  const id = span && asText(either(span, "spanId", "span_id"));
  if (!span || id === null) return null;
  return {
    id,
    parentId: asText(either(span, "parentSpanId", "parent_span_id")),
    traceId: asText(either(span, "traceId", "trace_id")) ?? "",
    name: asText(span.name) ?? "",
    service,
    startedAt: nanoTime(either(span, "startTimeUnixNano", "start_time_unix_nano")),
    endedAt: nanoTime(either(span, "endTimeUnixNano", "end_time_unix_nano")),
    attributes: attributesOf(span.attributes),
    events: (asArray(span.events) ?? []).flatMap((event) =>
      listOf(asObject(event)).map((fields) => ({
        name: asText(fields.name) ?? "",
        attributes: attributesOf(fields.attributes),
      })),
    ),
    error: errorOf(asObject(span.status)),
    source,
  };
}

/** Code 2 is ERROR. Enum names occur as well. */
function errorOf(status: JsonObject | null): string | null {
  const isError = status?.code === 2 || status?.code === "STATUS_CODE_ERROR" || status?.code === "ERROR";
  return isError ? (asText(status?.message) ?? "The call failed; the span says no more.") : null;
}

/** Parses nanoseconds since 1970 as decimal text (or a number), to the millisecond. */
export function nanoTime(value: unknown): string | null {
  const isNumber = typeof value === "number" && Number.isFinite(value);
  const digits = isNumber ? `${BigInt(Math.trunc(value))}` : (asText(value) ?? "");
  if (!/^\d{7,}$/.test(digits)) return isoTime(value);
  return isoTime(Number(digits.slice(0, -6)));
}

/** The attributes of a list of `{key, value: {stringValue | intValue | …}}`, or of an object that is already plain. */
export function attributesOf(value: unknown): Attributes {
  const list = asArray(value);
  if (!list) return asObject(value) ?? {};
  return Object.fromEntries(
    list.flatMap((item) => {
      const attribute = asObject(item);
      const key = asText(attribute?.key);
      return attribute && key !== null ? [[key, anyValue(attribute.value)]] : [];
    }),
  );
}

function anyValue(value: unknown): unknown {
  const any = asObject(value);
  if (!any) return value;
  const [kind = "", inner] = Object.entries(any)[0] ?? [];
  switch (kind.replace("_value", "Value")) {
    case "intValue":
      return Number(asLabel(inner) ?? Number.NaN);
    case "arrayValue":
      return (asArray(asObject(inner)?.values) ?? []).map(anyValue);
    case "kvlistValue":
      return attributesOf(asObject(inner)?.values);
    default:
      return inner;
  }
}
