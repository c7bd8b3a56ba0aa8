import { getDb } from "../db/get-db";
import { startPrivate } from "../files/private-files";
import { withReserve } from "../files/reserve";
import { problemOfPlatform } from "../http/problem";
import { acceptedJobs } from "../ingest/accepted-files";
import { bringOwnModels } from "../models/shared-models";
import { checkObjects } from "../objects/check-objects";
import { fileOfUrl } from "../process/file-url";
import { log } from "../process/log";
import { isPostgresUrl } from "../process/postgres-url";
import { databaseUrl, dataDir } from "../process/settings";
import { tidyUp } from "../repair/tidy-up";
import { readSettings } from "../store/preferences";

/** What every process does before its work: takes the data directory, opens the database, and reads the settings. */
export async function openData(): Promise<void> {
  startPrivate(dataDir(), embeddedFile());
  await withReserve(getDb);
  await checkObjects();
  await readSettings();
  await bringOwnModels();
}

/** Null for PostgreSQL. */
function embeddedFile(): string | null {
  const url = databaseUrl();
  return isPostgresUrl(url) ? null : fileOfUrl(url);
}

/** Finishes what an earlier process left half done. Only called in the one process of an embedded database. */
export async function goOnWhereStopped(): Promise<void> {
  await tidyUp();
  await resumeAccepted();
}

/** Resumes imports of accepted files. */
export async function resumeAccepted(): Promise<void> {
  if ((await acceptedJobs()).length === 0) return;
  const { resumeImports } = await import("../job-queue/accepted-imports"); // loads the code of every kind of work
  const resumed = await resumeImports();
  if (resumed > 0) log().info({ resumed }, "imports that a stop had interrupted go on");
}

/** Reports why a process cannot start. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const known = problemOfPlatform(error);
  return known ? `${known.detail} (${message})` : message;
}
