import { asObject, asObjects, asString, type JsonObject } from "../formats/json-fields";

/** Tools that OpenCode defines but never offers to a model. */
const NEVER_SENT: ReadonlySet<string> = new Set(["invalid"]);
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * An OpenCode tool as its requests contain it, or null if it is never sent. Plugins receive schemas of the library
 * `effect` (as of 1.18.33), which are three times as large as the JSON Schema that is sent.
 */
export function sentTool(name: string, definition: object): JsonObject | null {
  if (NEVER_SENT.has(name)) return null;
  const { description, parameters, jsonSchema } = definition as JsonObject;
  const schema = asObject(jsonSchema) ?? schemaOf(asObject(asObject(parameters)?.ast));
  return { name, description, input_schema: { $schema: DIALECT, ...schema } };
}

/** The JSON Schema of an `effect` node. Unknown nodes are omitted. */
function schemaOf(node: JsonObject | null): JsonObject {
  if (node === null) return {};
  const { description, default: fallback } = asObject(node.annotations) ?? {};
  return {
    ...shapeOf(node),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

function shapeOf(node: JsonObject): JsonObject {
  switch (node._tag) {
    case "Objects":
      return objectOf(asObjects(node.propertySignatures));
    case "Arrays":
      return { type: "array", items: schemaOf(asObjects(node.rest)[0] ?? null) };
    case "Union":
      return unionOf(asObjects(node.types).filter(({ _tag }) => _tag !== "Undefined"));
    case "Literal":
      return { type: typeof node.literal, enum: [node.literal] };
    case "Number":
      return { type: asObjects(node.checks).some(isInteger) ? "integer" : "number" };
    default:
      return { type: (asString(node._tag) ?? "any").toLowerCase() };
  }
}

function objectOf(fields: readonly JsonObject[]): JsonObject {
  const named = fields.map(({ name, type }) => ({ name: `${name}`, node: asObject(type) }));
  return {
    type: "object",
    properties: Object.fromEntries(named.map(({ name, node }) => [name, schemaOf(node)])),
    required: named.filter(({ node }) => !asObject(node?.context)?.isOptional).map(({ name }) => name),
  };
}

function unionOf(members: readonly JsonObject[]): JsonObject {
  const [only, ...others] = members;
  if (only && others.length === 0) return schemaOf(only);
  const literals = members.filter(({ _tag }) => _tag === "Literal").map(({ literal }) => literal);
  if (literals.length === members.length) return { type: typeof literals[0], enum: literals };
  return { anyOf: members.map(schemaOf) };
}

const isInteger = (check: JsonObject): boolean => asObject(asObject(check.annotations)?.meta)?._tag === "isInt";
