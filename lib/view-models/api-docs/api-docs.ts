import type { Json } from "../../api/openapi";
import { isObject, meaningOf, objectsIn, schemaFields, textOf, typeText } from "../../api/reference";

/** The API page's content, read from the server's OpenAPI document. */

type JsonObject = { readonly [key: string]: Json };

export type ApiOperation = {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** With placeholders in braces: `/api/sessions/{id}`. */
  readonly path: string;
  readonly summary: string;
};
export type ApiGroup = { readonly name: string; readonly about: string; readonly operations: readonly ApiOperation[] };

/** A parameter of an address, or a field of a body or answer. */
export type ApiField = {
  /** Includes the names of the enclosing objects. */
  readonly name: string;
  readonly type: string;
  /** Unit of a number or time; otherwise "". */
  readonly unit: string;
  readonly meaning: string;
  readonly isRequired: boolean;
};
export type ApiParameter = ApiField & { readonly in: "path" | "query" };

/** A body or answer. `types`: the named schemas of its fields. */
export type ApiContent = {
  readonly about: string;
  readonly media: readonly string[];
  readonly type: string;
  readonly fields: readonly ApiField[];
  readonly types: readonly string[];
};
type ApiAnswer = ApiContent & { readonly status: string };
export type ApiType = Omit<ApiContent, "media">;

export type ApiDetails = ApiOperation & {
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiContent | null;
  readonly answers: readonly ApiAnswer[];
  /** Every named schema that the body or an answer needs, directly or indirectly. */
  readonly types: Readonly<Record<string, ApiType>>;
};

/** All operations by the document's tags, in its order. */
export function toApiGroups(document: JsonObject): ApiGroup[] {
  const all = operationsOf(document);
  return objectsIn(document.tags).map((tag) => ({
    name: textOf(tag.name),
    about: textOf(tag.description),
    operations: all.filter(({ json }) => tagsOf(json).includes(tag.name ?? "")).map(({ operation }) => operation),
  }));
}

/** The groups with only the operations that contain every typed word; omits empty groups. */
export function findOperations(groups: readonly ApiGroup[], typed: string): ApiGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap((group) => {
    const operations = group.operations.filter(({ method, path, summary }) => {
      const hay = `${group.name} ${method} ${path} ${summary}`.toLowerCase();
      return words.every((word) => hay.includes(word));
    });
    return operations.length === 0 ? [] : [{ ...group, operations }];
  });
}

/** An operation with its parameters, body and answers; null if the document has no such id. */
export function toApiDetails(document: JsonObject, id: string): ApiDetails | null {
  const found = operationsOf(document).find(({ operation }) => operation.id === id);
  if (found === undefined) return null;
  const { operation, json } = found;
  const body = isObject(json.requestBody) ? toContent(json.requestBody, document) : null;
  const answers = Object.entries(isObject(json.responses) ? json.responses : {}).map(([status, answer]) => ({
    status: status === "default" ? "else" : status,
    ...toContent(isObject(answer) ? answer : {}, document),
  }));
  const parameters = objectsIn(json.parameters).map(toParameter);
  const needed = [...(body?.types ?? []), ...answers.flatMap(({ types }) => types)];
  return { ...operation, parameters, body, answers, types: typesFrom(needed, document) };
}

type Found = { readonly operation: ApiOperation; readonly json: JsonObject };

const operationsOf = ({ paths }: JsonObject): Found[] =>
  Object.entries(isObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, json]) =>
      isObject(json)
        ? [
            {
              operation: {
                id: textOf(json.operationId),
                method: method.toUpperCase(),
                path,
                summary: textOf(json.summary),
              },
              json,
            },
          ]
        : [],
    ),
  );

const tagsOf = ({ tags }: JsonObject): readonly Json[] => (Array.isArray(tags) ? tags : []);

function toParameter(parameter: JsonObject): ApiParameter {
  const schema = isObject(parameter.schema) ? parameter.schema : {};
  const isRequired = parameter.required === true;
  const field = toField(textOf(parameter.name), { ...schema, description: textOf(parameter.description) }, isRequired);
  return { ...field, in: parameter.in === "path" ? "path" : "query" };
}

/** A body or answer: its JSON fields, or only its media types if it is a file. */
function toContent(value: JsonObject, document: JsonObject): ApiContent {
  const content = isObject(value.content) ? value.content : {};
  const media = Object.keys(content);
  const json = media.filter((type) => type.endsWith("json")).map((type) => content[type])[0];
  const schema = isObject(json) && isObject(json.schema) ? json.schema : {};
  const shown = toType(schema, document);
  return { ...shown, about: textOf(value.description) || shown.about, media };
}

/** A schema, or the one it references, with its fields. */
function toType(schema: JsonObject, document: JsonObject): ApiType {
  const resolved = nameIn(schema) === null ? schema : schemaNamed(nameIn(schema) ?? "", document);
  const fields = schemaFields(resolved);
  const referred = fields.length > 0 ? fields.flatMap(({ schema: inner }) => namesIn(inner)) : namesIn(resolved);
  return {
    about: textOf(resolved.description),
    type: Object.keys(schema).length === 0 ? "" : plainType(schema),
    fields: fields.map(({ path, schema: inner }) => toField(path, inner, !path.endsWith("?"))),
    types: [...new Set(referred)],
  };
}

function typesFrom(names: readonly string[], document: JsonObject): Record<string, ApiType> {
  const types: Record<string, ApiType> = {};
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (types[name] !== undefined) continue;
    const type = toType(schemaNamed(name, document), document);
    types[name] = type;
    waiting.push(...type.types);
  }
  return types;
}

function schemaNamed(name: string, { components }: JsonObject): JsonObject {
  const schemas = isObject(components) && isObject(components.schemas) ? components.schemas : {};
  const schema = schemas[name];
  return isObject(schema) ? schema : {};
}

function toField(path: string, schema: JsonObject, isRequired: boolean): ApiField {
  const { unit, meaning } = splitUnit(meaningOf(schema), namesIn(schema));
  return { name: path.replaceAll("?", ""), type: plainType(schema), unit, meaning, isRequired };
}

/**
 * How descriptions state a unit (`lib/api/schemas/fields.ts`). Separate sentences about units are cut from the text.
 */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/\s?\bIn tokens\./, "tokens"],
  [/\s?\bIn milliseconds\./, "milliseconds"],
  [/\s?\bIn bytes\./, "bytes"],
  [/\s?\b0 to 1\./, "0 to 1"],
  [/\s?\bISO 8601\./, "ISO 8601"],
];
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bin tokens\b/i, "tokens"],
  [/\bUS dollars\b/, "US dollars"],
  [/\bin bytes\b/i, "bytes"],
  [/\bUTF-16 units\b/, "UTF-16 units"],
  [/\bISO 8601\b/, "ISO 8601"],
];

function splitUnit(text: string, names: readonly string[]): { unit: string; meaning: string } {
  const sentence = SENTENCES.find(([pattern]) => pattern.test(text));
  if (sentence) return { unit: sentence[1], meaning: text.replace(sentence[0], "").trim() };
  const phrase = PHRASES.find(([pattern]) => pattern.test(text));
  return { unit: phrase?.[1] ?? (names.includes("Money") ? "US dollars" : ""), meaning: text };
}

const plainType = (schema: JsonObject): string => typeText(schema, (name) => name).replaceAll("`", "");

const nameIn = ({ $ref }: JsonObject): string | null =>
  typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : null;

/** Schemas referenced by a type itself, not by fields within it. */
function namesIn(schema: JsonObject): string[] {
  const name = nameIn(schema);
  if (name !== null) return [name];
  const items = isObject(schema.items) ? [schema.items] : [];
  return [...items, ...objectsIn(schema.anyOf), ...objectsIn(schema.oneOf)].flatMap(namesIn);
}

/** A description split at its code in backticks; links to docs keep only their text. */
export function codePieces(text: string): { readonly text: string; readonly isCode: boolean }[] {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .split("`")
    .map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
