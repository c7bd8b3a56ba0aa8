import fs from "node:fs";
import { expect, test } from "vitest";

/** All terminal output goes through this file, which makes control characters visible. */
const DOOR = "output.ts";

test("every command writes to the terminal through the function that makes control characters visible", () => {
  const found = fs
    .readdirSync("package/command", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== DOOR)
    .filter((name) =>
      /process\.std(?:out|err)\.write|\bconsole\./.test(fs.readFileSync(`package/command/${name}`, "utf8")),
    );
  expect(found).toEqual([]);
});
