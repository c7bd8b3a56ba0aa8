// The entry point of `npm start`, `npm test` and `npm run dev`. It uses no dependencies, so it works in a fresh clone
// before node_modules exists. Each set-up step is skipped if its inputs did not change.
import "./check-node.cjs";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { addressProblem } from "./check-address.mjs";
import { generateClients } from "./generate-clients.mjs";
import { fromRoot, isDone, markDone, root, runNode, runNpm } from "./setup-steps.mjs";
import { stopWhenOrphaned } from "./stop-when-orphaned.mjs";

process.chdir(root);
if (fs.existsSync(".env")) process.loadEnvFile(".env");
const { PORT = "3000", HOST = "127.0.0.1" } = process.env;
const next = fromRoot("node_modules/next/dist/bin/next");
const BUILD_INPUTS = [
  "app",
  "lib",
  "components",
  "public",
  "prisma/clients",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "proxy.ts",
  "instrumentation.ts",
  "scripts/build-worker.mjs",
];

const TESTS = ["test", "test:long", "test:alone", "test:newest", "check"];

const ALL_INSTALLED = "node_modules/.winnow-install";

const installing = (what) => ({
  inputs: ["package.json", "package-lock.json"],
  salt: process.version,
  product: "node_modules/.package-lock.json",
  work: () => runNpm(["ci", what, "--no-audit", "--no-fund"]),
});

const BUILT_FOR_PACKAGE = ".next/.winnow-build-for-package";

/** Next empties its folder first, so only one of the two builds can have a stamp. */
const building = (environment) => ({
  inputs: BUILD_INPUTS,
  product: ".next/BUILD_ID",
  work: () => runNode([next, "build"], environment),
});

/**
 * By name: a message with the usual time on two processors, the inputs that decide whether the step is
 * outdated, the output file, the place of its stamp, and the work. `doneBy` is the stamp of a step that
 * includes this one's work.
 */
const STEPS = {
  install: {
    ...installing("--include=dev"),
    says: "installing all packages (usually half a minute to a minute)",
    stamp: ALL_INSTALLED,
  },
  installToStart: {
    ...installing("--omit=dev"),
    says: "installing the packages that the server needs (usually half a minute)",
    stamp: "node_modules/.winnow-install-to-start",
    doneBy: ALL_INSTALLED,
  },
  generate: {
    says: "generating the database clients and their types (usually 5 seconds)",
    inputs: [
      "prisma/schema.prisma",
      "scripts/generate-clients.mjs",
      "scripts/postgres-schema.mjs",
      "package-lock.json",
    ],
    product: "prisma/postgres/generated/client.ts",
    stamp: "node_modules/.winnow-generate",
    work: () => generateClients({ mustBeCurrent: process.env.CI === "true" && process.argv[2] !== "generate" }),
  },
  worker: {
    says: "bundling the worker threads (usually 5 seconds)",
    inputs: ["lib", "scripts/build-worker.mjs", "package-lock.json"],
    product: "dist/worker.mjs",
    stamp: "dist/.winnow-worker",
    work: () => runNode([fromRoot("scripts/build-worker.mjs")]),
  },
  jobWorker: {
    says: "bundling the job worker (usually 5 seconds)",
    inputs: ["lib", "scripts/build-worker.mjs", "prisma/clients", "package-lock.json"],
    product: "dist/job-worker.mjs",
    stamp: "dist/.winnow-job-worker",
    work: () => runNode([fromRoot("scripts/build-worker.mjs")]),
  },
  build: {
    ...building({}),
    says: "building the pages (usually a minute)",
    stamp: ".next/.winnow-build",
    doneBy: BUILT_FOR_PACKAGE,
  },
  buildForPackage: {
    ...building({ WINNOW_BUILD: "package" }),
    says: "building the pages for the package (usually a minute and a half)",
    stamp: BUILT_FOR_PACKAGE,
  },
};

/** Continuous integration builds once, for all suites and the package. */
const BUILD = process.env.CI === "true" ? "buildForPackage" : "build";

/** Runs the steps one after another; the steps of a list in parallel. */
async function prepare(...steps) {
  for (const step of steps) await Promise.all([step].flat().map(take));
}

async function take(name) {
  const step = STEPS[name];
  const { says, doneBy, work } = step;
  if (isDone(step) || (doneBy && isDone({ ...step, stamp: doneBy }))) return;
  const startedAt = Date.now();
  console.log(`[winnow] ${says} …`);
  const code = await work();
  if (code !== 0) process.exit(code);
  markDone(step);
  console.log(`[winnow] ${name}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/**
 * Tools for tests, benchmarks and packages are left out unless they were requested before. The S3 SDK is among them,
 * because few need it.
 */
const forServer = () =>
  process.env.WINNOW_OBJECTS || fs.existsSync(fromRoot(ALL_INSTALLED)) ? "install" : "installToStart";

/**
 * Runs Next in a child process, because the allocator reads its settings at process start: with two arenas instead of
 * sixteen, an import of 100 MB takes about 80 MB less. Signals are passed on, and the child stops if this process is
 * killed.
 */
async function serve(command) {
  const { MALLOC_ARENA_MAX = "2" } = process.env;
  stopWhenOrphaned();
  process.umask(0o077); // only the server's user can read what the server writes
  const imports = ["stop-when-orphaned", "front-door"].flatMap((name) => [
    "--import",
    pathToFileURL(fromRoot(`scripts/${name}.mjs`)).href,
  ]);
  const environment = { PORT, HOST, MALLOC_ARENA_MAX, WINNOW_FRONT_DOOR: command };
  if (command === "start") environment.NEXT_MANUAL_SIG_HANDLE = "true"; // lib/server/start/shutdown.ts stops the server
  process.exit(await runNode([...imports, next, command, "-H", HOST, "-p", PORT], environment));
}

/** Checks the address before the build, so nobody waits two minutes to learn that a port is in use. */
async function assertAddress() {
  const problem = await addressProblem(HOST, PORT);
  if (problem === null) return;
  console.error(`Winnow cannot start: ${problem}`);
  process.exit(1);
}

/** A process that runs the jobs of a PostgreSQL database and answers no requests. */
async function work() {
  stopWhenOrphaned();
  process.umask(0o077);
  const { MALLOC_ARENA_MAX = "2" } = process.env;
  const orphan = ["--import", pathToFileURL(fromRoot("scripts/stop-when-orphaned.mjs")).href];
  process.exit(await runNode([...orphan, fromRoot("dist/job-worker.mjs")], { MALLOC_ARENA_MAX }));
}

const command = process.argv[2];
if (command === "start") {
  await assertAddress();
  await prepare(forServer(), ["worker", BUILD]);
  await serve("start");
} else if (command === "dev") {
  await assertAddress();
  await prepare(forServer(), "worker");
  await serve("dev");
} else if (command === "worker") {
  await prepare(forServer(), "worker", "jobWorker");
  await work();
} else if (command === "generate") {
  await prepare("install", "generate", "worker");
} else if (command === "docs") {
  await prepare("install", "generate");
  const types = await runNode([fromRoot("scripts/run-ts.mjs"), "scripts/api-docs.ts", "--types"]);
  process.exit(types || (await runNode([fromRoot("scripts/library-docs.mjs")])));
} else if (["backup", "restore", "rebuild"].includes(command)) {
  await prepare(forServer(), "worker");
  process.exit(await runNode([fromRoot("scripts/run-ts.mjs"), "scripts/library-command.ts", ...process.argv.slice(2)]));
} else if (command === "package") {
  await prepare("install", "generate", "worker", "buildForPackage");
  const { buildPackage } = await import(pathToFileURL(path.join(root, "scripts/package/build-package.mjs")).href);
  console.log(`[winnow] ${await buildPackage()}`);
} else if (command === "build") {
  // Everything that `start` and `worker` need, so processes started at the same moment do not write the same files.
  await prepare(forServer(), "worker", "jobWorker", BUILD);
} else if (command === "bench") {
  await prepare("install", "generate", "worker", "buildForPackage");
  process.exit(await runNode([fromRoot("scripts/run-ts.mjs"), "bench/suite/main.ts", ...process.argv.slice(3)]));
} else if (command === "benchmark" || command === "leaderboard") {
  await prepare("install", "generate");
  const { buildLocalCommand } = await import("./package/build-command.mjs");
  const folder = fromRoot("node_modules/.cache/winnow-command");
  await buildLocalCommand(folder, JSON.parse(fs.readFileSync("package.json", "utf8")).version);
  process.exit(
    await runNode([
      path.join(folder, "bin/winnow.mjs"),
      command === "benchmark" ? "bench" : command,
      ...process.argv.slice(3),
    ]),
  );
} else if (command === "test:clients") {
  await prepare("install", "generate");
  process.exit(await runNode([fromRoot("scripts/run-ts.mjs"), "tests/clients/main.ts", ...process.argv.slice(3)]));
} else if (TESTS.includes(command)) {
  await prepare("install", "generate", "worker", ...(command === "test:long" ? ["buildForPackage"] : []));
  const { runTests } = await import(pathToFileURL(path.join(root, "scripts/run-tests.mjs")).href);
  process.exit(await runTests(command, process.argv.slice(3)));
} else {
  console.error(
    "usage: node scripts/run.mjs start | worker | dev | test | test:long | test:alone | test:newest | test:clients | check | bench | benchmark | leaderboard | build | package | docs | generate | backup | restore | rebuild",
  );
  process.exit(2);
}
