import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Files of one worker share its modules and its process. What the program keeps by process (lib/server/process/process-state.ts) is
 * dropped before each file, so that none sees what another did. Two things stay: what modules register when they are loaded,
 * which happens once, and the threads, which take a second to start and keep nothing of a call.
 */
const holder = globalThis as unknown as { winnow?: Map<string, unknown>; winnowTestUmask?: number };
holder.winnowTestUmask ??= process.umask();
process.umask(holder.winnowTestUmask);

const isTimer = (value: unknown): value is NodeJS.Timeout =>
  typeof value === "object" && value !== null && "hasRef" in value && "refresh" in value;

/** What an object of the state holds: a timer that goes off in the next file would open that file's database. */
const partsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null && !isTimer(value) ? Object.values(value) : [];

for (const [key, value] of holder.winnow ?? []) {
  if (key.startsWith("pool-") || key === "call-listener") continue;
  for (const kept of [value, partsOf(value)].flat()) if (isTimer(kept)) clearInterval(kept);
  holder.winnow?.delete(key);
}

/** A file that needs no server may open a database all the same, which must not be the one of the checkout. */
if (process.env.WINNOW_DATA_DIR === undefined) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-test-process-"));
  process.env.WINNOW_DATA_DIR = directory;
  process.once("exit", () => fs.rmSync(directory, { recursive: true, force: true }));
}

/** What decides about requests (lib/server/door/gate.ts) is open only if a file has opened it. */
for (const name of ["winnow.gate", "winnow.sign-in-page"]) Reflect.deleteProperty(globalThis, Symbol.for(name));
