import fs from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { DEFAULT_PROJECT } from "../../api/caller";
import { getDb } from "../db/get-db";
import { writeWhole } from "../objects/whole-file";
import { currentProject } from "../process/caller-context";
import { dataDir } from "../process/settings";
import { isShared } from "../replicas/channel";

const folder = () => path.join(dataDir(), "deleted");

/** The file of a deleted session, so that its continuation is recognised. Older records do not have it. */
const deletedFile = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  project: z.string().default(DEFAULT_PROJECT),
});
export type DeletedFile = z.infer<typeof deletedFile>;

/**
 * Records that a person deleted this session, in a file named after its id, written before its rows are
 * deleted. The next start can then finish an interrupted deletion, and no restored database or rebuild
 * brings the session back.
 */
export async function noteDeletion(id: string, { sha256, bytes, project }: DeletedFile): Promise<void> {
  await writeWhole(path.join(folder(), id), JSON.stringify({ sha256, bytes, project }));
  if (!isShared()) return;
  const name = `${FLAG}${id}:${sha256}:${bytes}:${project}`;
  await (await getDb()).flag.upsert({ where: { name }, create: { name }, update: {} });
}

/** Prefix of the records in a shared database, where processes with other directories find them. */
const FLAG = "deleted-session:";

async function listFlags(): Promise<{ readonly id: string; readonly file: DeletedFile | null }[]> {
  if (!isShared()) return [];
  const flags = await (await getDb()).flag.findMany({ where: { name: { startsWith: FLAG } }, select: { name: true } });
  return flags.map(({ name }) => {
    const [id = "", sha256, bytes, project] = name.slice(FLAG.length).split(":");
    return { id, file: deletedFile.safeParse({ sha256, bytes: Number(bytes), project }).data ?? null };
  });
}

/** Removes the records of re-imported sessions. */
export async function forgetDeletions(ids: readonly string[]): Promise<void> {
  for (const id of ids) fs.rmSync(path.join(folder(), id), { force: true });
  if (!isShared() || ids.length === 0) return;
  const OR = ids.map((id) => ({ name: { startsWith: `${FLAG}${id}:` } }));
  await (await getDb()).flag.deleteMany({ where: { OR } });
}

/** Ids of the sessions that a person deleted. */
export const listDeletions = async (): Promise<Set<string>> =>
  new Set([...(await listHere()), ...(await listFlags()).map(({ id }) => id)]);

const listHere = async (): Promise<string[]> => (fs.existsSync(folder()) ? readdir(folder()) : []);

/** The files of sessions that a person deleted from the current project, if recorded. */
export async function listDeletedFiles(): Promise<DeletedFile[]> {
  const files = (await listFlags()).flatMap(({ file }) => file ?? []);
  for (const id of await listHere()) files.push(...(await readRecord(id)));
  return files.filter(({ project }) => project === currentProject());
}

/** Nothing for an older or damaged record. */
async function readRecord(id: string): Promise<DeletedFile[]> {
  try {
    return [deletedFile.parse(JSON.parse(await readFile(path.join(folder(), id), "utf8")))];
  } catch {
    return [];
  }
}
