import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

/** The output of `npm run docs`. npm fetches the tools for the call, which needs a registry. */
const reachable = spawnSync("npm", ["view", "typedoc@0.28.20", "version"], { encoding: "utf8", timeout: 60_000 });
const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: "utf8" });

test.runIf(reachable.status === 0)("the library's pages are generated from docstrings", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-docs-"));
  // It ends with an error if a docstring is missing.
  const { status, stdout } = node("scripts/library-docs.mjs", folder);
  expect(status, stdout).toBe(0);
  expect(fs.readdirSync(folder).sort()).toEqual(
    ["README.md", "ai-sdk.md", "index.md", "langchain.md", "opencode.md", "small.md"].sort(),
  );
  expect(fs.readFileSync(path.join(folder, "index.md"), "utf8")).toContain("compress");
  fs.rmSync(folder, { recursive: true });
});

test.runIf(reachable.status === 0)(
  "the programs in examples/api compile with the types generated from the schemas",
  () => {
    const made = node("scripts/run-ts.mjs", "scripts/api-docs.ts", "--types");
    expect(made.status, made.stdout + made.stderr).toBe(0);
    const checked = spawnSync("npx", ["tsc", "--noEmit", "-p", "examples/api"], { encoding: "utf8" });
    expect(checked.stdout).toBe("");
  },
);
