import { Readable } from "node:stream";
import type { Readiness } from "@/lib/api/schemas/library";
import { getDb } from "../db/get-db";
import { dropStaged, stageBlob } from "../objects/blobs";
import { checkObjects } from "../objects/check-objects";
import { processState } from "../process/process-state";
import { runTask } from "../workers/pool";

type Check = "ok" | "failed";
/** Milliseconds after which a check fails, so that a hanging or locked database does not delay the answer. */
const PATIENCE_MS = 5_000;
/** Extra patience for the worker, because the first call starts its thread, which takes seconds on a busy machine. */
const THREAD_STARTS = 3;

/** Checks that the server can use the database, write files and start a worker. */
export async function checkReadiness(patience = PATIENCE_MS): Promise<Readiness> {
  const [database, storage, worker] = await Promise.all([
    attempt(patience, () => once("write-database", writeDatabase)),
    attempt(patience, () => once("write-file", writeFile)),
    attempt(patience * THREAD_STARTS, () => once("work", work)),
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

/** Concurrent calls share one running probe, so frequent calls do not pile up writes. */
function once(name: string, probe: () => Promise<void>): Promise<void> {
  const running = processState("readiness-probes", () => new Map<string, Promise<void>>());
  const under = running.get(name) ?? probe().finally(() => running.delete(name));
  running.set(name, under);
  return under;
}

/**
 * Creates and deletes a row in one transaction. This fails when another process holds the lock or the database is
 * read-only.
 */
async function writeDatabase(): Promise<void> {
  const data = { name: "readiness-probe" };
  await (await getDb()).$transaction(async (transaction) => {
    await transaction.flag.create({ data });
    await transaction.flag.delete({ where: data });
  });
}

/** The size of a small import. */
const PROBE_BYTES = 256 << 10;

/** Writes and removes a file, and checks the bucket if there is one. Fails when the disk is full or either refuses. */
async function writeFile(): Promise<void> {
  dropStaged(await stageBlob(Readable.from([new Uint8Array(PROBE_BYTES)])));
  await checkObjects();
}

/** An empty body: it only tests the worker thread for small calls. */
const SMALL = new TextEncoder().encode(JSON.stringify({ text: "ready", tokenizers: ["o200k"] }));

/** Makes a worker count a word. Fails when threads do not start, die, or are busy with other calls for too long. */
async function work(): Promise<void> {
  await runTask({ kind: "count", input: { body: SMALL } }, { lane: "interactive" });
}
