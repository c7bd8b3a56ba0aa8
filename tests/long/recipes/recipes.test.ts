import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyBlock, readRecipes } from "@/tests/support/recipes";

const RECIPES = readRecipes();
let checkout = "";
let remove = () => {};

beforeAll(async () => {
  // Not bundled: the script finds the checkout from its own place.
  const script = pathToFileURL(path.resolve("scripts/copy-alone.mjs")).href;
  const { copyAlone } = (await import(script)) as { copyAlone(): { checkout: string; remove(): void } };
  ({ checkout, remove } = copyAlone());
});
afterAll(() => remove());

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: checkout,
    encoding: "utf8",
    shell: args.length === 0,
    env: { ...process.env, CI: "", VITEST: "", VITEST_POOL_ID: "", VITEST_WORKER_ID: "" },
  });
  return status === 0 ? "done" : `${command} ${args.join(" ")}\n${stdout}${stderr}`;
}

/** All recipes go into one copy, one after the other: so they also hold beside each other. */
describe("followed as they are written", () => {
  test.each(RECIPES)("$title", ({ blocks }) => {
    for (const block of blocks) {
      applyBlock(checkout, block);
      if (block.kind !== "commands") continue;
      for (const line of block.lines) if (!line.startsWith("npm run dev")) expect(run(line)).toBe("done");
    }
  });

  test("and their types are right", () => {
    const files = RECIPES.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "commands" ? [] : [block.file])),
    );
    const config = path.join(checkout, "tsconfig.recipes.json");
    const include = ["next-env.d.ts", ...files.filter((file) => /\.tsx?$/.test(file))];
    fs.writeFileSync(
      config,
      JSON.stringify({ extends: "./tsconfig.json", include, compilerOptions: { incremental: false } }),
    );
    expect(run("npx", "tsc", "--noEmit", "-p", config)).toBe("done");
  });
});
