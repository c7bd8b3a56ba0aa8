import fs from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { isPinned } from "./blobs";
import { getDb } from "./db/get-db";
import { derivedRoot } from "./derived";
import { dataDir } from "./settings";

/**
 * At start-up, before the first request: removes what an interrupted import left behind. Only files that no row names
 * are taken; rows are written last, so these were never visible.
 */
export async function sweepLeftovers(): Promise<{ derived: number; blobs: number }> {
  await rm(path.join(dataDir(), "incoming"), { recursive: true, force: true });
  return { derived: await sweepDerived(), blobs: await sweepBlobs() };
}

async function sweepDerived(): Promise<number> {
  const db = await getDb();
  const known = new Set(
    (await db.session.findMany({ select: { id: true, parserVersion: true } })).map(
      (row) => `${row.parserVersion}/${row.id}`,
    ),
  );
  const unknown = (await twoLevels(derivedRoot())).filter((name) => !known.has(name));
  for (const name of unknown) await rm(path.join(derivedRoot(), name), { recursive: true, force: true });
  return unknown.length;
}

async function sweepBlobs(): Promise<number> {
  const root = path.join(dataDir(), "blobs");
  const db = await getDb();
  const known = new Set((await db.blob.findMany({ select: { sha256: true } })).map((row) => row.sha256));
  const unknown = (await twoLevels(root)).filter(
    (name) => !known.has(path.basename(name)) && !isPinned(path.basename(name)),
  );
  for (const name of unknown) await rm(path.join(root, name), { force: true });
  return unknown.length;
}

async function twoLevels(root: string): Promise<string[]> {
  if (!fs.existsSync(root)) return [];
  const names: string[] = [];
  for (const folder of await readdir(root))
    for (const name of await readdir(path.join(root, folder))) names.push(`${folder}/${name}`);
  return names;
}
