import { fail, ok, type Result } from "../../conversation/errors";
import { fill, type ImportFailure } from "../import-failure";
import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";
import { readWhole } from "../read-whole";
import { Pages } from "./pages";
import { memorySource, type RandomAccess, viewOf } from "./random-access";
import { Store } from "./store";
import { attempt, isFault } from "./store-fault";
import { WAL_MAGICS } from "./wal";

const DAMAGED = "This is a damaged SQLite database: {reason}. Copy it again while its client is closed.";

/** A database, and its write-ahead log if there is one. */
export type OpenStore = {
  readonly store: Store;
  /** The write-ahead log; null if none was given. An empty log is still a file. */
  readonly log: TranscriptFile | null;
};

/** Opens a database file, with its write-ahead log if one is among the others. Only the first pages are read. */
export async function openStore(
  file: TranscriptFile,
  others: readonly TranscriptFile[],
  run: ImportRun,
): Promise<Result<OpenStore, ImportFailure>> {
  const main = await sourceOf(file, run);
  if (!main.ok) return main;
  const log = await findLog(others, run);
  const logSource = log ? await sourceOf(log, run) : null;
  if (logSource && !logSource.ok) return logSource;
  const store = attempt(() => new Store(new Pages(main.value, logSource?.value ?? null), run.limits));
  if (!isFault(store)) return ok({ store, log });
  const message = fill(DAMAGED, { reason: store.message });
  return fail({ code: "damaged-store", message });
}

/** Reads the file in place if possible. Otherwise the file is kept in memory, up to a limit. */
async function sourceOf(file: TranscriptFile, run: ImportRun): Promise<Result<RandomAccess, ImportFailure>> {
  const { bytes, readAt } = file;
  if (readAt) return ok({ bytes, read: readAt });
  const whole = await readWhole(file, run, run.limits.maxHeldStoreBytes, "a database that is held whole");
  return whole.ok ? ok(memorySource(whole.value)) : whole;
}

async function findLog(others: readonly TranscriptFile[], run: ImportRun): Promise<TranscriptFile | null> {
  for (const file of others) if (await isLog(file, run)) return file;
  return others.find((file) => file.bytes === 0) ?? null;
}

async function isLog(file: TranscriptFile, run: ImportRun): Promise<boolean> {
  for await (const chunk of file.open()) {
    if (run.isCancelled || chunk.length < 4) return false;
    return WAL_MAGICS.some((magic) => viewOf(chunk).getUint32(0) === magic);
  }
  return false;
}
