import fs from "node:fs";
import path from "node:path";
import { processState } from "../process/process-state";

type Owner = { readonly pid: number; readonly started: string | null };

/**
 * Allows only one server per data directory, because libSQL's SQLite can lose writes when two processes write and
 * checkpoint at the same time. Takes over a lock whose process has ended. Throws when another server holds it.
 */
export function takeOwnership(directory: string): void {
  fs.mkdirSync(directory, { recursive: true });
  const file = path.join(directory, "owner.lock");
  const owner = readOwner(file);
  if (owner && isOther(owner))
    throw new Error(
      `the data directory is in use by another Winnow (process ${owner.pid}); stop it or set WINNOW_DATA_DIR`,
    );
  const mine: Owner = { pid: process.pid, started: readStat(process.pid)?.started ?? null };
  const temporary = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(temporary, JSON.stringify(mine));
    claim(temporary, file, owner);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
  ownedDirectories().add(directory);
}

/** The other running process that has the data directory; null: it is free, or this process has it. */
export function runningOwner(directory: string): number | null {
  const owner = readOwner(path.join(directory, "owner.lock"));
  return owner && isOther(owner) ? owner.pid : null;
}

/** Released at the end of the process, if not before. */
const ownedDirectories = () =>
  processState("owned-directories", () => {
    const owned = new Set<string>();
    process.once("exit", () => owned.forEach(releaseOwnership));
    return owned;
  });

/** Takes the lock by link(), which fails when the name exists, so that only one of two starting processes gets it. */
function claim(temporary: string, file: string, stale: Owner | null): void {
  if (stale) setAside(file, stale);
  try {
    fs.linkSync(temporary, file);
  } catch (error) {
    throw new Error(`another Winnow (process ${readOwner(file)?.pid ?? "unknown"}) took the data directory first`, {
      cause: error,
    });
  }
}

/** Removes the stale lock, but puts it back if another starting process has replaced it in the meantime. */
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

const isOther = (owner: Owner): boolean => owner.pid !== process.pid && isRunning(owner);

function isRunning(owner: Owner): boolean {
  if (owner.pid <= 0) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPERM") return false;
  }
  const stat = readStat(owner.pid);
  if (stat === null) return true;
  // A zombie still receives signals but does nothing. A different start time means that another process reuses the
  // number.
  return stat.state !== "Z" && stat.state !== "X" && (owner.started === null || owner.started === stat.started);
}

/** State and start time (in ticks since boot), fields 3 and 22 of /proc/pid/stat; null on systems without it. */
function readStat(pid: number): { state: string; started: string } | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return null;
  }
}
