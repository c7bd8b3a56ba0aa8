import { type FileHandle, open, readFile } from "node:fs/promises";
import path from "node:path";
import { derivedDir, type SessionIndex } from "./derived";
import { Problem } from "./problem";
import { processState } from "./process-state";

/** Where one session's derived files are. */
export type SessionPlace = { readonly id: string; readonly parserVersion: number };

const CACHED_INDEXES = 8;
const indexes = () => processState("session-indexes", () => new Map<string, SessionIndex>());

export const fileOf = (place: SessionPlace, name: string): string =>
  path.join(derivedDir(place.parserVersion, place.id), name);

/** A file that is gone was deleted between the look at the row and the read. */
export const readDerived = (place: SessionPlace, name: string): Promise<string> =>
  readFile(fileOf(place, name), "utf8").catch((error: { code?: string }) => {
    throw error.code === "ENOENT" ? new Problem(404, "no-such-session", "the session was deleted") : error;
  });

/** The seek table; the newest few stay in memory, since a reader asks for page after page. */
export async function loadIndex(place: SessionPlace): Promise<SessionIndex> {
  const key = `${place.parserVersion}/${place.id}`;
  const cache = indexes();
  const index = cache.get(key) ?? (JSON.parse(await readDerived(place, "index.json")) as SessionIndex);
  cache.delete(key);
  cache.set(key, index);
  const oldest = cache.keys().next().value;
  if (cache.size > CACHED_INDEXES && oldest !== undefined) cache.delete(oldest);
  return index;
}

export const forgetIndex = (place: SessionPlace): boolean => indexes().delete(`${place.parserVersion}/${place.id}`);

/** The chosen lines of a JSON-lines file, parsed, in the order asked for; nothing else of the file is read. */
export async function readLines<T>(file: string, offsets: readonly number[], lines: readonly number[]): Promise<T[]> {
  if (lines.length === 0) return [];
  const handle = await open(file, "r");
  try {
    const found: T[] = [];
    for (const run of contiguousRuns(lines)) found.push(...(await readRun<T>(handle, offsets, run)));
    return found;
  } finally {
    await handle.close();
  }
}

/** [3,4,5,9] → [{3,6},{9,10}]; ascending input. */
function contiguousRuns(lines: readonly number[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.end === line) last.end += 1;
    else runs.push({ start: line, end: line + 1 });
  }
  return runs;
}

async function readRun<T>(
  handle: FileHandle,
  offsets: readonly number[],
  run: { start: number; end: number },
): Promise<T[]> {
  const from = offsets[run.start];
  const to = offsets[run.end];
  if (from === undefined || to === undefined) throw new Error("a line outside its file");
  const buffer = Buffer.alloc(to - from);
  await handle.read(buffer, 0, buffer.length, from);
  return Array.from({ length: run.end - run.start }, (_, index) => {
    const start = (offsets[run.start + index] as number) - from;
    const end = (offsets[run.start + index + 1] as number) - from;
    return JSON.parse(buffer.toString("utf8", start, end)) as T;
  });
}
