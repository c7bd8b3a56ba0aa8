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
  // Not bundled: the script finds the checkout from its own place.
  const script = pathToFileURL(path.resolve("scripts/copy-alone.mjs")).href;
  const { copyAlone } = (await import(script)) as { copyAlone(): { checkout: string; remove(): void } };
  ({ checkout, remove } = copyAlone());
});
afterAll(() => remove());

/** Commands of npm install packages first, and the copy's packages are those of this checkout. */
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

/** Tests of whole folders take minutes, so that only the full form runs each command where it stands. */
const isRun = (line: string) => !line.startsWith("npm run dev") && (isFull || !line.startsWith("npx vitest"));
/** Looks for the lines that the recipes replace, which are gone from the copy. */
const FINDS_LINES = "tests/architecture/recipes.test.ts";
const testsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => line.split(" ").filter((word) => /^tests\/.*\.test\.tsx?$/.test(word)));
const COMMANDS = RECIPES.flatMap(({ blocks }) =>
  blocks.flatMap((block) => (block.kind === "commands" ? block.lines : [])),
);
const isWriter = (line: string) => line.endsWith(" -u");
/** Tests that write files: one command writes them for all recipes, after the last. */
const WRITERS = new Set(testsOf(COMMANDS.filter(isWriter)));
/** The tests that the recipes name, but for whole folders. */
const NAMED = testsOf(COMMANDS.filter((line) => !isWriter(line)));
const ADDED = RECIPES.flatMap(({ blocks }) =>
  blocks.flatMap((block) => (block.kind === "commands" ? [] : [block.file])),
);

/** All recipes go into one copy, one after the other: so they also hold beside each other. */
describe("followed as they are written", () => {
  test.each(RECIPES)("$title", ({ blocks }) => {
    for (const block of blocks) {
      applyBlock(checkout, block);
      if (block.kind !== "commands") continue;
      for (const line of block.lines.filter(isRun)) expect(run(STANDS_FOR[line] ?? line)).toBe("done");
    }
  });

  test("and the files that tests write are written", () => {
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

  test("and their types are right", () => {
    const config = path.join(checkout, "tsconfig.recipes.json");
    const include = ["next-env.d.ts", ...ADDED.filter((file) => /\.tsx?$/.test(file))];
    fs.writeFileSync(
      config,
      JSON.stringify({ extends: "./tsconfig.json", include, compilerOptions: { incremental: false } }),
    );
    expect(run("npx", "tsc", "--noEmit", "--checkers", "1", "-p", config)).toBe("done");
  });
});
