import { expect, test } from "vitest";
import * as z from "zod";
import { openApiDocument } from "@/lib/api/openapi";
import { ROUTES, type Route } from "@/lib/api/routes";
import { codePieces, findOperations, toApiDetails, toApiGroups } from "@/lib/view-models/api-docs/api-docs";
import { exampleCall } from "@/lib/view-models/api-docs/api-docs-example";

const DOCUMENT = openApiDocument("0.0.0");
const GROUPS = toApiGroups(DOCUMENT);
const ALL = GROUPS.flatMap(({ operations }) => operations);

test("every route is in the list once, with a unique id", () => {
  expect(ALL.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(ROUTES).sort());
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  expect(ALL.every(({ summary }) => summary !== "")).toBe(true);
});

test("an operation is found by words of its method, path, sentence or tag; empty groups disappear", () => {
  const found = findOperations(GROUPS, "POST compress");
  expect(found.flatMap(({ operations }) => operations.map(({ path }) => path))).toContain("/api/compress/compare");
  expect(findOperations(GROUPS, "delete /api/runs/{id}").map(({ operations }) => operations.length)).toEqual([1]);
  expect(findOperations(GROUPS, "zebra")).toEqual([]);
  expect(findOperations(GROUPS, " ")).toEqual(GROUPS);
});

test("fields have type, unit, meaning and whether they are required", () => {
  const compare = toApiDetails(DOCUMENT, "postCompressCompare");
  expect(compare?.body?.fields.find(({ name }) => name === "strategies")).toMatchObject({ isRequired: true });
  expect(compare?.body?.fields.find(({ name }) => name === "session.id")).toMatchObject({ type: "string", unit: "" });
  const messages = toApiDetails(DOCUMENT, "getSessionsIdMessages");
  expect(messages?.parameters.map((parameter) => [parameter.in, parameter.name, parameter.isRequired])).toContainEqual([
    "path",
    "id",
    true,
  ]);
  const session = toApiDetails(DOCUMENT, "getSessionsId");
  const fields = [...(session?.answers ?? []), ...Object.values(session?.types ?? {})].flatMap((one) => one.fields);
  const units = new Set(fields.map(({ unit }) => unit));
  expect([...units]).toEqual(expect.arrayContaining(["tokens", "US dollars", ""]));
  expect(fields.filter(({ unit, meaning }) => unit === "tokens" && meaning.endsWith("In tokens."))).toEqual([]);
});

test("every type mentioned can be opened, and has fields or a type", () => {
  for (const { id } of ALL) {
    const details = toApiDetails(DOCUMENT, id);
    const { body, answers = [], types = {} } = details ?? {};
    for (const { types: names } of [...(body ? [body] : []), ...answers, ...Object.values(types)])
      for (const name of names) expect(types[name]?.type, `${id}: ${name}`).toBeTruthy();
  }
});

test("a description is split at its code, and its links become text", () => {
  expect(codePieces("`a` or [b.md](b.md): `c`")).toEqual([
    { text: "a", isCode: true },
    { text: " or b.md: ", isCode: false },
    { text: "c", isCode: true },
  ]);
});

test("an unknown id has no operation", () => {
  expect(toApiDetails(DOCUMENT, "nothing")).toBeNull();
});

const jsonBodies = Object.entries<Route>(ROUTES).flatMap(([key, { body }]) =>
  body instanceof z.ZodType ? [[key, body] as const] : [],
);

test.each(jsonBodies)("the example for %s is a body that its schema accepts", (key, schema) => {
  const [method = "", path = ""] = key.split(" ");
  for (const places of [
    { session: null, newest: null },
    { session: null, newest: "cd34" },
    { session: "ab12", newest: "cd34" },
  ]) {
    const { body } = exampleCall(method, path, places);
    expect(schema.safeParse(JSON.parse(body ?? "null")).error).toBeUndefined();
  }
});

test("examples use the page's session, or the newest if a route needs one", () => {
  const compress = (session: string | null) => exampleCall("POST", "/api/compress", { session, newest: "cd34" }).body;
  expect(JSON.parse(compress("ab12") ?? "")).toMatchObject({ session: { id: "ab12" } });
  expect(JSON.parse(compress(null) ?? "")).toHaveProperty("messages");
  const { body } = exampleCall("POST", "/api/advise", { session: null, newest: "cd34" });
  expect(JSON.parse(body ?? "")).toEqual({ sessions: ["cd34"] });
  const parts = "/api/sessions/{id}/parts/{partId}";
  expect(exampleCall("GET", parts, { session: "ab12", newest: null }).path).toEqual({ id: "ab12" });
});

test("fills in only parameters that an operation has", () => {
  for (const { method, path, id } of ALL) {
    const example = exampleCall(method, path, { session: "ab12", newest: null });
    const names = toApiDetails(DOCUMENT, id)?.parameters.map(({ name }) => name);
    expect(names, id).toEqual(expect.arrayContaining([...Object.keys(example.path), ...Object.keys(example.query)]));
  }
});
