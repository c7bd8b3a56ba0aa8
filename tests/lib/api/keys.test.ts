import { expect, test } from "vitest";
import { type Json, openApiDocument } from "@/lib/api/openapi";

/** Every field of every request and answer, one per line. Renamed, added or lost fields show up in the golden file. */

type Schema = { readonly [key: string]: Json };

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** `a.b[]: integer`; a named schema appears by name, without its fields. */
function linesOf(schema: Schema, at: string): string[] {
  const required = new Set(listOf(schema.required));
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const own = Object.entries(properties).flatMap(([key, inner]) =>
    isSchema(inner) ? fieldLines(inner, `${at}.${key}${required.has(key) ? "" : "?"}`) : [],
  );
  const inner = [
    ...listOf(schema.anyOf),
    ...listOf(schema.oneOf),
    ...listOf(schema.allOf),
    ...listOf(schema.prefixItems),
  ].flatMap((member) => (isSchema(member) ? linesOf(member, at) : []));
  const items = isSchema(schema.items) ? linesOf(schema.items, `${at}[]`) : [];
  const values = isSchema(schema.additionalProperties) ? linesOf(schema.additionalProperties, `${at}.*`) : [];
  return [...own, ...inner, ...items, ...values];
}

const fieldLines = (schema: Schema, at: string): string[] => [`${at}: ${typeOf(schema)}`, ...linesOf(schema, at)];

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === "string") return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const members = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map((member) =>
    isSchema(member) ? typeOf(member) : "",
  );
  if (members.length > 0) return [...new Set(members)].join(" | ");
  if (schema.type === "array") return `${isSchema(schema.items) ? typeOf(schema.items) : "any"}[]`;
  return typeof schema.type === "string" ? schema.type : "any";
}

test("the fields of every request and answer match the golden file", async () => {
  const { components, paths } = openApiDocument("0.0.0") as { components: Schema; paths: Schema };
  const schemas = Object.entries(components.schemas as Schema).flatMap(([name, schema]) => [
    `${name}: ${typeOf(schema as Schema)}`,
    ...linesOf(schema as Schema, name),
  ]);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Schema).flatMap(([method, operation]) => {
      const { parameters, responses } = operation as { parameters: Schema[]; responses: Schema };
      const names = parameters.map(({ name, in: place }) => `${place} ${name}`).sort();
      return `${method.toUpperCase()} ${path} (${names.join(", ")}) ${Object.keys(responses).join(" ")}`;
    }),
  );
  expect(operations.length).toBeGreaterThan(40);
  expect(schemas.length).toBeGreaterThan(500);
  await expect(`${[...operations.sort(), "", ...schemas].join("\n")}\n`).toMatchFileSnapshot("./goldens/keys.txt");
});
