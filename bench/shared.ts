import { existsSync } from "node:fs";
import path from "node:path";
import { loadSharedSessions as loadFolder, type SharedSession } from "@/tests/support/shared-transcripts";

/** Real transcripts, beside the repository; never part of it. */
export const SHARED_TRANSCRIPTS = path.resolve("../shared/transcripts");

/** Every session of every file in a folder that an importer can read. Empty, with a notice, where it is absent. */
export async function loadSharedSessions(folder = SHARED_TRANSCRIPTS): Promise<SharedSession[]> {
  if (existsSync(folder)) return loadFolder(folder);
  console.error(`nothing is measured: there is no ${folder}`);
  return [];
}

/** Newer ones: of newer versions, and of more clients. */
export const NEWER_TRANSCRIPTS = path.resolve("../shared/transcripts-2");
