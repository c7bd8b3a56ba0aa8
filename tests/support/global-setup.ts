import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Memory as a file system, if Linux has it. */
const MEMORY = "/dev/shm";
const LEAST_FREE_BYTES = 4e9;

/**
 * Runs once (vitest `globalSetup`): builds the worker bundle, which every server test file would build otherwise, and
 * creates an in-memory folder for the tests' files, because waiting for the disk took most of their time. What all files
 * of a run share is in WINNOW_TEST_RUN.
 */
export async function setup(): Promise<() => void> {
  const { buildWorker } = (await import("../../scripts/build-worker.mjs" as string)) as {
    buildWorker(): Promise<string>;
  };
  await buildWorker();
  process.env.WINNOW_TEST_WORKER = "built";
  const leaveMemory = writeToMemory();
  const shared = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-run-"));
  process.env.WINNOW_TEST_RUN = shared;
  return () => {
    fs.rmSync(shared, { recursive: true, force: true });
    leaveMemory();
  };
}

function writeToMemory(): () => void {
  if (process.env.TMPDIR !== undefined || freeBytes(MEMORY) < LEAST_FREE_BYTES) return () => {};
  const folder = fs.mkdtempSync(path.join(MEMORY, "winnow-tests-"));
  fs.chmodSync(folder, 0o711); // PostgreSQL runs as a different user
  process.env.TMPDIR = folder;
  return () => {
    stopDatabases(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

/** PostgreSQL servers outlive a killed worker (tests/support/postgres-cluster.ts). */
function stopDatabases(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith("winnow-pg-"))) {
    const file = path.join(folder, name, "data", "postmaster.pid");
    if (!fs.existsSync(file)) continue;
    try {
      process.kill(Number.parseInt(fs.readFileSync(file, "utf8"), 10), "SIGQUIT");
    } catch {}
  }
}

function freeBytes(folder: string): number {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
