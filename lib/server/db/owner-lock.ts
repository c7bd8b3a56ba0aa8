import fs from "node:fs";
import path from "node:path";

type Owner = { readonly pid: number; readonly started: string | null };

/**
 * One server per data directory: libSQL's SQLite can lose writes when two processes write and checkpoint at one time
 * (reliability.md, finding 7). A lock whose process is gone is taken over. Throws when another server holds it.
 */
export function takeOwnership(directory: string): void {
  fs.mkdirSync(directory, { recursive: true });
  const file = path.join(directory, "owner.lock");
  const owner = readOwner(file);
  if (owner && owner.pid !== process.pid && isRunning(owner))
    throw new Error(
      `the data directory is in use by another Winnow (process ${owner.pid}); stop it or set WINNOW_DATA_DIR`,
    );
  const mine: Owner = { pid: process.pid, started: startOf(process.pid) };
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, JSON.stringify(mine));
  claim(temporary, file, owner);
  process.once("exit", () => releaseOwnership(directory));
}

/** link() fails when the name exists, so of two starters only one gets the lock. */
function claim(temporary: string, file: string, stale: Owner | null): void {
  if (stale) setAside(file, stale);
  try {
    fs.linkSync(temporary, file);
  } catch (error) {
    throw new Error(`another Winnow (process ${readOwner(file)?.pid ?? "unknown"}) took the data directory first`, {
      cause: error,
    });
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Removes the stale lock, but gives it back when another starter has replaced it in the meantime. */
function setAside(file: string, stale: Owner): void {
  const aside = `${file}.stale-${process.pid}`;
  fs.renameSync(file, aside);
  const taken = readOwner(aside);
  if (taken?.pid !== stale.pid || taken.started !== stale.started) fs.renameSync(aside, file);
  else fs.rmSync(aside);
}

export function releaseOwnership(directory: string): void {
  const file = path.join(directory, "owner.lock");
  if (readOwner(file)?.pid === process.pid) fs.rmSync(file, { force: true });
}

function readOwner(file: string): Owner | null {
  try {
    const { pid, started } = JSON.parse(fs.readFileSync(file, "utf8")) as Owner;
    return Number.isInteger(pid) ? { pid, started: started ?? null } : { pid: -1, started: null };
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT" ? null : { pid: -1, started: null };
  }
}

function isRunning(owner: Owner): boolean {
  if (owner.pid <= 0) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPERM") return false;
  }
  // The same pid with another start time is another program: numbers are used again, after a restart above all.
  const started = startOf(owner.pid);
  return owner.started === null || started === null || owner.started === started;
}

/** Start time in clock ticks since boot (Linux, field 22 of /proc/pid/stat); null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
