import type { Json } from "./openapi";

/** Writes the OpenAPI document as Markdown, with a table of fields for every request and answer. */

type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
export const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** Every route with its parameters, body and answers, then every named schema. */
export function apiReference(document: JsonObject): string {
  const { paths, components } = document as { paths: JsonObject; components: { schemas: JsonObject } };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, operation]) =>
      routeText(method, path, operation as JsonObject),
    ),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaText(name, schema as JsonObject));
  return `${[HEAD, ...routes, "## Schemas\n", ...schemas].join("\n")}`;
}

const HEAD = `# Every field of the API

Made from the schemas that the routes themselves use (\`npm run docs\`); [api.md](api.md) explains. The same as
an OpenAPI 3.1 document: \`GET /api/openapi.json\`. A field with a \`?\` may be left out. Every failure is a [Problem](#problem).

## Routes
`;

function routeText(method: string, path: string, operation: JsonObject): string {
  const query = objectsIn(operation.parameters).filter((parameter) => parameter.in === "query");
  const rows = query.map(({ name, description, schema }) =>
    row(`${textOf(name)}?`, typeText(schema as JsonObject, linked), textOf(description)),
  );
  const body = bodyText(operation.requestBody);
  const answers = Object.entries(operation.responses as JsonObject)
    .filter(([status]) => status !== "default")
    .map(([status, answer]) => `${status}: ${bodyText(answer) || "no content"}`);
  return [
    `### \`${method.toUpperCase()} ${path}\`\n`,
    `${textOf(operation.summary)}\n`,
    ...(rows.length > 0 ? [table(rows)] : []),
    ...(body === "" ? [] : [`Takes ${body}.\n`]),
    `Answers ${answers.join("; ")}.\n`,
  ].join("\n");
}

/** The schema of a body or answer, or its media types if it is not JSON. */
function bodyText(value: Json | undefined): string {
  const content = isObject(value) && isObject(value.content) ? value.content : {};
  const json = isObject(content["application/json"]) ? content["application/json"].schema : undefined;
  const others = Object.keys(content).filter((type) => type !== "application/json" || !isObject(json));
  const texts = [
    ...(isObject(json) && json.type !== "string" ? [typeText(json, linked)] : []),
    ...others.map((type) => `\`${type}\``),
  ];
  return texts.join(" or ");
}

function schemaText(name: string, schema: JsonObject): string {
  return `### ${name}\n\n${textOf(schema.description)}\n\n${fieldTable(schema) || `${typeText(schema, linked)}\n`}`;
}

/** The fields of a schema as a table, with nested fields listed by their path; "" if it has none. */
function fieldTable(schema: JsonObject, named: (name: string) => string = linked): string {
  const rows = schemaFields(schema).map(({ path, schema: inner }) =>
    row(path, typeText(inner, named), meaningOf(inner)),
  );
  return rows.length === 0 ? "" : table(rows);
}

const table = (rows: readonly string[]): string =>
  `${["| field | type | meaning |", "|---|---|---|", ...rows].join("\n")}\n`;

const row = (field: string, type: string, meaning: string): string =>
  `| \`${field}\` | ${type.replaceAll("|", "\\|")} | ${meaning.replaceAll("|", "\\|").replaceAll("\n", " ")} |`;

/** A field of a schema. Its path contains the enclosing objects; each optional part ends in `?`. */
export type SchemaField = { readonly path: string; readonly schema: JsonObject };

/** The fields of a schema, with nested fields listed by their path; named schemas are not expanded. */
export function schemaFields(schema: JsonObject, at = ""): SchemaField[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([key, inner]) => {
    if (!isObject(inner)) return [];
    const path = `${at}${key}${required.has(key) ? "" : "?"}`;
    return [{ path, schema: inner }, ...innerFields(inner, path)];
  });
}

/** The fields of an inner object that has no schema name. */
function innerFields(schema: JsonObject, at: string): SchemaField[] {
  if (typeof schema.$ref === "string") return [];
  if (isObject(schema.items)) return innerFields(schema.items, `${at}[]`);
  const members = [...objectsIn(schema.anyOf), ...objectsIn(schema.oneOf)];
  return [...schemaFields(schema, `${at}.`), ...members.flatMap((member) => innerFields(member, at))];
}

/** A field's description with its default; "" if there is none. */
export function meaningOf(schema: JsonObject): string {
  const byDefault = "default" in schema ? `Default: \`${JSON.stringify(schema.default)}\`.` : "";
  return [textOf(schema.description), byDefault].filter((text) => text !== "").join(" ");
}

const linked = (name: string): string => `[${name}](#${name.toLowerCase()})`;

/** The type of a value in words. `named` formats the name of a schema that has one. */
export function typeText(schema: JsonObject, named: (name: string) => string): string {
  if (typeof schema.$ref === "string") return named(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1));
  if ("const" in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  const members = [...objectsIn(schema.anyOf), ...objectsIn(schema.oneOf)].map((member) => typeText(member, named));
  if (members.length > 0) return [...new Set(members)].join(" or ");
  if (schema.type === "array") return isObject(schema.items) ? `list of ${typeText(schema.items, named)}` : "list";
  return textOf(schema.type) || "any";
}

const START = /<!-- fields: (\w+) -->\n[\s\S]*?<!-- end of fields -->/g;

/** A Markdown page with the tables between its markers regenerated. */
export function withFieldTables(page: string, document: JsonObject): string {
  const { schemas } = document.components as { schemas: JsonObject };
  return page.replaceAll(START, (_, name: string) => {
    const schema = schemas[name];
    if (!isObject(schema)) throw new Error(`no schema is called ${name}`);
    return `<!-- fields: ${name} -->\n${fieldTable(schema, (type) => type)}<!-- end of fields -->`;
  });
}
