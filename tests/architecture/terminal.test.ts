import fs from "node:fs";
import { expect, test } from "vitest";

/** What a program writes to a terminal goes through here, where control characters are made visible. */
const DOOR = "output.ts";

test("no command writes to the terminal past the function that makes control characters visible", () => {
  const found = fs
    .readdirSync("package/command", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== DOOR)
    .filter((name) =>
      /process\.std(?:out|err)\.write|\bconsole\./.test(fs.readFileSync(`package/command/${name}`, "utf8")),
    );
  expect(found).toEqual([]);
});
