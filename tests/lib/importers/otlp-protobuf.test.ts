import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerInProtobuf, exportFromProtobuf } from "@/lib/importers/otel-genai/otlp-protobuf";
import { describeWhere } from "@/tests/support/describe-where";
import { bytesField, doubleField, fixed64Field, join, textField, varintField } from "@/tests/support/protobuf-writer";

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly Value[] } }
  | { readonly kvlistValue: { readonly values: readonly Attribute[] } };
type Attribute = { readonly key: string; readonly value: Value };

/**
 * JSON and protobuf of the same values, written independently of the reader, following opentelemetry-proto's
 * common.proto and trace.proto.
 */
function valueBytes(value: Value): Uint8Array {
  if ("stringValue" in value) return textField(1, value.stringValue);
  if ("boolValue" in value) return varintField(2, value.boolValue ? 1n : 0n);
  if ("intValue" in value) return varintField(3, BigInt.asUintN(64, BigInt(value.intValue)));
  if ("doubleValue" in value) return doubleField(4, value.doubleValue);
  if ("arrayValue" in value)
    return bytesField(5, join(value.arrayValue.values.map((one) => bytesField(1, valueBytes(one)))));
  return bytesField(6, join(value.kvlistValue.values.map((one) => bytesField(1, attributeBytes(one)))));
}
const attributeBytes = ({ key, value }: Attribute): Uint8Array =>
  join([textField(1, key), bytesField(2, valueBytes(value))]);

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const { value } = fc.letrec<{ value: Value; attribute: Attribute }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text.map((stringValue) => ({ stringValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => ({ intValue: `${int}` })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
    fc.array(tie("value"), { minLength: 1, maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc.array(tie("attribute"), { minLength: 1, maxLength: 3 }).map((values) => ({ kvlistValue: { values } })),
  ),
  attribute: fc.record({ key: text, value: tie("value") }),
}));
const attributes = fc.array(fc.record({ key: text, value }), { minLength: 1, maxLength: 4 });
const id = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes });
const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const span = fc
  .record({
    trace: id(16),
    own: id(8),
    parent: id(8),
    name: text,
    start: nanos,
    attributes,
    code: fc.constantFrom(0, 1, 2),
  })
  .map(({ trace, own, parent, name, start, attributes, code }) => ({
    json: {
      traceId: hex(trace),
      spanId: hex(own),
      parentSpanId: hex(parent),
      name,
      kind: 3,
      startTimeUnixNano: `${start}`,
      attributes,
      events: [{ timeUnixNano: `${start}`, name, attributes }],
      status: { message: name, code },
    },
    bytes: join([
      bytesField(1, trace),
      bytesField(2, own),
      bytesField(4, parent),
      textField(5, name),
      varintField(6, 3n),
      fixed64Field(7, start),
      ...attributes.map((one) => bytesField(9, attributeBytes(one))),
      bytesField(
        11,
        join([
          fixed64Field(1, start),
          textField(2, name),
          ...attributes.map((one) => bytesField(3, attributeBytes(one))),
        ]),
      ),
      bytesField(15, join([textField(2, name), varintField(3, BigInt(code))])),
      // A field of a later version.
      textField(99, "new"),
    ]),
  }));

const exportBytes = (spans: readonly Uint8Array[]) =>
  bytesField(
    1,
    join([
      bytesField(1, bytesField(1, attributeBytes({ key: "service.name", value: { stringValue: "demo" } }))),
      bytesField(2, join([bytesField(1, textField(1, "scope")), ...spans.map((one) => bytesField(2, one))])),
    ]),
  );

describe("an export in protobuf", () => {
  test("equals its JSON", () => {
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 3 }), (spans) => {
        expect(exportFromProtobuf(exportBytes(spans.map(({ bytes }) => bytes)), "traces")).toEqual({
          resourceSpans: [
            {
              resource: { attributes: [{ key: "service.name", value: { stringValue: "demo" } }] },
              scopeSpans: [{ scope: { name: "scope" }, spans: spans.map(({ json }) => json) }],
            },
          ],
        });
      }),
    );
  });

  test("is refused if invalid, and never fails otherwise", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("traces", "logs", "metrics"), (bytes, signal) => {
        const read = exportFromProtobuf(bytes, signal);
        expect(read === null || typeof read === "object").toBe(true);
      }),
    );
    expect(exportFromProtobuf(new TextEncoder().encode("{}"), "traces")).toBeNull();
    let deep = valueBytes({ stringValue: "end" });
    for (let depth = 0; depth < 10_000; depth += 1) deep = bytesField(5, bytesField(1, deep));
    const attribute = join([textField(1, "deep"), bytesField(2, deep)]);
    expect(exportFromProtobuf(exportBytes([bytesField(9, attribute)]), "traces")).toBeNull();
  });

  test("is answered in protobuf: nothing if all was kept, otherwise the number and the reason", () => {
    expect(answerInProtobuf({})).toEqual(new Uint8Array());
    const partial = join([varintField(1, 300n), textField(2, "no id")]);
    expect(answerInProtobuf({ partialSuccess: { rejectedSpans: 300, errorMessage: "no id" } })).toEqual(
      bytesField(1, partial),
    );
  });
});

/** The published exporter's own writer. It is not a dependency; install it next to the checkout to run this. */
const OWN = "@opentelemetry/otlp-transformer";
const installed = [process.env.WINNOW_OTLP_MODULES, "node_modules"].find(
  (folder) => folder !== undefined && existsSync(`${folder}/${OWN}`),
);
describeWhere(installed !== undefined, "WINNOW_OTLP_MODULES", "what OpenTelemetry's own exporter writes", () => {
  test("is read like its JSON", () => {
    const { ProtobufTraceSerializer, JsonTraceSerializer } = createRequire(`${installed}/x.js`)(OWN);
    const context = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
    const made = {
      name: "chat gpt-5",
      kind: 2,
      spanContext: () => context,
      startTime: [1_767_225_600, 5],
      endTime: [1_767_225_601, 0],
      status: { code: 2, message: "failed" },
      attributes: { "gen_ai.request.model": "gpt-5", count: 12, share: 0.5, isOn: true, list: ["a", "b"] },
      links: [],
      events: [{ name: "said", time: [1_767_225_600, 7], attributes: { at: 1 } }],
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
      resource: { attributes: { "service.name": "demo" } },
      instrumentationScope: { name: "scope", version: "1" },
    };
    const json = JSON.parse(new TextDecoder().decode(JsonTraceSerializer.serializeRequest([made])));
    const [span] = json.resourceSpans[0].scopeSpans[0].spans;
    const read = exportFromProtobuf(ProtobufTraceSerializer.serializeRequest([made]), "traces") as typeof json;
    const [own] = read.resourceSpans[0].scopeSpans[0].spans;
    for (const key of ["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "status"])
      expect(own[key], key).toEqual(span[key]);
    const plain = (list: { key: string; value: object }[]) =>
      list.map(({ key, value }) => [key, JSON.stringify(value).replaceAll(/"(\d+)"/g, "$1")]);
    expect(plain(own.attributes)).toEqual(plain(span.attributes));
    expect(own.events[0].name).toBe("said");
  });
});
