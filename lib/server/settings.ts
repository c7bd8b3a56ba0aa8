import path from "node:path";
import { isPostgresUrl } from "./db/postgres-url";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/**
 * The directory of all files that Winnow keeps, including the embedded database. With PostgreSQL it is another directory,
 * since files that no row names are removed. The environment is read on each call, so that tests can change it.
 */
export function dataDir(): string {
  const usual = isPostgresUrl(process.env.DATABASE_URL ?? "") ? "data/postgres" : "data";
  return path.resolve(/*turbopackIgnore: true*/ process.cwd(), process.env.WINNOW_DATA_DIR || usual);
}

/** `file:` URL of the embedded database, or `postgres:` URL of a server. Other URLs are refused and never quoted in full. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL || `file:${path.join(dataDir(), "winnow.db")}`;
  if (url.startsWith("file:") || isPostgresUrl(url)) return url;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0] ?? "unknown";
  throw new Error(
    `DATABASE_URL with ${scheme}: is not supported; use postgres://user:password@host/database, file:/path/to/winnow.db, or leave it unset for the embedded database`,
  );
}

/** Host names that a request may carry besides the loopback ones. */
export function allowedHosts(): readonly string[] {
  return (process.env.WINNOW_ALLOWED_HOSTS ?? "")
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== "");
}

export const logLevel = (): string => process.env.LOG_LEVEL || (process.env.VITEST ? "silent" : "info");

/** Nothing authenticates a caller yet, so any address but loopback would hand transcripts to the network. */
export function assertLoopback(host = process.env.HOST): void {
  if (!host || LOOPBACK.has(host.toLowerCase())) return;
  throw new Error(
    `HOST=${host} is refused: without API keys Winnow listens on loopback only (127.0.0.1, localhost, ::1)`,
  );
}
