import fs from "node:fs";
import path from "node:path";

/** Memory as a file system, if Linux has it. */
const MEMORY = "/dev/shm";
const LEAST_FREE_BYTES = 4e9;

/**
 * Once for the whole run (vitest `globalSetup`): the worker bundle, without which each file of the server builds its own,
 * and a folder in memory for what tests write, because most of their time went into waiting for the disk.
 */
export async function setup(): Promise<() => void> {
  const { buildWorker } = (await import("../../scripts/build-worker.mjs" as string)) as {
    buildWorker(): Promise<string>;
  };
  await buildWorker();
  process.env.WINNOW_TEST_WORKER = "built";
  return writeToMemory();
}

function writeToMemory(): () => void {
  if (process.env.TMPDIR !== undefined || freeBytes(MEMORY) < LEAST_FREE_BYTES) return () => {};
  const folder = fs.mkdtempSync(path.join(MEMORY, "winnow-tests-"));
  fs.chmodSync(folder, 0o711); // PostgreSQL runs as a user of its own
  process.env.TMPDIR = folder;
  return () => {
    stopDatabases(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

/** PostgreSQL servers outlive a worker that is ended by force (tests/support/postgres-cluster.ts). */
function stopDatabases(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith("winnow-pg-"))) {
    const file = path.join(folder, name, "data", "postmaster.pid");
    if (!fs.existsSync(file)) continue;
    try {
      process.kill(Number.parseInt(fs.readFileSync(file, "utf8"), 10), "SIGQUIT");
    } catch {
      // It has ended meanwhile.
    }
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
