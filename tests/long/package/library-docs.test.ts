import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-docs-"));
/** TypeDoc is fetched by npm for the call, which needs a registry. */
const reachable = spawnSync("npm", ["view", "typedoc@0.28.20", "version"], { encoding: "utf8", timeout: 60_000 });

test.runIf(reachable.status === 0)("docs/library is what the docstrings say", () => {
  // It ends with an error if a docstring is missing.
  const { status, stdout } = spawnSync(process.execPath, ["scripts/library-docs.mjs", folder], { encoding: "utf8" });
  expect(status, stdout).toBe(0);
  const pages = fs.readdirSync(folder).sort();
  expect(pages).toEqual(fs.readdirSync("docs/library").sort());
  for (const page of pages)
    expect(fs.readFileSync(path.join("docs/library", page), "utf8"), `${page}: run node scripts/library-docs.mjs`).toBe(
      fs.readFileSync(path.join(folder, page), "utf8"),
    );
  fs.rmSync(folder, { recursive: true });
});
