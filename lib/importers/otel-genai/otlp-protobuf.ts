import type { JsonObject } from "../../formats/json-fields";
import { fieldsOf, hexOf, type ProtoField } from "../protobuf";

/**
 * OpenTelemetry's protobuf exports, converted to their OTLP JSON form (ids in hex, 64-bit integers as text, enums as
 * numbers): https://opentelemetry.io/docs/specs/otlp. Fields as in opentelemetry-proto 1.7.0 of 2025-05-07; other
 * fields, and byte values, are left out.
 */

type Read = (field: ProtoField, depth: number) => unknown;
/**
 * By field number: the JSON name and the reader. A name that ends with `*` is a repeated field, which becomes a list.
 */
type Shape = { readonly [number: number]: readonly [name: string, read: Read] };
export type OtlpSignal = "traces" | "logs" | "metrics";

/** Maximum nesting of messages, because attribute values may nest without limit. */
const MAX_DEPTH = 64;

class NoProtobuf extends Error {}

/** The export in its JSON form; null if the bytes are not a protocol buffer of that kind. */
export function exportFromProtobuf(bytes: Uint8Array, signal: OtlpSignal): JsonObject | null {
  try {
    return messageOf(bytes, EXPORTS[signal], 0);
  } catch (error) {
    if (error instanceof NoProtobuf) return null;
    throw error;
  }
}

function messageOf(bytes: Uint8Array, shape: Shape, depth: number): JsonObject {
  const fields = depth > MAX_DEPTH ? null : fieldsOf(bytes);
  if (fields === null) throw new NoProtobuf();
  const made: Record<string, unknown> = {};
  for (const field of fields) {
    const [name, read] = shape[field.number] ?? [];
    if (name === undefined || read === undefined) continue;
    const value = read(field, depth);
    const list = name.endsWith("*") ? name.slice(0, -1) : null;
    if (list === null) made[name] = value;
    else if (Array.isArray(made[list])) made[list].push(value);
    else made[list] = [value];
  }
  return made;
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new NoProtobuf();
  return value;
}

const utf8 = new TextDecoder();
const bytesIn = ({ bytes }: ProtoField) => known(bytes);
const text: Read = (field) => utf8.decode(bytesIn(field));
const hex: Read = (field) => hexOf(bytesIn(field));
const number: Read = ({ value }) => known(value);
const flag: Read = ({ value }) => known(value) !== 0;
const integer: Read = ({ bits }) => `${BigInt.asIntN(64, known(bits))}`;
const nanos: Read = ({ fixed }) => `${eightOf(fixed).getBigUint64(0, true)}`;
const fixed32: Read = ({ fixed }) => known(fixed?.byteLength === 4 ? fixed : null).getUint32(0, true);
/** JSON cannot express infinities or NaN, so they become text. */
const double: Read = ({ fixed }) => {
  const value = eightOf(fixed).getFloat64(0, true);
  return Number.isFinite(value) ? value : `${value}`;
};
const eightOf = (fixed: DataView | null) => known(fixed?.byteLength === 8 ? fixed : null);
const message =
  (shape: () => Shape): Read =>
  (field, depth) =>
    messageOf(bytesIn(field), shape(), depth + 1);

const ANY_VALUE: Shape = {
  1: ["stringValue", text],
  2: ["boolValue", flag],
  3: ["intValue", integer],
  4: ["doubleValue", double],
  5: ["arrayValue", message(() => ({ 1: ["values*", value] }))],
  6: ["kvlistValue", message(() => ({ 1: ["values*", keyValue] }))],
};
const value = message(() => ANY_VALUE);
const keyValue = message(() => ({ 1: ["key", text], 2: ["value", value] }));
const dropped = ["droppedAttributesCount", number] as const;

const RESOURCE: Shape = { 1: ["attributes*", keyValue], 2: dropped };
const SCOPE: Shape = { 1: ["name", text], 2: ["version", text], 3: ["attributes*", keyValue], 4: dropped };
const EVENT: Shape = { 1: ["timeUnixNano", nanos], 2: ["name", text], 3: ["attributes*", keyValue], 4: dropped };
const LINK: Shape = {
  1: ["traceId", hex],
  2: ["spanId", hex],
  3: ["traceState", text],
  4: ["attributes*", keyValue],
  5: dropped,
  6: ["flags", fixed32],
};
const SPAN: Shape = {
  1: ["traceId", hex],
  2: ["spanId", hex],
  3: ["traceState", text],
  4: ["parentSpanId", hex],
  5: ["name", text],
  6: ["kind", number],
  7: ["startTimeUnixNano", nanos],
  8: ["endTimeUnixNano", nanos],
  9: ["attributes*", keyValue],
  10: dropped,
  11: ["events*", message(() => EVENT)],
  12: ["droppedEventsCount", number],
  13: ["links*", message(() => LINK)],
  14: ["droppedLinksCount", number],
  15: ["status", message(() => ({ 2: ["message", text], 3: ["code", number] }))],
  16: ["flags", fixed32],
};
const LOG_RECORD: Shape = {
  1: ["timeUnixNano", nanos],
  2: ["severityNumber", number],
  3: ["severityText", text],
  5: ["body", value],
  6: ["attributes*", keyValue],
  7: dropped,
  8: ["flags", fixed32],
  9: ["traceId", hex],
  10: ["spanId", hex],
  11: ["observedTimeUnixNano", nanos],
  12: ["eventName", text],
};
/** Data points are only counted: gauge, sum, histogram, exponential histogram, summary. */
const POINTS: Read = message(() => ({ 1: ["dataPoints*", () => ({})] }));
const METRIC: Shape = {
  1: ["name", text],
  5: ["gauge", POINTS],
  7: ["sum", POINTS],
  9: ["histogram", POINTS],
  10: ["exponentialHistogram", POINTS],
  11: ["summary", POINTS],
};

/** The three exports have the same structure: resources, their scopes, and the recorded items. */
const exportOf = (resources: string, scopes: string, items: string, item: Shape): Shape => ({
  1: [
    `${resources}*`,
    message(() => ({
      1: ["resource", message(() => RESOURCE)],
      2: [
        `${scopes}*`,
        message(() => ({
          1: ["scope", message(() => SCOPE)],
          2: [`${items}*`, message(() => item)],
          3: ["schemaUrl", text],
        })),
      ],
      3: ["schemaUrl", text],
    })),
  ],
});
const EXPORTS: Readonly<Record<OtlpSignal, Shape>> = {
  traces: exportOf("resourceSpans", "scopeSpans", "spans", SPAN),
  logs: exportOf("resourceLogs", "scopeLogs", "logRecords", LOG_RECORD),
  metrics: exportOf("resourceMetrics", "scopeMetrics", "metrics", METRIC),
};

type PartialAnswer = {
  readonly partialSuccess?:
    | {
        readonly rejectedSpans?: number | undefined;
        readonly rejectedLogRecords?: number | undefined;
        readonly rejectedDataPoints?: number | undefined;
        readonly errorMessage?: string | undefined;
      }
    | undefined;
};

/** The answer to an export: empty if everything was kept, otherwise the number of rejected items and the reason. */
export function answerInProtobuf({ partialSuccess }: PartialAnswer): Uint8Array {
  if (!partialSuccess) return new Uint8Array();
  const { rejectedSpans, rejectedLogRecords, rejectedDataPoints, errorMessage = "" } = partialSuccess;
  const rejected = rejectedSpans ?? rejectedLogRecords ?? rejectedDataPoints ?? 0;
  const why = new TextEncoder().encode(errorMessage);
  const inner = [0x08, ...varint(rejected), 0x12, ...varint(why.length), ...why];
  return Uint8Array.from([0x0a, ...varint(inner.length), ...inner]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}
