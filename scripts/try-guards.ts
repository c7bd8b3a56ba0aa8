import fs from "node:fs";
import path from "node:path";
import { FAULTS, type Fault } from "@/tests/promises/faults";
import {
  type Caught,
  FAULTS_PAGE,
  keepFaultResult,
  placeOf,
  readFaultResults,
  renderFaults,
  STAGES,
  type StageName,
  withFaults,
} from "@/tests/promises/faults-table";
import { GUARDS } from "@/tests/promises/guards";
import { GUARDS_FILE, readTriedGuards, type TriedGuard } from "@/tests/promises/results";
import { CATCHES, unsoundOf } from "./catch-fault";
import { PlantedCopy } from "./planted-copy";

/**
 * Removes each guard of tests/promises/guards.ts from a copy of the program, one after the other, and runs its test,
 * which must fail. Results are stored for docs/reliability.md. With words as arguments, tries only guards whose text
 * contains one of them:
 *
 *     node scripts/run-ts.mjs scripts/try-guards.ts [words]
 *
 * With `--faults`, plants each fault of tests/promises/faults.ts in such a copy and looks for a test that fails: among
 * the nearest tests, the other tests that reach the code, the types, the browser tests and the long ones, or only in
 * the given `--stage`. Results are stored for docs/testing.md:
 *
 *     node scripts/run-ts.mjs scripts/try-guards.ts --faults [--stage near] [words]
 */
const MAX_TITLES = 2;
/** Without its guard, a test may hang. */
const MAX_MS = 240_000;

const args = process.argv.slice(2);
const stage = option("--stage", STAGES);
const isFaults = args.includes("--faults");
const words = args.filter((arg) => arg !== "--faults");
const isChosen = (text: string) => words.length === 0 || words.some((word) => text.includes(word));
process.once("SIGINT", () => process.exit(130));

if (isFaults) await tryFaults();
else await tryGuards();

/** Removes an option and its value from the arguments. */
function option<T extends string>(name: string, values: readonly T[]): T | undefined {
  const at = args.indexOf(name);
  if (at === -1) return undefined;
  const [, given] = args.splice(at, 2);
  const value = values.find((known) => known === given);
  if (value === undefined) throw new Error(`${name} takes one of ${values.join(", ")}`);
  return value;
}

async function inCopy(run: (copy: PlantedCopy) => Promise<void>): Promise<void> {
  const copy = await PlantedCopy.make();
  process.once("exit", copy.remove);
  await run(copy);
  process.off("exit", copy.remove);
  copy.remove();
}

async function tryGuards(): Promise<void> {
  const chosen = GUARDS.filter(({ guard }) => isChosen(guard));
  let unheld = 0;
  await inCopy(async (copy) => {
    for (const guarded of chosen) {
      const options = ["--testTimeout=20000", "--bail=3"];
      const failures = await copy.with([guarded], () => copy.failures([`tests/${guarded.test}`], options, MAX_MS));
      const fails = failures?.map(({ title }) => title) ?? [`does not end in ${MAX_MS / 1000} s`];
      if (fails.length === 0) unheld += 1;
      keepGuard({
        guard: guarded.guard,
        fails: fails.slice(0, MAX_TITLES),
        date: new Date().toISOString().slice(0, 10),
      });
      process.stdout.write(
        `${fails.length > 0 ? "fails" : "NOTHING FAILS"}  ${guarded.promise} ${guarded.guard}: ${fails[0] ?? ""}\n`,
      );
    }
  });
  process.stdout.write(`${chosen.length - unheld} of ${chosen.length} guards are held by a test\n`);
  process.exitCode = unheld === 0 ? 0 : 1;
}

function keepGuard(tried: TriedGuard): void {
  const known = new Set(GUARDS.map(({ guard }) => guard));
  const others = readTriedGuards().filter(({ guard }) => guard !== tried.guard && known.has(guard));
  const all = [...others, tried].sort((a, b) => a.guard.localeCompare(b.guard, "en"));
  fs.mkdirSync(path.dirname(GUARDS_FILE), { recursive: true });
  fs.writeFileSync(GUARDS_FILE, `${JSON.stringify(all, null, 2)}\n`);
}

/** Tries the stages one after another: a more expensive one begins when the cheaper one has tried all faults. */
async function tryFaults(): Promise<void> {
  let left = FAULTS.filter((fault) => isChosen(placeOf(fault)));
  for (const name of STAGES) {
    if (left.length > 0 && (stage === undefined || stage === name)) left = await tryStage(name, left);
  }
  const page = fs.readFileSync(FAULTS_PAGE, "utf8");
  fs.writeFileSync(FAULTS_PAGE, withFaults(page, renderFaults(FAULTS, readFaultResults())));
  process.stdout.write(`${left.length} faults were not caught\n`);
  process.exitCode = left.length === 0 ? 0 : 1;
}

/**
 * Returns the faults that the stage does not catch. A test that also fails without its fault is ignored, and the fault
 * is tried again.
 */
async function tryStage(name: StageName, faults: readonly Fault[]): Promise<Fault[]> {
  const past: Fault[] = [];
  const unsound = new Set<string>();
  for (let queue = [...faults]; queue.length > 0; ) {
    const caught = await tryAll(name, queue, unsound);
    past.push(...queue.filter((fault) => !caught.has(fault)));
    const files = [...new Set([...caught.values()])].filter((file) => /\.test\.tsx?$/.test(file));
    if (files.length > 0)
      await inCopy(async (copy) => {
        for (const file of await unsoundOf(copy, files)) unsound.add(file);
      });
    queue = queue.filter((fault) => unsound.has(caught.get(fault) ?? ""));
    for (const fault of queue) note(fault, name, null, `${caught.get(fault)} fails without it too`);
  }
  return past;
}

/** The file of the test that caught each fault, or none. */
async function tryAll(
  name: StageName,
  faults: readonly Fault[],
  unsound: ReadonlySet<string>,
): Promise<Map<Fault, string>> {
  const caught = new Map<Fault, string>();
  // The nearest tests are cheap and likely to fail, so each fault is tried separately, two at a time. Tests of
  // later stages are neither cheap nor likely to fail.
  const queue = name === "near" ? faults.map((fault) => [fault]) : [faults];
  const lane = () =>
    inCopy(async (copy) => {
      for (let next = queue.shift(); next; next = queue.shift()) await tryTogether(copy, name, next, unsound, caught);
    });
  await Promise.all(queue.slice(0, 2).map(lane));
  return caught;
}

/** Plants all faults together, and bisects only if something fails. */
async function tryTogether(
  copy: PlantedCopy,
  name: StageName,
  faults: readonly Fault[],
  unsound: ReadonlySet<string>,
  caught: Map<Fault, string>,
): Promise<void> {
  const by = await CATCHES[name](copy, faults, unsound);
  if (by && faults.length > 1) {
    const middle = Math.ceil(faults.length / 2);
    for (const half of [faults.slice(0, middle), faults.slice(middle)])
      await tryTogether(copy, name, half, unsound, caught);
    return;
  }
  for (const fault of faults) {
    if (by) caught.set(fault, by.file);
    note(fault, name, by, by ? `${by.suite} ${by.file} ${by.title}` : "nothing fails");
  }
}

function note(fault: Fault, name: StageName, by: Caught | null, text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${name} ${placeOf(fault)} ${text}\n`);
  keepFaultResult(fault, name, by);
}
