import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Client } from "pg";
import * as z from "zod";
import { writeWhole } from "../objects/whole-file";

/** A file in the data directory that identifies the directory's database. */
export const BINDING_FILE = "database.json";
/** Prefix of the flag that identifies the data directory in the database. */
export const BINDING_PREFIX = "data-directory:";

/**
 * Binds a PostgreSQL database and a data directory to each other at their first start. Rows refer to files, so with
 * another database the library would show missing files. Throws if either is already bound to another. If the files are
 * in a bucket (`areFilesElsewhere`), an empty directory may replace the previous one, for example on another machine.
 */
export async function bindDirectory(client: Client, directory: string, areFilesElsewhere = false): Promise<void> {
  const bound = readBinding(directory);
  const theirs = await flagOf(client);
  if (bound === "damaged") {
    if (theirs === null || !(await hasFilesHere(client, directory))) throw bindingDamaged(directory);
    return writeBinding(directory, theirs);
  }
  const ours = bound?.id ?? null;
  if (theirs !== null && theirs === ours) return;
  if (theirs !== null && ours === null && areFilesElsewhere && !holdsFiles(directory))
    return writeBinding(directory, theirs);
  if (theirs !== null)
    throw new Error(
      `the files of this database are in another data directory than ${directory}; set WINNOW_DATA_DIR to that one, or DATABASE_URL to an empty database`,
    );
  if (holdsFiles(directory))
    throw new Error(
      `the data directory ${directory} holds the files of another database; set WINNOW_DATA_DIR to an empty directory`,
    );
  const id = ours ?? randomUUID();
  await writeBinding(directory, id);
  await client.query(`INSERT INTO "Flag" ("name") VALUES ($1)`, [BINDING_PREFIX + id]);
}

const writeBinding = (directory: string, id: string): Promise<void> =>
  writeWhole(path.join(directory, BINDING_FILE), JSON.stringify({ database: "postgres", id }));

/** Number of newest imports whose files are checked. */
const LOOKED_FOR = 100;

/** True if the directory has one of the files to which the database refers. */
async function hasFilesHere(client: Client, directory: string): Promise<boolean> {
  const { rows } = await client.query<{ sha256: string }>(
    `SELECT "sha256" FROM "ImportedFile" ORDER BY "createdAt" DESC LIMIT ${LOOKED_FOR}`,
  );
  return rows.some(({ sha256 }) => fs.existsSync(path.join(directory, "blobs", sha256.slice(0, 2), sha256)));
}

/** Throws if an embedded database would use the directory of a PostgreSQL database. */
export function refuseBoundDirectory(directory: string): void {
  const bound = readBinding(directory);
  if (bound === "damaged" || bound?.database !== "postgres") return;
  throw new Error(
    `the data directory ${directory} belongs to a PostgreSQL database; set DATABASE_URL to it, or WINNOW_DATA_DIR to another directory`,
  );
}

const binding = z.object({
  database: z.enum(["postgres", "libsql"]),
  id: z.string(),
  /** For an embedded database: its path relative to the directory, or its absolute path when it is outside. */
  file: z.string().optional(),
});

export type Binding = z.infer<typeof binding>;

/**
 * Null if the directory belongs to no database yet. If the binding file is unreadable, it is rewritten once the
 * database and the files prove to match.
 */
export function readBinding(directory: string): Binding | "damaged" | null {
  const file = path.join(directory, BINDING_FILE);
  if (!fs.existsSync(file)) return null;
  try {
    return binding.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return "damaged";
  }
}

/** The refusal when the binding file is unreadable and nothing else shows which database belongs to the directory. */
export const bindingDamaged = (directory: string): Error =>
  new Error(
    `${path.join(directory, BINDING_FILE)} cannot be read, and the database names no file that is in the directory. If they belong together, remove the file: the next start writes it again`,
  );

async function flagOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`SELECT "name" FROM "Flag" WHERE "name" LIKE $1`, [
    `${BINDING_PREFIX}%`,
  ]);
  return rows[0]?.name.slice(BINDING_PREFIX.length) ?? null;
}

/** True when transcripts were imported into the directory, with any database. */
export const holdsFiles = (directory: string): boolean =>
  ["blobs", "derived"].some((name) => fs.existsSync(path.join(directory, name)));
