import fs from "node:fs";
import type { SessionFrame, SessionReader } from "@/lib/exporters/select-session";
import type { KeptRow, SessionMessage } from "@/lib/transcript/session";
import type { SessionIndex } from "../files/derived";
import {
  DamagedFile,
  decodeTable,
  parseDerived,
  type SectionTable,
  sectionOf,
  sectionText,
  tableStart,
  tailOf,
} from "../files/section-file";

/** Bytes per read. A line longer than this is still read completely. */
const CHUNK_BYTES = 1 << 20;

/** Lines from `start` up to, but not including, `end`. */
type Span = { readonly start: number; readonly end: number };

/** An open derived file. Reading blocks, so it is for worker threads. */
type OpenFile = { readonly table: SectionTable; read(start: number, bytes: number): Buffer };

/**
 * Opens a stored session and reads it line by line, so its size does not matter. Blocks, so it is for worker threads.
 */
export function openDerived(file: string): SessionReader {
  const index = readJson<SessionIndex>(file, "index.json");
  const frame = {
    ...readJson<SessionFrame>(file, "session.json"),
    keptRows: readJson<KeptRow[]>(file, "kept-rows.json"),
  };
  return {
    frame,
    length: index.agentOf.length,
    agentOf: (message) => index.agents[index.agentOf[message] ?? -1] ?? "",
    read: (start, end) => readMessages(file, index.messageOffsets, { start, end }),
  };
}

/** Reads one section of a derived file as JSON. */
export const readJson = <T>(file: string, name: string): T =>
  withFile(file, ({ table, read }) => {
    const section = sectionOf(table, name);
    return parseDerived<T>(sectionText(read(section[0], section[1]), section));
  });

/** Like `readSection`; null if an older version wrote the file without the section. */
export const readJsonIf = <T>(file: string, name: string): T | null =>
  withFile(file, ({ table }) => table.has(name)) ? readJson<T>(file, name) : null;

/** Parsed lines of a section; `offsets` has the start of each. */
export const readSlice = <T>(file: string, name: string, offsets: readonly number[], span: Span): T[] =>
  withFile(file, (opened) => linesOf<T>(opened, name, offsets, span));

function* readMessages(file: string, offsets: readonly number[], { start, end }: Span): Iterable<SessionMessage> {
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (to < end && (offsets[to + 1] as number) - (offsets[from] as number) <= CHUNK_BYTES) to += 1;
    yield* readSlice<SessionMessage>(file, "messages.jsonl", offsets, { start: from, end: to });
    from = to;
  }
}

function linesOf<T>({ table, read }: OpenFile, name: string, offsets: readonly number[], { start, end }: Span): T[] {
  const from = offsets[start] ?? 0;
  const to = offsets[end] ?? from;
  const section = sectionOf(table, name);
  const bytes = read(section[0] + from, to - from);
  if (bytes.length < to - from) throw new DamagedFile("a line ends outside of it");
  return Array.from({ length: end - start }, (_, line) => {
    const [first, last] = [offsets[start + line] as number, offsets[start + line + 1] as number];
    return parseDerived<T>(bytes.toString("utf8", first - from, last - from));
  });
}

function withFile<R>(file: string, use: (opened: OpenFile) => R): R {
  const descriptor = fs.openSync(file, "r");
  const read = (start: number, bytes: number) => {
    const buffer = Buffer.allocUnsafe(bytes);
    return buffer.subarray(0, fs.readSync(descriptor, buffer, 0, bytes, start));
  };
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile()) throw new DamagedFile("it is not a file");
    const { size } = stat;
    const { start, bytes } = tailOf(size);
    const tail = read(start, bytes);
    const from = tableStart(tail, size);
    const table = decodeTable(from >= start ? tail.subarray(from - start) : read(from, size - from));
    return use({ table, read });
  } catch (error) {
    if (error instanceof DamagedFile) error.file = file;
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}
