import { existsSync } from "node:fs";
import path from "node:path";
import { loadSharedSessions as loadFolder, type SharedSession } from "@/tests/support/shared-transcripts";

/** Real transcripts, in a folder next to the repository; never part of it. */
export const SHARED_TRANSCRIPTS = path.resolve("../shared/transcripts");

/**
 * Loads every session of every file in a folder that an importer can read. If the folder is absent, prints a note and
 * returns none.
 */
export async function loadSharedSessions(folder = SHARED_TRANSCRIPTS): Promise<SharedSession[]> {
  if (existsSync(folder)) return loadFolder(folder);
  console.error(`nothing is measured: there is no ${folder}`);
  return [];
}

/** Transcripts of newer versions and of more clients. */
export const NEWER_TRANSCRIPTS = path.resolve("../shared/transcripts-2");
