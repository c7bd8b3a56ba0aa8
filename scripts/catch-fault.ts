import fs from "node:fs";
import path from "node:path";
import { readImports, type SourceFile } from "@/tests/architecture/find-violations";
import type { Fault } from "@/tests/promises/faults";
import type { Caught, StageName } from "@/tests/promises/faults-table";
import { nearestTests } from "@/tests/promises/nearest-tests";
import type { Failure, PlantedCopy } from "./planted-copy";

/**
 * One way to catch faults that are planted together; null if no fault is caught. Tests that also fail without a fault
 * are ignored.
 */
export type Stage = (
  copy: PlantedCopy,
  faults: readonly Fault[],
  unsound: ReadonlySet<string>,
) => Promise<Caught | null>;

/** Number of nearest tests. The first two run on their own, because one of them is likely to fail. */
const NEAR = 14;
const FIRST = 2;
const MINUTE = 60_000;
/** Two faults are tried at a time. */
const OPTIONS = ["--bail=1", "--maxWorkers=1"];

export const CATCHES: Readonly<Record<StageName, Stage>> = {
  near: async (copy, faults, unsound) => {
    const near = without(
      unsound,
      testsOf(copy, faults, (tests) => tests.filter(isShort).slice(0, NEAR)),
    );
    return (await byVitest(copy, faults, near.slice(0, FIRST))) ?? (await byVitest(copy, faults, near.slice(FIRST)));
  },
  far: (copy, faults, unsound) => {
    const far = testsOf(copy, faults, (tests) => tests.filter(isShort).slice(NEAR));
    return byVitest(copy, faults, without(unsound, [...far, ...architectureTests(copy)]));
  },
  types: byTypes,
  browser: byBrowser,
  long: (copy, faults, unsound) =>
    byVitest(
      copy,
      faults,
      without(
        unsound,
        testsOf(copy, faults, (tests) => tests.filter((test) => !isShort(test))),
      ),
    ),
};

const isShort = (test: string) => !test.startsWith("tests/long/");
const without = (unsound: ReadonlySet<string>, files: readonly string[]) => [
  ...new Set(files.filter((file) => !unsound.has(file))),
];

function testsOf(copy: PlantedCopy, faults: readonly Fault[], choose: (tests: string[]) => string[]): string[] {
  return faults.flatMap(({ file }) => choose(nearestTests(sourcesOf(copy), file)));
}

const read = new Map<string, readonly SourceFile[]>();

function sourcesOf({ checkout }: PlantedCopy): readonly SourceFile[] {
  const known = read.get(checkout);
  if (known) return known;
  const names = ["app", "components", "lib", "package", "bench", "tests"].flatMap((folder) =>
    fs
      .readdirSync(path.join(checkout, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("tests/fixtures/")),
  );
  const sources = names.map((name) => readImports(name, fs.readFileSync(path.join(checkout, name), "utf8")));
  read.set(checkout, sources);
  return sources;
}

const architectureTests = ({ checkout }: PlantedCopy): string[] =>
  fs
    .readdirSync(path.join(checkout, "tests/architecture"))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/architecture/${name}`);

async function byVitest(copy: PlantedCopy, faults: readonly Fault[], files: readonly string[]): Promise<Caught | null> {
  if (files.length === 0) return null;
  const failures = await copy.with(faults, () => copy.failures(files, OPTIONS, 60 * MINUTE));
  if (failures === null) throw new Error(`the tests of ${faults.map(({ file }) => file).join(", ")} do not end`);
  const [failed] = failures;
  return failed ? { suite: failed.file.startsWith("tests/long/") ? "long" : "vitest", ...failed } : null;
}

async function byTypes(copy: PlantedCopy, faults: readonly Fault[]): Promise<Caught | null> {
  const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false"];
  const { code } = await copy.with(faults, () => copy.run(tsc, {}, 10 * MINUTE));
  return code === 0 ? null : { suite: "types", file: "", title: "" };
}

/** Test files with a test that fails even without a fault. Their result proves nothing. */
export async function unsoundOf(copy: PlantedCopy, files: readonly string[]): Promise<string[]> {
  const isLong = (file: string) => file.startsWith("tests/long/");
  const suites = [files.filter(isLong), files.filter((file) => !isLong(file))].filter((suite) => suite.length > 0);
  const failures: Failure[] = [];
  for (const suite of suites) failures.push(...((await copy.failures(suite, ["--maxWorkers=2"], 60 * MINUTE)) ?? []));
  return [...new Set(failures.map(({ file }) => file))];
}

/** The production build, and the browser tests: first those named after a folder of a changed file. */
async function byBrowser(copy: PlantedCopy, faults: readonly Fault[]): Promise<Caught | null> {
  ownPackages(copy);
  const specs = fs
    .readdirSync(path.join(copy.checkout, "tests/e2e"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".spec.ts"));
  const folders = new Set(faults.flatMap(({ file }) => file.split("/")));
  const near = specs.filter((name) => folders.has(name.replace(".spec.ts", "")));
  const far = specs.filter((name) => !near.includes(name));
  return copy.with(faults, async () => {
    const { code } = await copy.run(["scripts/run.mjs", "build"], {}, 20 * MINUTE);
    if (code !== 0) return { suite: "build", file: "", title: "" };
    return (await failingSpec(copy, near)) ?? (await failingSpec(copy, far));
  });
}

async function failingSpec(copy: PlantedCopy, specs: readonly string[]): Promise<Caught | null> {
  if (specs.length === 0) return null;
  // Retried once: a test that fails and then passes proves nothing. Only the fault makes a test fail both times.
  const args = ["test", ...specs.map((name) => `/${name}`), "--reporter=line", "--retries=1", "--max-failures=1"];
  const env = { E2E_PORT: String(3590 + (process.pid % 100)) };
  const { code, output } = await copy.run(["node_modules/@playwright/test/cli.js", ...args], env, 40 * MINUTE);
  const [, file, title] = /^\s*1\) (?:\[\w+\] › )?([^:]+):\d+:\d+ › (.*?) ─*$/m.exec(output) ?? [];
  return code === 0 ? null : { suite: "browser", file: file ?? "", title: title ?? output.slice(-300) };
}

/** A production build refuses packages from outside the project, and a copy's packages are outside. */
function ownPackages({ checkout }: PlantedCopy): void {
  const place = path.join(checkout, "node_modules");
  if (!fs.lstatSync(place).isSymbolicLink()) return;
  const packages = fs.realpathSync(place);
  fs.unlinkSync(place);
  fs.cpSync(packages, place, { recursive: true, verbatimSymlinks: true });
}
