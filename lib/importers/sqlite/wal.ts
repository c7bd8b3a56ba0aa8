import { type RandomAccess, readExactly, viewOf } from "./random-access";

/** Pages in a write-ahead log, which are newer than the database's. */
export type WalIndex = {
  readonly source: RandomAccess;
  /** Offset of the newest committed version of each page, by page number. */
  readonly pages: ReadonlyMap<number, number>;
  /** Page count of the database after the last commit; null if nothing was committed. */
  readonly pageCount: number | null;
};

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

export const WAL_MAGICS = [MAGIC_LITTLE, MAGIC_BIG] as const;

/**
 * The committed frames of a log, as SQLite itself would read them: up to the first one whose salt or running checksum
 * does not match the log's header. A log that is empty or has another page size has none. Source:
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function indexWal(source: RandomAccess, pageSize: number): WalIndex {
  const none: WalIndex = { source, pages: new Map(), pageCount: null };
  if (source.bytes < HEADER_BYTES) return none;
  const header = readExactly(source, 0, HEADER_BYTES).slice();
  const fields = viewOf(header);
  const magic = fields.getUint32(0);
  if ((magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) || fields.getUint32(8) !== pageSize) return none;
  const isLittle = magic === MAGIC_LITTLE;
  const sum: Sum = [0, 0];
  add(sum, header.subarray(0, 24), isLittle);
  if (sum[0] !== fields.getUint32(24) || sum[1] !== fields.getUint32(28)) return none;
  return readFrames({ source, pageSize, isLittle, sum, salts: [fields.getUint32(16), fields.getUint32(20)] });
}

type Sum = [number, number];
type Log = {
  readonly source: RandomAccess;
  readonly pageSize: number;
  readonly isLittle: boolean;
  readonly sum: Sum;
  readonly salts: readonly [number, number];
};

function readFrames(log: Log): WalIndex {
  const { source, pageSize } = log;
  const committed = new Map<number, number>();
  const open = new Map<number, number>();
  let pageCount: number | null = null;
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  for (let at = HEADER_BYTES; at + frameBytes <= source.bytes; at += frameBytes) {
    const frame = readExactly(source, at, frameBytes);
    const fields = viewOf(frame);
    if (!isValid(frame, fields, log)) break;
    open.set(fields.getUint32(0), at + FRAME_HEADER_BYTES);
    const sizeAfterCommit = fields.getUint32(4);
    if (sizeAfterCommit === 0) continue;
    for (const [page, place] of open) committed.set(page, place);
    open.clear();
    pageCount = sizeAfterCommit;
  }
  return { source, pages: committed, pageCount };
}

function isValid(frame: Uint8Array, fields: DataView, { salts, sum, isLittle }: Log): boolean {
  if (fields.getUint32(8) !== salts[0] || fields.getUint32(12) !== salts[1]) return false;
  add(sum, frame.subarray(0, 8), isLittle);
  add(sum, frame.subarray(FRAME_HEADER_BYTES), isLittle);
  return sum[0] === fields.getUint32(16) && sum[1] === fields.getUint32(20);
}

/** Adds to the two running sums over pairs of 32-bit words. */
function add(sum: Sum, bytes: Uint8Array, isLittle: boolean) {
  const words = viewOf(bytes);
  let [first, second] = sum;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + words.getUint32(at, isLittle) + second) >>> 0;
    second = (second + words.getUint32(at + 4, isLittle) + first) >>> 0;
  }
  sum[0] = first;
  sum[1] = second;
}
