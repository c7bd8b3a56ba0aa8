import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Every call of the API goes through `callApi`, so that its answer has its schema's type and no failure is ignored. */
test("components reach the server through one function", () => {
  const files = fs
    .readdirSync("components", { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name));
  const callers = files.filter((name) => /\bfetch\(/.test(fs.readFileSync(path.join("components", name), "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(callers).toEqual(["api/call-api.ts"]);
});
