import path from "node:path";
import { urlOfFile } from "./file-url";
import { isPostgresUrl } from "./postgres-url";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/**
 * The directory of all files that Winnow stores, including the embedded database. With PostgreSQL, use another
 * directory, since files without a row are removed. Reads the environment on each call, so that tests can change it.
 */
export function dataDir(): string {
  const usual = isPostgresUrl(process.env.DATABASE_URL ?? "") ? "data/postgres" : "data";
  return path.resolve(/*turbopackIgnore: true*/ process.cwd(), process.env.WINNOW_DATA_DIR || usual);
}

/**
 * A file of the program itself, by its path in the checkout or the package. The command `winnow` runs in its caller's
 * folder and passes the program's folder in WINNOW_PROGRAM.
 */
export const programFile = (...parts: readonly string[]): string =>
  path.join(/*turbopackIgnore: true*/ process.env.WINNOW_PROGRAM || process.cwd(), ...parts);

/** `file:` URL of the embedded database, or `postgres:` URL of a server. Other URLs are refused and never quoted in full. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL || urlOfFile(path.join(dataDir(), "winnow.db"));
  if (url.startsWith("file:") || isPostgresUrl(url)) return url;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0] ?? "unknown";
  throw new Error(
    `DATABASE_URL with ${scheme}: is not supported; use postgres://user:password@host/database, file:/path/to/winnow.db, or leave it unset for the embedded database`,
  );
}

/**
 * The same PostgreSQL database without a pooler, for dedicated connections: messages between processes, locks, the job
 * queue, migrations. Needed if DATABASE_URL leads to a pooler in transaction mode.
 */
export function directDatabaseUrl(): string {
  const url = process.env.WINNOW_DATABASE_DIRECT_URL?.trim() || databaseUrl();
  if (isPostgresUrl(url) || url === databaseUrl()) return url;
  throw new Error("WINNOW_DATABASE_DIRECT_URL must be postgres://user:password@host/database, like DATABASE_URL");
}

/** True if the database is reached through a pooler, which drops connection settings. */
export const isPooled = (): boolean => directDatabaseUrl() !== databaseUrl();

/** Wildcard addresses, which no request carries. */
const EVERY = new Set(["0.0.0.0", "::", "[::]"]);

/** Accepted host names besides the loopback ones: those in the settings, and the address to listen on. */
export function allowedHosts(): readonly string[] {
  const own = process.env.HOST?.toLowerCase() ?? "";
  return [...(process.env.WINNOW_ALLOWED_HOSTS ?? "").split(","), ...(LOOPBACK.has(own) || EVERY.has(own) ? [] : [own])]
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== "");
}

/** True if this server also runs the jobs of the shared database: WINNOW_WORKERS=0 leaves them to `winnow worker`. */
export const worksJobs = (): boolean => process.env.WINNOW_WORKERS?.trim() !== "0";

export const logLevel = (): string => process.env.LOG_LEVEL || (process.env.VITEST ? "silent" : "info");

/**
 * True if the server is reachable from outside this machine: it listens beyond loopback, or answers to another name, as
 * behind a proxy or a tunnel. Everybody then needs a key, wherever a request seems to come from.
 */
export function isExposed(): boolean {
  const host = process.env.HOST;
  return (host !== undefined && host !== "" && !LOOPBACK.has(host.toLowerCase())) || allowedHosts().length > 0;
}
