import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { getDb } from "../db/get-db";
import { LIVE_STATES } from "../jobs/job-rows";
import { bringFile, listEverywhere, sendFile, sharedBucket } from "../objects/shared-files";
import { dataDir } from "../process/settings";

/**
 * Bodies of requests to process later. They quote conversations and may have many megabytes, so they are files in the
 * data directory, or in the shared bucket, not rows.
 */
const FOLDER = "job-bodies";
const place = (job: string) => path.join(dataDir(), FOLDER, job);
const dropHere = (job: string): Promise<void> => rm(place(job), { force: true });

export async function keepBody(job: string, body: Uint8Array): Promise<void> {
  await mkdir(path.dirname(place(job)), { recursive: true, mode: 0o700 });
  await writeFile(place(job), body, { mode: 0o600, flush: true });
  const bucket = sharedBucket();
  if (bucket === null) return;
  try {
    await sendFile(bucket, `${FOLDER}/${job}`);
  } finally {
    await dropHere(job);
  }
}

export async function readBody(job: string): Promise<Uint8Array> {
  const bucket = sharedBucket();
  if (bucket) await bringFile(bucket, `${FOLDER}/${job}`);
  try {
    return new Uint8Array(await readFile(place(job)));
  } finally {
    if (bucket) await dropHere(job);
  }
}

export async function dropBody(job: string): Promise<void> {
  await dropHere(job);
  await sharedBucket()?.remove(`${FOLDER}/${job}`);
}

/** Days to keep the body of a failed job for a retry. */
const KEPT_DAYS = 7;

/** At the start: removes bodies that no job needs. */
export async function dropOldBodies(): Promise<void> {
  const names = await listEverywhere(FOLDER);
  if (names.length === 0) return;
  const since = new Date(Date.now() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  const needed = { OR: [{ state: { in: [...LIVE_STATES] } }, { paramsJson: { not: null }, createdAt: { gt: since } }] };
  const rows = await (await getDb()).job.findMany({ where: { id: { in: names }, ...needed }, select: { id: true } });
  const kept = new Set(rows.map(({ id }) => id));
  for (const name of names) if (!kept.has(name)) await dropBody(name);
}
