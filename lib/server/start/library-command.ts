import { Problem } from "@/lib/api/problem";
import { isDatabaseDamaged } from "../db/database-damage";
import { getDb } from "../db/get-db";
import { dataDir } from "../process/settings";
import { rebuildLibrary } from "../repair/rebuild-library";
import { backupNow, beginAnew, libraryState, restoreBackup } from "../repair/repair";
import { tidyUp } from "../repair/tidy-up";

const USAGE = "usage: npm run backup | npm run restore [-- name of a copy] | npm run rebuild";

/** Runs `npm run backup`, `restore` or `rebuild` and returns sentences about the result. Throws if it fails. */
export async function runLibraryCommand(verb: string | undefined, name: string | null): Promise<string[]> {
  if (verb === "backup") return backup();
  if (verb === "restore") return restore(name);
  if (verb === "rebuild") return rebuild();
  throw new Problem(422, "usage", USAGE);
}

/** Allowed while Winnow is running, because it only reads. */
async function backup(): Promise<string[]> {
  const { name, bytes } = await backupNow();
  return [`Copied the database to ${dataDir()}/backups/${name} (${bytes} bytes). The newest five copies are kept.`];
}

async function restore(name: string | null): Promise<string[]> {
  await getDb().catch(unlessDamaged); // throws while Winnow is running
  const chosen = await restoreBackup(name);
  return [`Restored ${chosen.name}. The previous database is kept in ${dataDir()}/damaged.`, ...missingLines()];
}

async function rebuild(): Promise<string[]> {
  const isDamaged = await getDb().then(() => false, unlessDamaged);
  if (isDamaged) await beginAnew();
  else await tidyUp();
  const { rebuilt, refused } = await rebuildLibrary();
  return [
    ...(isDamaged ? [`The damaged database is kept in ${dataDir()}/damaged.`] : []),
    `${rebuilt} ${rebuilt === 1 ? "file was" : "files were"} restored to the library.`,
    ...refused.map(({ file_name, message }) => `Moved to quarantine: ${file_name}: ${message}`),
  ];
}

function missingLines(): string[] {
  const { files } = libraryState().missing;
  if (files === 0) return [];
  const are = files === 1 ? "imported file is" : "imported files are";
  return [`${files} ${are} missing in this copy: npm run rebuild adds what is missing.`];
}

function unlessDamaged(error: unknown): true {
  if (isDatabaseDamaged(error)) return true;
  throw error;
}
