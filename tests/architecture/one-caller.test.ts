import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), "utf8") }));
const components = read("components");
const filesWith = (pattern: RegExp) => components.flatMap(({ name, text }) => (pattern.test(text) ? [name] : []));

/** Every call of the API goes through `callApi`, so that its answer has its schema's type and no failure is ignored. */
test("components reach the server through one function", () => {
  expect(components.length).toBeGreaterThan(100);
  expect(filesWith(/\bfetch\(/)).toEqual(["api/call-api.ts"]);
});

/** On a page over plain HTTP from another machine, `navigator.clipboard` does not exist. */
test("components copy through one function, which handles a missing clipboard", () => {
  expect(filesWith(/navigator\.clipboard/)).toEqual(["ui/copy-text.ts"]);
});

/** A schema's value would bring zod, more than 40 kB, into the page's first JavaScript. */
test("components and view models import only types from the API's schemas", () => {
  const importers = [...components, ...read("lib/view-models")].flatMap(({ name, text }) =>
    [...text.matchAll(/^import (?!type )[^;]*? from "[^"]*api\/schemas\/[^"]*";/gm)].flatMap(([statement]) =>
      /\{\s*(type \w+( as \w+)?,?\s*)+\}/.test(statement) ? [] : [`${name}: ${statement}`],
    ),
  );
  expect(importers).toEqual([]);
});
