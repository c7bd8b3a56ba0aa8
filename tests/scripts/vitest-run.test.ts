import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

type Counts = { passed: number; failed: number; failures: string[]; flaky: string[] };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "winnow-vitest-run-"));
  writeFileSync(
    path.join(folder, "vitest.config.mjs"),
    `export default { test: { globals: true, root: ${JSON.stringify(folder)} } };`,
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (name: string, ...tests: string[]) =>
  writeFileSync(path.join(folder, `${name}.test.mjs`), `import fs from "node:fs";\n${tests.join("\n")}`);
/** In a separate process, which keeps the intended failures out of this run's output. */
async function run(CI: string): Promise<Counts> {
  const options = JSON.stringify({ config: path.join(folder, "vitest.config.mjs"), cwd: folder });
  const program = `import { runVitest } from "./scripts/vitest-run.mjs";
    console.log(JSON.stringify(await runVitest(${options})));`;
  const env = { ...process.env, CI, VITEST: undefined };
  const { stdout } = await promisify(execFile)("node", ["--input-type=module", "-e", program], { env });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

const PASSES = 'test("passes", () => {});';
const FAILS = 'test("fails", () => expect(1).toBe(2));';
const failsOnce = (mark: string) => `test("fails once", () => {
  const known = fs.existsSync(${JSON.stringify(mark)});
  fs.writeFileSync(${JSON.stringify(mark)}, "");
  expect(known).toBe(true);
});`;

test("in continuous integration failed files run again: what then passes is flaky, what fails twice has failed", async () => {
  write("good", PASSES);
  write("slow", PASSES, failsOnce(path.join(folder, "mark")));
  write("bad", PASSES, FAILS);
  const counts = await run("true");
  expect(counts).toMatchObject({ passed: 4, failed: 1 });
  expect(counts.flaky).toEqual([expect.stringContaining("fails once")]);
  expect(counts.failures).toEqual([expect.stringMatching(/fails$|fails\b(?! once)/)]);
});

test("elsewhere nothing runs twice", async () => {
  write("slow", failsOnce(path.join(folder, "mark")));
  expect(await run("")).toMatchObject({ passed: 0, failed: 1, flaky: [] });
});
