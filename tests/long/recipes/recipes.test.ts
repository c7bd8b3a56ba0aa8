import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "@/tests/support/postgres-binaries";
import { applyBlock, readRecipes } from "@/tests/support/recipes";
import { isFull } from "@/tests/support/record-figure";

/** A recipe with a migration needs the programs of a PostgreSQL server. */
const RECIPES = readRecipes().filter(
  ({ blocks }) =>
    findPostgres() !== null ||
    !blocks.some((block) => block.kind === "commands" && block.lines.some((line) => line.includes("make-migration"))),
);
let checkout = "";
let remove = () => {};

beforeAll(async () => {
  // Not bundled, because the script finds the checkout from its own location.
  const script = pathToFileURL(path.resolve("scripts/copy-alone.mjs")).href;
  const { copyAlone } = (await import(script)) as { copyAlone(): { checkout: string; remove(): void } };
  ({ checkout, remove } = copyAlone());
});
afterAll(() => remove());

/** npm commands install packages first, and the copy uses this checkout's packages. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  "npm run generate": `node --input-type=module -e "process.exit(await (await import('./scripts/generate-clients.mjs')).generateClients())"`,
};

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: checkout,
    encoding: "utf8",
    shell: args.length === 0,
    env: { ...process.env, CI: "", VITEST: "", VITEST_POOL_ID: "", VITEST_WORKER_ID: "" },
  });
  return status === 0 ? "done" : `${command} ${args.join(" ")}\n${stdout}${stderr}`;
}

/** Tests of entire folders take minutes, so only the full form runs each command in place. */
const isRun = (line: string) => !line.startsWith("npm run dev") && (isFull || !line.startsWith("npx vitest"));
/** Skipped: it looks for the lines that the recipes replace, which are gone from the copy. */
const FINDS_LINES = "tests/architecture/recipes.test.ts";
const testsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => line.split(" ").filter((word) => /^tests\/.*\.test\.tsx?$/.test(word)));
const COMMANDS = RECIPES.flatMap(({ blocks }) =>
  blocks.flatMap((block) => (block.kind === "commands" ? block.lines : [])),
);
const isWriter = (line: string) => line.endsWith(" -u");
/** Tests that write files; after the last recipe, one command writes them for all. */
const WRITERS = new Set(testsOf(COMMANDS.filter(isWriter)));
/** The tests in the recipes, except entire folders. */
const NAMED = testsOf(COMMANDS.filter((line) => !isWriter(line)));
const ADDED = RECIPES.flatMap(({ blocks }) =>
  blocks.flatMap((block) => (block.kind === "commands" ? [] : [block.file])),
);

/** Applies all recipes to one copy, one after the other, so they must also work together. */
describe("followed as written", () => {
  test.each(RECIPES)("$title", ({ blocks }) => {
    for (const block of blocks) {
      applyBlock(checkout, block);
      if (block.kind !== "commands") continue;
      for (const line of block.lines.filter(isRun)) expect(run(STANDS_FOR[line] ?? line)).toBe("done");
    }
  });

  test("and tests write their files", () => {
    expect(WRITERS.size).toBeGreaterThan(2);
    expect(run("npx", "vitest", "run", ...WRITERS, "-u")).toBe("done");
  });

  test("and their tests pass", () => {
    const tests = new Set([...NAMED, ...ADDED.filter((file) => /\.test\.tsx?$/.test(file))]);
    expect(tests.size).toBeGreaterThan(2);
    for (const file of fs.readdirSync("tests/architecture").filter((name) => name.endsWith(".test.ts")))
      tests.add(`tests/architecture/${file}`);
    for (const file of [FINDS_LINES, ...WRITERS]) tests.delete(file);
    expect(run("npx", "vitest", "run", ...tests)).toBe("done");
  });

  test("and their types are correct", () => {
    const config = path.join(checkout, "tsconfig.recipes.json");
    const include = ["next-env.d.ts", ...ADDED.filter((file) => /\.tsx?$/.test(file))];
    fs.writeFileSync(
      config,
      JSON.stringify({ extends: "./tsconfig.json", include, compilerOptions: { incremental: false } }),
    );
    expect(run("npx", "tsc", "--noEmit", "--checkers", "1", "-p", config)).toBe("done");
  });
});
