import * as z from "zod";
import { type FileAnswer, groupOf, ROUTES, type Route, type RouteGroup, type RouteKey } from "./routes";
import { problem } from "./schemas/problem";

/** JSON of the OpenAPI document. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const DESCRIPTION = `Inspect and compress the conversations sent to language models.
The server listens on loopback, needs no key, and checks Host and Origin on every route. JSON is in snake_case, except for parts and
messages, which use the names of the AI SDK; times are ISO 8601; unknown is null, never 0.
Answers may gain fields; they do not lose any.`;

const GROUPS: Readonly<Record<RouteGroup, string>> = {
  compress: "Make a conversation smaller, check it, convert it, count it.",
  measure: "The cost and losses of strategies.",
  sessions: "Read imported transcripts.",
  import: "Import transcripts.",
  work: "Work that outlives its request.",
  facts: "Strategies and models.",
  server: "The server itself.",
};

/** The entire API as an OpenAPI 3.1 document, generated from the routes' own schemas. */
export function openApiDocument(version: string): JsonObject {
  const schemas = new SchemaBook();
  const paths: { [path: string]: JsonObject } = {};
  for (const key of Object.keys(ROUTES) as RouteKey[]) {
    const [method, path] = key.split(" ") as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Winnow", version, description: DESCRIPTION, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "http://127.0.0.1:3000", description: "The usual address of a local server." }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    security: [],
    paths,
    components: { schemas: schemas.components() },
  };
}

function operation(key: RouteKey, schemas: SchemaBook): JsonObject {
  const { summary, query, body, answers, events }: Route = ROUTES[key];
  const responses = Object.entries(answers).map(([status, answer]) => [status, response(answer, schemas)] as const);
  const streamed = events === undefined ? null : eventStream(events);
  const [first] = responses;
  if (streamed !== null && first === undefined) responses.push(["200", streamed]);
  else if (streamed !== null && first) Object.assign(first[1].content as JsonObject, streamed.content);
  return {
    operationId: operationId(key),
    summary: withoutLinks(summary),
    tags: [groupOf(key)],
    parameters: [...pathParameters(key), ...queryParameters(query ?? {}, schemas)],
    ...(body !== undefined && { requestBody: { required: true, ...content(body, schemas, "input") } }),
    responses: {
      ...Object.fromEntries(responses),
      default: {
        description: "Why the call failed.",
        content: { "application/problem+json": { schema: schemas.reference(problem, "output") } },
      },
    },
  };
}

/** `POST /api/compress/compare` → `postCompressCompare`. */
const operationId = (key: string): string =>
  key
    .replace("/api/", "/")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");

const pathParameters = (key: string): Json[] =>
  [...key.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameters = (query: Readonly<Record<string, z.ZodType>>, schemas: SchemaBook): Json[] =>
  Object.entries(query).map(([name, schema]) => {
    const { description = "", ...plain } = schemas.reference(schema, "input");
    return { name, in: "query", required: false, description, schema: plain };
  });

function response(answer: z.ZodType | FileAnswer | null, schemas: SchemaBook): { [key: string]: Json } {
  if (answer === null) return { description: "Done." };
  const description = answer instanceof z.ZodType ? (answer.meta()?.description ?? "The answer.") : answer.description;
  return { description, ...content(answer, schemas, "output") };
}

function content(answer: z.ZodType | FileAnswer, schemas: SchemaBook, io: "input" | "output"): JsonObject {
  if (answer instanceof z.ZodType)
    return { content: { "application/json": { schema: schemas.reference(answer, io) } } };
  const { media, description } = answer;
  return { description, content: Object.fromEntries(media.map((type) => [type, { schema: { type: "string" } }])) };
}

/** OpenAPI 3.1 cannot describe events by schema, so their names and contents are described in words. */
function eventStream(events: NonNullable<Route["events"]>): JsonObject {
  const names = Object.entries(events).map(([name, schema]) => `\`${name}\` (${schema.meta()?.id ?? "see api.md"})`);
  const description = `Server-sent events, each with a line of JSON: ${names.join(", ")}; \`error\` (Problem) if it failed.`;
  return { description, content: { "text/event-stream": { schema: { type: "string", description } } } };
}

const withoutLinks = (text: string): string => text.replaceAll(/\s?\(\[[^\]]*\]\([^)]*\)\)/g, "");

const PREFIX = "#/components/schemas/";

/** Collects named schemas without duplicates. A schema that differs between sender and reader has two entries. */
class SchemaBook {
  readonly #all = { input: namedSchemas("input"), output: namedSchemas("output") };
  readonly #used = new Map<string, JsonObject>();
  readonly #answered: ReadonlySet<string>;

  constructor() {
    for (const { answers, events = {} } of Object.values<Route>(ROUTES))
      for (const answer of [problem, ...Object.values(answers), ...Object.values(events)])
        if (answer instanceof z.ZodType) this.reference(answer, "output");
    this.#answered = new Set(this.#used.keys());
  }

  /** The schema itself, or a reference if it has a name. */
  reference(schema: z.ZodType, io: "input" | "output"): JsonObject {
    const id = schema.meta()?.id;
    if (id !== undefined) return this.#settle({ $ref: `${PREFIX}${id}` }, io);
    const { $schema: _, $defs: __, ...plain } = jsonSchema(schema, io);
    return this.#settle(plain, io);
  }

  components(): JsonObject {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Adds to the document every schema that this one refers to, and renames the references to match. */
  #settle(schema: JsonObject, io: "input" | "output"): JsonObject {
    return mapReferences(schema, (id) => {
      const name = this.#nameOf(id, io);
      if (!this.#used.has(name)) {
        this.#used.set(name, {}); // a schema may refer to itself
        this.#used.set(name, this.#settle(this.#all[io][id] as JsonObject, io));
      }
      return name;
    }) as JsonObject;
  }

  #nameOf(id: string, io: "input" | "output"): string {
    if (io === "output" || !this.#answered.has(id)) return id;
    const isSame = JSON.stringify(this.#all.input[id]) === JSON.stringify(this.#all.output[id]);
    return isSame ? id : `${id}Input`;
  }
}

function mapReferences(value: Json, rename: (id: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" && typeof inner === "string" && !inner.startsWith(`${PREFIX}=`)
        ? [key, `${PREFIX}${rename(inner.slice(inner.lastIndexOf("/") + 1))}`]
        : [key, mapReferences(inner, rename)],
    ),
  );
}

type Settings = Parameters<typeof z.toJSONSchema>[1] & object;

const settings = (io: "input" | "output"): Settings => ({
  target: "draft-2020-12",
  unrepresentable: "any",
  io,
  override: ({ jsonSchema }) => tidy(jsonSchema as JsonObject, io),
});

/** Removes JavaScript's integer limits and, in answers, the permission for additional fields: clients need neither. */
function tidy(schema: JsonObject, io: "input" | "output"): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const made = z.toJSONSchema(schema, { ...settings(io), reused: "inline" }) as unknown as JsonObject;
  return mapReferences(made, (id) => id) as JsonObject;
}

/**
 * All named schemas that a route needs, by name. They are collected from the routes because zod's registry is shared by
 * the process: a server loads this code twice, for pages and for routes, and so registers each name twice.
 */
function namedSchemas(io: "input" | "output"): { readonly [id: string]: JsonObject } {
  const all = Object.values<Route>(ROUTES).flatMap(({ query = {}, body, answers, events = {} }) =>
    [...Object.values(query), body, ...Object.values(answers), ...Object.values(events)].filter(
      (schema) => schema instanceof z.ZodType,
    ),
  );
  const umbrella = z.object(Object.fromEntries([problem, ...all].map((schema, index) => [`s${index}`, schema])));
  const { $defs = {} } = z.toJSONSchema(umbrella, { ...settings(io), reused: "inline" });
  return Object.fromEntries(
    Object.entries($defs).map(([id, { $schema: _, $id: __, id: ___, ...plain }]) => [
      id,
      mapReferences(plain as unknown as JsonObject, (name) => name) as JsonObject,
    ]),
  );
}
