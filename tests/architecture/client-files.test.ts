import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Without the mark, the production build fails, but only minutes later. */
test("each file of app/ that uses a hook is marked as client code", () => {
  const files = fs
    .readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => ({ file, text: fs.readFileSync(path.join("app", file), "utf8") }));
  const users = files.filter(({ text }) => /\buse[A-Z]\w*\(/.test(text));
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter(({ text }) => !text.startsWith('"use client";')).map(({ file }) => file)).toEqual([]);
});
