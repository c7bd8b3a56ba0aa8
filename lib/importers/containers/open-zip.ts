import type { ImportRun } from "../import-run";
import type { ArchiveEntry, TranscriptFile } from "../importer";
import { readWhole } from "../read-whole";
import { viewOf } from "../sqlite/random-access";
import { ArchiveFault, archiveTooLarge, damagedArchive, unsupportedCompression } from "./archive-fault";
import { decompress } from "./decompress";
import { checkSize, type UnpackLimits } from "./unpack-limits";
import { unzstd } from "./unzstd";

/** One file of a ZIP archive, from its central directory. Source: APPNOTE.TXT 6.3.10, 4.3.12 and 4.4. */
type ZipRecord = {
  readonly path: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly isSymbolicLink: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  /** CRC-32 of the unpacked content. */
  readonly checksum: number;
  /** Offset of its local header. */
  readonly offset: number;
};

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const WIDE_LOCATOR_SIGNATURE = 0x07064b50;
const WIDE_LOCATOR_BYTES = 20;
const WIDE_END_SIGNATURE = 0x06064b50;
const WIDE_END_BYTES = 56;
const MAX_COMMENT_BYTES = 65_535;
const RECORD_SIGNATURE = 0x02014b50;
const RECORD_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const WHAT = "ZIP archive";
/** If a number does not fit into 32 bits, the field has this value and the ZIP64 extra field has the number. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;
const UNIX_LINK = 0o120000;

/** The files that an archive lists, without folders. Throws if there are more than `maxEntries`. Linear time. */
function readZipDirectory(archive: Uint8Array, maxEntries: number): ZipRecord[] {
  const view = viewOf(archive);
  const { count, offset } = readEnd(view);
  if (count > maxEntries) throw archiveTooLarge(`it holds more than ${maxEntries} files`);
  const records: ZipRecord[] = [];
  let at = offset;
  for (let read = 0; read < count; read += 1) {
    const isThere = at + RECORD_BYTES <= archive.length && view.getUint32(at, true) === RECORD_SIGNATURE;
    if (!isThere) throw damagedArchive(WHAT, "its list of files is cut off");
    const length = recordLength(view, at);
    const record = readRecord(archive.subarray(at, at + length));
    if (!record.path.endsWith("/")) records.push(record);
    at += length;
  }
  return records;
}

type DirectoryPlace = { readonly count: number; readonly offset: number };

/** The position of the file list. Archives with many files or bytes have it in an additional ZIP64 end record. */
function readEnd(view: DataView): DirectoryPlace {
  const end = findEnd(view);
  const locator = end - WIDE_LOCATOR_BYTES;
  const isWide = locator >= 0 && view.getUint32(locator, true) === WIDE_LOCATOR_SIGNATURE;
  if (!isWide) return { count: view.getUint16(end + 10, true), offset: view.getUint32(end + 16, true) };
  const at = Number(view.getBigUint64(locator + 8, true));
  const isThere = at + WIDE_END_BYTES <= locator && view.getUint32(at, true) === WIDE_END_SIGNATURE;
  if (!isThere) throw damagedArchive(WHAT, "its list of files is not where its end says");
  return { count: Number(view.getBigUint64(at + 32, true)), offset: Number(view.getBigUint64(at + 48, true)) };
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  throw damagedArchive(WHAT, "it has no list of files at its end, so it is cut off");
}

const recordLength = (view: DataView, at: number) =>
  RECORD_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);

function readRecord(record: Uint8Array): ZipRecord {
  const view = viewOf(record);
  if (record.length < RECORD_BYTES) throw damagedArchive(WHAT, "its list of files is cut off");
  const pathEnd = RECORD_BYTES + view.getUint16(28, true);
  const wide = zip64Numbers(record.subarray(pathEnd, pathEnd + view.getUint16(30, true)));
  const number = (at: number) => {
    const value = view.getUint32(at, true);
    return value === IN_ZIP64 ? (wide.shift() ?? value) : value;
  };
  // ZIP64 numbers come in this order, and only if they are needed.
  const bytes = number(24);
  const packedBytes = number(20);
  const offset = number(42);
  return {
    path: new TextDecoder().decode(record.subarray(RECORD_BYTES, pathEnd)),
    method: view.getUint16(10, true),
    isEncrypted: (view.getUint16(8, true) & 1) === 1,
    isSymbolicLink: ((view.getUint32(38, true) >>> 16) & 0o170000) === UNIX_LINK,
    packedBytes,
    bytes,
    checksum: view.getUint32(16, true),
    offset,
  };
}

function zip64Numbers(extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_FIELD) continue;
    const end = Math.min(extra.length, at + 4 + view.getUint16(at + 2, true));
    const numbers: number[] = [];
    for (let field = at + 4; field + 8 <= end; field += 8) numbers.push(Number(view.getBigUint64(field, true)));
    return numbers;
  }
  return [];
}

/** Throws if two files share bytes. Honest archives never do, whereas a bomb lists one packed block many times. */
function refuseOverlaps(records: readonly ZipRecord[]): void {
  const inOrder = [...records].sort((a, b) => a.offset - b.offset);
  for (const [index, { path, packedBytes, offset }] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next && offset + LOCAL_BYTES + packedBytes > next.offset)
      throw damagedArchive(WHAT, `${path} and ${next.path} take up the same bytes`);
  }
}

function packedBytesOf(archive: Uint8Array, { offset, packedBytes, path }: ZipRecord): Uint8Array {
  const view = viewOf(archive);
  const isThere = offset + LOCAL_BYTES <= archive.length && view.getUint32(offset, true) === LOCAL_SIGNATURE;
  if (!isThere) throw damagedArchive(WHAT, `${path} is not where the list of files says`);
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedBytes > archive.length) throw damagedArchive(WHAT, `${path} is cut off`);
  return archive.subarray(start, start + packedBytes);
}

type Unpack = (packed: AsyncIterable<Uint8Array>, what: string, limits: UnpackLimits) => AsyncIterable<Uint8Array>;

/** Source of the numbers: APPNOTE.TXT 4.4.5. zstd had the number 20 before it became 93. */
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

/**
 * Opens a ZIP archive, whose files are then read one by one. The entire archive is kept in memory; nothing is written
 * to disk.
 */
export async function openZip(file: TranscriptFile, run: ImportRun): Promise<ArchiveEntry[]> {
  const { maxArchiveBytes, maxArchiveEntries, maxUnpackedBytes: maxBytes, maxUnpackRatio: maxRatio } = run.limits;
  const archive = await readWhole(file, run, maxArchiveBytes, "a ZIP archive");
  if (!archive.ok) throw new ArchiveFault(archive.error);
  const directory = readZipDirectory(archive.value, maxArchiveEntries);
  refuseOverlaps(directory);
  const records = directory.filter((record) => !record.isSymbolicLink);
  const total = records.reduce((sum, record) => sum + record.bytes, 0);
  // The limits also apply to the entire archive, which may be a bomb even if each of its files is below them.
  checkSize(total, { packedBytes: file.packedBytes ?? file.bytes, maxBytes, maxRatio });
  return records.map((record, index) => ({
    path: record.path,
    name: record.path,
    // The index in the archive distinguishes its sessions.
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
  // A file that unpacks to more than its directory entry states would evade the limit on the sum.
  const limits = { packedBytes, maxBytes, maxRatio: run.limits.maxUnpackRatio };
  yield* checked(unpackMethod(slices(packedBytesOf(archive, record)), what, limits), record, what);
}

/** Checks size and checksum once the content has been read completely. */
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
  if (sum !== checksum) throw damagedArchive(what, "its checksum does not match its content");
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

/** The checksum of the bytes, continuing `before`, the checksum of all earlier bytes. */
function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at += 1)
    value = (TABLE[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
