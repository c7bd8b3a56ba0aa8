import type { ImportRun } from "../import-run";
import type { ArchiveEntry, TranscriptFile } from "../importer";
import { readWhole } from "../read-whole";
import { ArchiveFault, damagedArchive, unsupportedCompression } from "./archive-fault";
import { decompress } from "./decompress";
import { checkSize, type UnpackLimits } from "./unpack-limits";
import { unzstd } from "./unzstd";
import { packedBytesOf, readZipDirectory, refuseOverlaps, type ZipRecord } from "./zip-directory";

type Unpack = (packed: AsyncIterable<Uint8Array>, what: string, limits: UnpackLimits) => AsyncIterable<Uint8Array>;

/** Source of the numbers: APPNOTE.TXT 4.4.5. The number of zstd was 20 before it became 93. */
const METHODS: Readonly<Record<number, Unpack>> = {
  0: (packed) => packed,
  8: (packed, what, limits) => decompress(packed, "deflate-raw", what, limits),
  20: unzstd,
  93: unzstd,
};

const UNSUPPORTED: Readonly<Record<number, string>> = {
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  95: "xz",
};

/** The files of a ZIP archive, to be read one by one. The archive is held in memory as a whole; nothing is written to disk. */
export async function openZip(file: TranscriptFile, run: ImportRun): Promise<ArchiveEntry[]> {
  const { maxArchiveBytes, maxArchiveEntries, maxUnpackedBytes: maxBytes, maxUnpackRatio: maxRatio } = run.limits;
  const archive = await readWhole(file, run, maxArchiveBytes, "a ZIP archive");
  if (!archive.ok) throw new ArchiveFault(archive.error);
  const directory = readZipDirectory(archive.value, maxArchiveEntries);
  refuseOverlaps(directory);
  const records = directory.filter((record) => !record.isSymbolicLink);
  const total = records.reduce((sum, record) => sum + record.bytes, 0);
  // The limits also apply to the whole archive: even if each of its files is below them, it may still be a bomb.
  checkSize(total, { packedBytes: file.packedBytes ?? file.bytes, maxBytes, maxRatio });
  return records.map((record, index) => ({
    path: record.path,
    name: record.path,
    // The place in the archive distinguishes its sessions.
    sha256: `${file.sha256}/${index}`,
    bytes: record.bytes,
    packedBytes: record.packedBytes,
    open: () => run.unpacking.count(unpack(archive.value, record, run)),
  }));
}

async function* unpack(archive: Uint8Array, record: ZipRecord, run: ImportRun): AsyncGenerator<Uint8Array> {
  const { method, path, packedBytes, bytes: maxBytes } = record;
  if (record.isEncrypted)
    throw new ArchiveFault(unsupportedCompression(`an encrypted file (${path}) in a ZIP archive`));
  const unpackMethod = METHODS[method];
  if (!unpackMethod)
    throw new ArchiveFault(
      unsupportedCompression(`${UNSUPPORTED[method] ?? `method ${method}`} (${path}) in a ZIP archive`),
    );
  const what = `ZIP archive (${path})`;
  // A file that unpacks to more than its directory entry says would evade the limit on the sum.
  const limits = { packedBytes, maxBytes, maxRatio: run.limits.maxUnpackRatio };
  yield* checked(unpackMethod(slices(packedBytesOf(archive, record)), what, limits), record, what);
}

/** Checks size and checksum once the content was read to its end. */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  { bytes, checksum }: ZipRecord,
  what: string,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  let sum = 0;
  for await (const chunk of content) {
    length += chunk.length;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (length !== bytes) throw damagedArchive(what, "its content is not as long as the list of files says");
  if (sum !== checksum) throw damagedArchive(what, "its checksum does not fit its content");
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

/** Small enough that the limits stop a bomb before much of it is in memory. */
const SLICE_BYTES = 64 * 1024;

/** The polynomial of ZIP and gzip with its bits reversed. Source: APPNOTE.TXT 4.4.7. */
const POLYNOMIAL = 0xedb88320;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The checksum of the bytes, continuing `before`, the checksum of the bytes before them. */
function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at += 1)
    value = (TABLE[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
