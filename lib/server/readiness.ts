import { access } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Readiness } from "@/lib/api/schemas/library";
import { dropStaged, stageBlob } from "./blobs";
import { getDb } from "./db/get-db";
import { processState } from "./process-state";

type Check = "ok" | "failed";
/** Who asks for readiness does not wait for a database that hangs, or that another process has locked. Milliseconds. */
const PATIENCE_MS = 5_000;

/** Ready is who can do all that it promises now: read, write, and work. */
export async function checkReadiness(patience = PATIENCE_MS): Promise<Readiness> {
  const [database, storage, worker] = await Promise.all([
    attempt(patience, () => once("write-database", writeDatabase)),
    attempt(patience, () => once("write-file", writeFile)),
    attempt(patience, () => access(path.join(/*turbopackIgnore: true*/ process.cwd(), "dist", "worker.mjs"))),
  ]);
  const checks = { database, storage, worker };
  return { status: Object.values(checks).every((check) => check === "ok") ? "ready" : "not-ready", checks };
}

async function attempt(patience: number, check: () => Promise<unknown>): Promise<Check> {
  const tooLong = new Promise<never>((_, reject) => setTimeout(reject, patience).unref());
  try {
    await Promise.race([check(), tooLong]);
    return "ok";
  } catch {
    return "failed";
  }
}

/** A probe that is under way serves everyone who asks: nobody piles up writes by asking often. */
function once(name: string, probe: () => Promise<void>): Promise<void> {
  const running = processState("readiness-probes", () => new Map<string, Promise<void>>());
  const under = running.get(name) ?? probe().finally(() => running.delete(name));
  running.set(name, under);
  return under;
}

/** A row comes and goes in one transaction: another process may hold the lock, or the database be there for reading only. */
async function writeDatabase(): Promise<void> {
  const data = { name: "readiness-probe" };
  await (await getDb()).$transaction(async (transaction) => {
    await transaction.flag.create({ data });
    await transaction.flag.delete({ where: data });
  });
}

/** As much as a small import needs. */
const PROBE_BYTES = 256 << 10;

/** The disk may be full, or the directory be there for reading only. */
async function writeFile(): Promise<void> {
  dropStaged(await stageBlob(Readable.from([new Uint8Array(PROBE_BYTES)])));
}
