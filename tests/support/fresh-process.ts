import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Files of one worker share its modules and its process. What the program keeps per process
 * (lib/server/process/process-state.ts) is dropped before each file, so that files do not affect each other. Two things
 * stay: what modules register once when they are loaded, and the threads, which take a second to start and keep nothing
 * of a call.
 */
const holder = globalThis as unknown as { winnow?: Map<string, unknown>; winnowTestUmask?: number };
holder.winnowTestUmask ??= process.umask();
process.umask(holder.winnowTestUmask);

const isTimer = (value: unknown): value is NodeJS.Timeout =>
  typeof value === "object" && value !== null && "hasRef" in value && "refresh" in value;

/** Clears timers in the state, because a timer that fires in the next file would open that file's database. */
const partsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null && !isTimer(value) ? Object.values(value) : [];

for (const [key, value] of holder.winnow ?? []) {
  if (key.startsWith("pool-") || key === "call-listener") continue;
  for (const kept of [value, partsOf(value)].flat()) if (isTimer(kept)) clearInterval(kept);
  holder.winnow?.delete(key);
}

/** A file that needs no server may still open a database, which must not be the checkout's. */
if (process.env.WINNOW_DATA_DIR === undefined) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-test-process-"));
  process.env.WINNOW_DATA_DIR = directory;
  process.once("exit", () => fs.rmSync(directory, { recursive: true, force: true }));
}

/** The gate (lib/server/door/gate.ts) is open only if a test file opened it. */
for (const name of ["winnow.gate", "winnow.sign-in-page"]) Reflect.deleteProperty(globalThis, Symbol.for(name));
