import { expect, test } from "vitest";
import * as z from "zod";
import { openApiDocument } from "@/lib/api/openapi";
import { ROUTES, type Route } from "@/lib/api/routes";
import { codePieces, findOperations, toApiDetails, toApiGroups } from "@/lib/view-models/api-docs/api-docs";
import { exampleCall } from "@/lib/view-models/api-docs/api-docs-example";

const DOCUMENT = openApiDocument("0.0.0");
const GROUPS = toApiGroups(DOCUMENT);
const ALL = GROUPS.flatMap(({ operations }) => operations);

test("every route stands in the list once, and has an id of its own", () => {
  expect(ALL.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(ROUTES).sort());
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  expect(ALL.every(({ summary }) => summary !== "")).toBe(true);
});

test("an operation is found by words of its method, path, sentence or tag; groups without any go", () => {
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

test("every type that anything names can be opened, and has fields or a type", () => {
  for (const { id } of ALL) {
    const details = toApiDetails(DOCUMENT, id);
    const { body, answers = [], types = {} } = details ?? {};
    for (const { types: names } of [...(body ? [body] : []), ...answers, ...Object.values(types)])
      for (const name of names) expect(types[name]?.type, `${id}: ${name}`).toBeTruthy();
  }
});

test("a description is cut at its code, and its links are names", () => {
  expect(codePieces("`a` or [b.md](b.md): `c`")).toEqual([
    { text: "a", isCode: true },
    { text: " or b.md: ", isCode: false },
    { text: "c", isCode: true },
  ]);
});

test("no operation of an unknown id", () => {
  expect(toApiDetails(DOCUMENT, "nothing")).toBeNull();
});

const jsonBodies = Object.entries<Route>(ROUTES).flatMap(([key, { body }]) =>
  body instanceof z.ZodType ? [[key, body] as const] : [],
);

test.each(jsonBodies)("the example of %s is a body that its schema takes", (key, schema) => {
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

test("examples are of the session of the page, or of the newest one where a route needs one", () => {
  const compress = (session: string | null) => exampleCall("POST", "/api/compress", { session, newest: "cd34" }).body;
  expect(JSON.parse(compress("ab12") ?? "")).toMatchObject({ session: { id: "ab12" } });
  expect(JSON.parse(compress(null) ?? "")).toHaveProperty("messages");
  const { body } = exampleCall("POST", "/api/advise", { session: null, newest: "cd34" });
  expect(JSON.parse(body ?? "")).toEqual({ sessions: ["cd34"] });
  const parts = "/api/sessions/{id}/parts/{partId}";
  expect(exampleCall("GET", parts, { session: "ab12", newest: null }).path).toEqual({ id: "ab12" });
});

test("only parameters that an operation has are filled in", () => {
  for (const { method, path, id } of ALL) {
    const example = exampleCall(method, path, { session: "ab12", newest: null });
    const names = toApiDetails(DOCUMENT, id)?.parameters.map(({ name }) => name);
    expect(names, id).toEqual(expect.arrayContaining([...Object.keys(example.path), ...Object.keys(example.query)]));
  }
});
