import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Client } from "pg";

/** Names, in the data directory, the database whose rows stand for its files. Only a server's database needs it. */
const FILE = "database.json";
const PREFIX = "data-directory:";

/**
 * Ties a PostgreSQL database and a data directory to each other, at the first start of both: rows name files, and files
 * that no row names are swept. Throws when either belongs to another.
 */
export async function bindDirectory(client: Client, directory: string): Promise<void> {
  const ours = readId(directory);
  const theirs = await flagOf(client);
  if (theirs !== null && theirs === ours) return;
  if (theirs !== null)
    throw new Error(
      `the files of this database are in another data directory than ${directory}; set WINNOW_DATA_DIR to that one, or DATABASE_URL to an empty database`,
    );
  if (hasFiles(directory))
    throw new Error(
      `the data directory ${directory} holds the files of another database; set WINNOW_DATA_DIR to an empty directory`,
    );
  const id = ours ?? randomUUID();
  fs.writeFileSync(path.join(directory, FILE), JSON.stringify({ database: "postgres", id }));
  await client.query(`INSERT INTO "Flag" ("name") VALUES ($1)`, [PREFIX + id]);
}

/** The embedded database next to files that are a server's would sweep them all. */
export function refuseBoundDirectory(directory: string): void {
  if (readId(directory) === null) return;
  throw new Error(
    `the data directory ${directory} belongs to a PostgreSQL database; set DATABASE_URL to it, or WINNOW_DATA_DIR to another directory`,
  );
}

function readId(directory: string): string | null {
  const file = path.join(directory, FILE);
  if (!fs.existsSync(file)) return null;
  return String((JSON.parse(fs.readFileSync(file, "utf8")) as { id?: unknown }).id);
}

async function flagOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`SELECT "name" FROM "Flag" WHERE "name" LIKE $1`, [
    `${PREFIX}%`,
  ]);
  return rows[0]?.name.slice(PREFIX.length) ?? null;
}

const hasFiles = (directory: string): boolean =>
  ["blobs", "derived"].some((name) => fs.existsSync(path.join(directory, name)));
