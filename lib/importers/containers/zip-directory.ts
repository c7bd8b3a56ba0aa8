import { archiveTooLarge, damagedArchive } from "./archive-fault";

/** One file of a ZIP archive as its central directory lists it. Source: APPNOTE.TXT 6.3.10, 4.3.12 and 4.4. */
export type ZipRecord = {
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
/** Where a number does not fit into 32 bits, the field holds this value and the ZIP64 extra field the number. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;
const UNIX_LINK = 0o120000;

/** The files that an archive lists, without folders. More than `maxEntries` is a fault. Linear time. */
export function readZipDirectory(archive: Uint8Array, maxEntries: number): ZipRecord[] {
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

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

type DirectoryPlace = { readonly count: number; readonly offset: number };

/** Where the list of files is; archives with many files or bytes state it in an additional ZIP64 end record. */
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
  // ZIP64 numbers come in this order, and only those that are needed.
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

/** Throws if two files use the same bytes: honest archives never do, whereas a bomb lists one packed block many times. */
export function refuseOverlaps(records: readonly ZipRecord[]): void {
  const inOrder = [...records].sort((a, b) => a.offset - b.offset);
  for (const [index, { path, packedBytes, offset }] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next && offset + LOCAL_BYTES + packedBytes > next.offset)
      throw damagedArchive(WHAT, `${path} and ${next.path} take up the same bytes`);
  }
}

/** The packed bytes of one file. */
export function packedBytesOf(archive: Uint8Array, { offset, packedBytes, path }: ZipRecord): Uint8Array {
  const view = viewOf(archive);
  const isThere = offset + LOCAL_BYTES <= archive.length && view.getUint32(offset, true) === LOCAL_SIGNATURE;
  if (!isThere) throw damagedArchive(WHAT, `${path} is not where the list of files says`);
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedBytes > archive.length) throw damagedArchive(WHAT, `${path} is cut off`);
  return archive.subarray(start, start + packedBytes);
}
