import { derivedPath, type SessionIndex } from "../files/derived";
import { DamagedFile, parseDerived, SectionFile } from "../files/section-file";
import { PARSER_VERSION } from "../process/parser-version";
import { forgetIndex, indexes, type SessionPlace } from "../store/session-indexes";
import { makeCurrent } from "../store/shared-derived";
import { healSession } from "./heal-session";

const CACHED_INDEXES = 8;

export const readDerived = (place: SessionPlace, name: string): Promise<string> =>
  withDerived(place, (file) => file.text(name));

/** Rebuilds a damaged or missing file from the transcript, once. 404 if the session was deleted meanwhile. */
async function withDerived<R>(place: SessionPlace, use: (file: SectionFile) => Promise<R>): Promise<R> {
  try {
    return await readCurrent(place, use);
  } catch (error) {
    if (!(error instanceof DamagedFile) && (error as { code?: string }).code !== "ENOENT") throw error;
    await healSession(place.id);
    forgetIndex(place);
    return readFrom({ id: place.id, parserVersion: PARSER_VERSION }, use);
  }
}

async function readCurrent<R>(place: SessionPlace, use: (file: SectionFile) => Promise<R>): Promise<R> {
  await makeCurrent(place);
  return readFrom(place, use);
}

type Place = Omit<SessionPlace, "fileId">;

async function readFrom<R>({ id, parserVersion }: Place, use: (file: SectionFile) => Promise<R>): Promise<R> {
  const file = await SectionFile.open(derivedPath(parserVersion, id));
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** The seek table. The last few stay in memory, because a reader requests many pages of one session. */
export async function loadIndex(place: SessionPlace): Promise<SessionIndex> {
  const key = `${place.parserVersion}/${place.id}`;
  const cache = indexes();
  const held = cache.get(key);
  const isHeld = held?.fileId === place.fileId;
  const index = isHeld ? held.index : parseDerived<SessionIndex>(await readDerived(place, "index.json"));
  cache.delete(key);
  cache.set(key, { fileId: place.fileId, index });
  const oldest = cache.keys().next().value;
  if (cache.size > CACHED_INDEXES && oldest !== undefined) cache.delete(oldest);
  return index;
}

/** Reads and parses the chosen lines of a section, in the given order, and nothing else of the file. */
export async function readLines<T>(
  place: SessionPlace,
  name: string,
  offsets: readonly number[],
  lines: readonly number[],
): Promise<T[]> {
  if (lines.length === 0) return [];
  return withDerived(place, async (file) => {
    const found: T[] = [];
    for (const run of contiguousRuns(lines)) found.push(...(await readRun<T>(file, name, offsets, run)));
    return found;
  });
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
  file: SectionFile,
  name: string,
  offsets: readonly number[],
  run: { start: number; end: number },
): Promise<T[]> {
  const from = offsets[run.start];
  const to = offsets[run.end];
  if (from === undefined || to === undefined) throw new Error("a line outside its section");
  const bytes = await file.slice(name, from, to);
  return Array.from({ length: run.end - run.start }, (_, index) => {
    const start = (offsets[run.start + index] as number) - from;
    const end = (offsets[run.start + index + 1] as number) - from;
    return parseDerived<T>(bytes.toString("utf8", start, end));
  });
}
