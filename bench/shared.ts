import { existsSync } from "node:fs";
import path from "node:path";
import { loadSharedSessions as loadFolder, type SharedSession } from "@/tests/support/shared-transcripts";

/** Real transcripts, beside the repository; never part of it. */
export const SHARED_TRANSCRIPTS = path.resolve("../shared/transcripts");

/** Every session of every shared file that an importer can read. Empty, with a notice, where the folder is absent. */
export async function loadSharedSessions(): Promise<SharedSession[]> {
  if (existsSync(SHARED_TRANSCRIPTS)) return loadFolder(SHARED_TRANSCRIPTS);
  console.error(`nothing is measured: there is no ${SHARED_TRANSCRIPTS}`);
  return [];
}

/** Newer ones: of newer versions, and of more clients. */
export const NEWER_TRANSCRIPTS = path.resolve("../shared/transcripts-2");
