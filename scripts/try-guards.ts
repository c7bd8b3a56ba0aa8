import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { GUARDS, type Guarded } from "@/tests/promises/guards";
import { GUARDS_FILE, readTriedGuards, type TriedGuard } from "@/tests/promises/results";

/**
 * Takes each guard of tests/promises/guards.ts out of the program, one after the other, and runs its test, which must fail. What
 * failed is kept for docs/reliability.md. With words as arguments, only guards whose text holds one of them:
 *
 *     node scripts/run-ts.mjs scripts/try-guards.ts [words]
 */
const MOST_TITLES = 2;
/** Without its guard a test may wait for ever. */
const MOST_MS = 240_000;
const report = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string(), title: z.string() })) }),
  ),
});

const words = process.argv.slice(2);
const chosen = GUARDS.filter(({ guard }) => words.length === 0 || words.some((word) => guard.includes(word)));
let unheld = 0;
for (const guarded of chosen) {
  const fails = withoutGuard(guarded, () => failuresOf(guarded.test));
  if (fails.length === 0) unheld += 1;
  keep({ guard: guarded.guard, fails: fails.slice(0, MOST_TITLES), date: new Date().toISOString().slice(0, 10) });
  process.stdout.write(
    `${fails.length > 0 ? "fails" : "NOTHING FAILS"}  ${guarded.promise} ${guarded.guard}: ${fails[0] ?? ""}\n`,
  );
}
process.stdout.write(`${chosen.length - unheld} of ${chosen.length} guards are held by a test\n`);
process.exitCode = unheld === 0 ? 0 : 1;

/** Runs something while the guard is out; it is put back whatever happens, also by Ctrl+C. */
function withoutGuard<T>({ file, from, to }: Guarded, run: () => T): T {
  const text = fs.readFileSync(file, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold the guard once`);
  const restore = () => fs.writeFileSync(file, text);
  process.once("SIGINT", restore);
  try {
    fs.writeFileSync(
      file,
      text.replace(from, () => to),
    );
    return run();
  } finally {
    restore();
    process.off("SIGINT", restore);
  }
}

/** The titles of the tests of a file that fail. */
function failuresOf(test: string): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-guard-"));
  const output = path.join(folder, "report.json");
  const config = test.startsWith("long/") ? "vitest.long.config.ts" : "vitest.config.ts";
  const options = ["--reporter=json", `--outputFile=${output}`, "--testTimeout=20000", "--bail=3"];
  spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--config", config, `tests/${test}`, ...options],
    {
      stdio: "ignore",
      timeout: MOST_MS,
      killSignal: "SIGKILL",
      env: { ...process.env, WINNOW_RECORD: "" },
    },
  );
  if (!fs.existsSync(output)) return [`does not end in ${MOST_MS / 1000} s`];
  const { testResults } = report.parse(JSON.parse(fs.readFileSync(output, "utf8")));
  fs.rmSync(folder, { recursive: true, force: true });
  const titles = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ title }) => title),
  );
  // A file that cannot be loaded has failed too, but proves nothing about the guard.
  if (titles.length === 0 && testResults.some(({ status }) => status === "failed"))
    throw new Error(`${test} did not load`);
  return titles;
}

function keep(tried: TriedGuard): void {
  const known = new Set(GUARDS.map(({ guard }) => guard));
  const others = readTriedGuards().filter(({ guard }) => guard !== tried.guard && known.has(guard));
  const all = [...others, tried].sort((a, b) => a.guard.localeCompare(b.guard, "en"));
  fs.mkdirSync(path.dirname(GUARDS_FILE), { recursive: true });
  fs.writeFileSync(GUARDS_FILE, `${JSON.stringify(all, null, 2)}\n`);
}
