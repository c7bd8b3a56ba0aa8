import { expect, test } from "vitest";
import { sentTool } from "@/lib/library/opencode-tools";

/** Nodes of a schema as OpenCode 1.18.33 passes them to plugins. */
const text = (description?: string) => ({ _tag: "String", ...(description && { annotations: { description } }) });
const optional = (...types: object[]) => ({
  _tag: "Union",
  mode: "anyOf",
  types: [...types, { _tag: "Undefined" }],
  context: { isOptional: true },
});
const integer = { _tag: "Number", checks: [{ _tag: "Filter", annotations: { meta: { _tag: "isInt" } } }] };
const field = (name: string, type: object) => ({ name, type });

test("a tool is counted by the sent JSON Schema, not by the schema that plugins receive", () => {
  const ast = {
    _tag: "Objects",
    propertySignatures: [
      field("path", text("Where to look")),
      field("lines", optional(integer)),
      field(
        "format",
        optional({
          _tag: "Union",
          types: [
            { _tag: "Literal", literal: "text" },
            { _tag: "Literal", literal: "html" },
          ],
        }),
      ),
      field("items", {
        _tag: "Arrays",
        elements: [],
        rest: [{ _tag: "Objects", propertySignatures: [field("done", { _tag: "Boolean" })] }],
      }),
    ],
  };
  expect(sentTool("look", { description: "Looks.", parameters: { ast, fields: { path: { ast: text() } } } })).toEqual({
    name: "look",
    description: "Looks.",
    input_schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        path: { type: "string", description: "Where to look" },
        lines: { type: "integer" },
        format: { type: "string", enum: ["text", "html"] },
        items: {
          type: "array",
          items: { type: "object", properties: { done: { type: "boolean" } }, required: ["done"] },
        },
      },
      required: ["path", "items"],
    },
  });
});

test("a tool that brings its JSON Schema is counted by it, and one that is never sent is not counted", () => {
  const jsonSchema = { type: "object", properties: {} };
  expect(sentTool("mine", { description: "", jsonSchema })).toMatchObject({ input_schema: jsonSchema });
  expect(sentTool("invalid", { description: "Do not use" })).toBeNull();
  expect(sentTool("odd", { description: "x", parameters: 7 })).toMatchObject({ name: "odd" });
});
