import type { ImportRun } from "../import-run";
import type { ArchiveEntry, TranscriptFile } from "../importer";
import { readWhole } from "../read-whole";
import { ArchiveFault, archiveTooLarge, unsupportedCompression } from "./archive-fault";
import { decompress } from "./decompress";
import { packedBytesOf, readZipDirectory, type ZipRecord } from "./zip-directory";

const STORED = 0;
const DEFLATED = 8;
/** Source: APPNOTE.TXT 4.4.5. */
const METHOD_NAMES: Readonly<Record<number, string>> = {
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "zstd",
  95: "xz",
};

/** The files in a ZIP archive, to be read one by one. The archive itself is held whole; nothing is ever written. */
export async function openZip(file: TranscriptFile, run: ImportRun): Promise<ArchiveEntry[]> {
  const { maxArchiveBytes, maxArchiveEntries, maxUnpackedBytes } = run.limits;
  const archive = await readWhole(file, run, maxArchiveBytes, "a ZIP archive");
  if (!archive.ok) throw new ArchiveFault(archive.error);
  const records = readZipDirectory(archive.value, maxArchiveEntries).filter((record) => !record.isSymbolicLink);
  const total = records.reduce((sum, record) => sum + record.bytes, 0);
  if (total > maxUnpackedBytes) throw archiveTooLarge(`it unpacks to more than ${maxUnpackedBytes} bytes`);
  return records.map((record, index) => ({
    path: record.path,
    name: record.path,
    // What tells apart the sessions of one archive: its place in it.
    sha256: `${file.sha256}/${index}`,
    bytes: record.bytes,
    open: () => unpack(archive.value, record, run),
  }));
}

async function* unpack(archive: Uint8Array, record: ZipRecord, run: ImportRun): AsyncGenerator<Uint8Array> {
  const { method, path, packedBytes, bytes: maxBytes } = record;
  if (record.isEncrypted)
    throw new ArchiveFault(unsupportedCompression(`an encrypted file (${path}) in a ZIP archive`));
  const packed = packedBytesOf(archive, record);
  if (method === STORED) yield packed;
  // A file that unpacks to more than its directory says would escape the limit on the sum.
  else if (method === DEFLATED)
    yield* decompress(once(packed), "deflate-raw", `ZIP archive (${path})`, {
      packedBytes,
      maxBytes,
      maxRatio: run.limits.maxUnpackRatio,
    });
  else
    throw new ArchiveFault(
      unsupportedCompression(`${METHOD_NAMES[method] ?? `method ${method}`} (${path}) in a ZIP archive`),
    );
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

/** Small enough for the limits to stop a bomb before much of it is held. */
const SLICE_BYTES = 64 * 1024;
