import fs from "node:fs";
import path from "node:path";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { releaseOwnership } from "@/lib/server/db/owner-lock";
import { dataDir } from "@/lib/server/process/settings";
import { type Swept, sweepLeftovers } from "@/lib/server/repair/tidy-up";

/** Leaves the data directory as a stopped server does. */
export async function stopServer(): Promise<void> {
  await closeDb();
  releaseOwnership(dataDir());
}

/** Does what a start does before the first request. */
export async function startAgain(): Promise<Swept> {
  await getDb();
  return sweepLeftovers();
}

/** The hashes of all raw files in place, sorted. */
export function rawFiles(directory = dataDir()): string[] {
  const root = path.join(directory, "blobs");
  if (!fs.existsSync(root)) return [];
  return fs
    .readdirSync(root, { recursive: true })
    .map((name) => path.basename(String(name)))
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .sort();
}

export function removeDatabase(directory = dataDir()): void {
  for (const end of ["", "-wal", "-shm"]) fs.rmSync(path.join(directory, `winnow.db${end}`), { force: true });
}
