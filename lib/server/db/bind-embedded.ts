import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { writeWhole } from "../objects/whole-file";
import { BINDING_FILE, BINDING_PREFIX, type Binding, bindingDamaged, holdsFiles, readBinding } from "./bind-directory";
import type { DatabaseFacts } from "./database-child";
import { KeptConnection } from "./kept-connection";
import { whenUnlocked } from "./lock-patience";

/** Facts of a new database, or of one that lost everything. */
export const NO_FACTS: DatabaseFacts = { migrations: [], flags: [], files: 0, filesHere: 0, sessions: 0 };

/**
 * Refuses an embedded database that belongs to another data directory. Rows refer to files, so a foreign database would
 * show sessions whose files are elsewhere and hide local ones. A new or empty database at the directory's usual path is
 * not foreign: the old one was lost, and the user is offered a rebuild of the library.
 */
export function assertOwnDatabase(facts: DatabaseFacts, file: string, directory: string): void {
  const bound = readableBinding(directory);
  const flag = boundTo(facts);
  const help = `Set DATABASE_URL and WINNOW_DATA_DIR to a pair that belongs together. Nothing was changed.`;
  if (flag !== null && flag === bound?.id) return;
  if (flag !== null && bound !== null)
    throw new Error(`the database ${file} belongs to another data directory than ${directory}. ${help}`);
  if (facts.files > 0 && facts.filesHere === 0)
    throw new Error(`none of the files of the database ${file} are in the data directory ${directory}. ${help}`);
  if (facts.files > 0 || !holdsFiles(directory)) return;
  if (flag === null && readBinding(directory) === "damaged") throw bindingDamaged(directory);
  if (placeOf(file, directory) === (bound?.file ?? DEFAULT_FILE)) return;
  throw new Error(
    `the database ${file} is empty and the data directory ${directory} holds the files of another one. ${help}`,
  );
}

/** Binds database and directory by writing into both. The database must be migrated. */
export async function bindEmbedded(facts: DatabaseFacts, file: string, directory: string): Promise<void> {
  const bound = readableBinding(directory);
  const id = boundTo(facts) ?? bound?.id ?? randomUUID();
  const place = placeOf(file, directory);
  if (bound?.id !== id || bound.file !== place) await writeBinding(directory, id, place);
  if (boundTo(facts) === null) await writeFlag(file, BINDING_PREFIX + id);
}

/** Makes the database at this path the directory's own, after a person put it there. */
export async function claimPlace(file: string, directory: string): Promise<void> {
  const id = readableBinding(directory)?.id ?? randomUUID();
  await writeBinding(directory, id, placeOf(file, directory));
}

const writeBinding = (directory: string, id: string, file: string): Promise<void> =>
  writeWhole(path.join(directory, BINDING_FILE), JSON.stringify({ database: "libsql", id, file }));

function readableBinding(directory: string): Binding | null {
  const bound = readBinding(directory);
  return bound === "damaged" ? null : bound;
}

const DEFAULT_FILE = "winnow.db";

/** The path of the database, relative if it is inside the directory, so that the directory can be moved. */
function placeOf(file: string, directory: string): string {
  const relative = path.relative(fs.realpathSync(directory), realPath(file));
  return relative.startsWith("..") || path.isAbsolute(relative) ? path.resolve(file) : relative;
}

/** The path with links resolved. The file need not exist. */
const realPath = (file: string): string =>
  fs.existsSync(path.dirname(file))
    ? path.join(fs.realpathSync(path.dirname(file)), path.basename(file))
    : path.resolve(file);

const boundTo = ({ flags }: DatabaseFacts): string | null =>
  flags.find((flag) => flag.startsWith(BINDING_PREFIX))?.slice(BINDING_PREFIX.length) ?? null;

async function writeFlag(file: string, name: string): Promise<void> {
  const client = new KeptConnection(file);
  try {
    await whenUnlocked(() => client.execute({ sql: 'INSERT OR IGNORE INTO "Flag" ("name") VALUES (?)', args: [name] }));
  } finally {
    client.close();
  }
}
