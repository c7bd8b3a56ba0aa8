import path from "node:path";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/** Where everything Winnow keeps lives. Read on each call, so that tests may point it elsewhere. */
export function dataDir(): string {
  return path.resolve(/*turbopackIgnore: true*/ process.cwd(), process.env.WINNOW_DATA_DIR || "data");
}

/** `file:` URL of the embedded database. Anything else is refused with a sentence that says what works. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL || `file:${path.join(dataDir(), "winnow.db")}`;
  if (url.startsWith("file:")) return url;
  const scheme = url.slice(0, url.indexOf(":")) || "unknown";
  throw new Error(
    `DATABASE_URL with ${scheme}: is not supported yet; use file:/path/to/winnow.db or leave it unset for the embedded database`,
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
