import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

test("leftovers of the development server about removed pages are not type-checked", () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "type-checked-"));
  for (const file of ["app/page.tsx", ".next/types/validator.ts", ".next/dev/types/validator.ts"]) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), "export {};\n");
  }
  fs.copyFileSync("tsconfig.json", path.join(root, "tsconfig.json"));
  const listed = execFileSync("node_modules/.bin/tsc", ["--listFilesOnly", "--types", "", "-p", root], {
    encoding: "utf8",
  });
  const own = listed.split("\n").filter((file) => file.startsWith(fs.realpathSync(root)));
  expect(own.map((file) => path.relative(fs.realpathSync(root), file)).sort()).toEqual([
    ".next/types/validator.ts",
    "app/page.tsx",
  ]);
  fs.rmSync(root, { recursive: true });
});
