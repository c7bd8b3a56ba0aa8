import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Folders into which packages install servers. `*` matches a version or a formula; the newest is used. */
const PLACES = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/opt/homebrew/opt/postgresql*/bin",
  "/usr/local/opt/postgresql*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
  "/usr/local/pgsql/bin",
];

/** The folder with both `initdb` and `postgres`; null if no PostgreSQL server is installed. */
export function findPostgres(): string | null {
  const onPath = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return [...onPath, ...PLACES.flatMap(expand)].find(hasServer) ?? null;
}

const hasServer = (folder: string): boolean =>
  ["initdb", "postgres"].every((name) => fs.existsSync(path.join(folder, name)));

function expand(place: string): string[] {
  const segments = place.split("/");
  const at = segments.findIndex((segment) => segment.includes("*"));
  if (at < 0) return [place];
  const parent = segments.slice(0, at).join("/");
  const prefix = (segments[at] as string).replace("*", "");
  if (!fs.existsSync(parent)) return [];
  const names = fs.readdirSync(parent).filter((name) => name.startsWith(prefix));
  return names.sort(byVersionDown).map((name) => [parent, name, ...segments.slice(at + 1)].join("/"));
}

const byVersionDown = (a: string, b: string): number => versionOf(b) - versionOf(a);
const versionOf = (name: string): number => Number(/\d+(\.\d+)?/.exec(name)?.[0] ?? 0);

/** The first number of the server's version; 0 when none is installed. */
export function postgresMajor(): number {
  const folder = findPostgres();
  if (folder === null) return 0;
  return Math.floor(versionOf(execFileSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" })));
}

/** Whether the folder has `pg_dump` and `pg_restore` of the server's own version; older ones refuse a newer server. */
export function hasDumpPrograms(): boolean {
  const folder = findPostgres();
  if (folder === null) return false;
  const home = path.dirname(fs.realpathSync(path.join(folder, "postgres")));
  return ["pg_dump", "pg_restore"].every((name) => fs.existsSync(path.join(home, name)));
}

/** The ids of an unprivileged account if run by root, because PostgreSQL refuses to run as root; otherwise none. */
export function serverAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const lines = fs.readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error("run as root, and neither postgres nor nobody is in /etc/passwd");
}
