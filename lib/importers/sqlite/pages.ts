import type { TextEncodingName } from "../line-splitter";
import { type RandomAccess, readExactly, viewOf } from "./random-access";
import { StoreFault } from "./store-fault";
import { indexWal, type WalIndex } from "./wal";

const MAGIC = "SQLite format 3\0";
export const FILE_HEADER_BYTES = 100;
const ENCODINGS: readonly TextEncodingName[] = ["utf-8", "utf-16le", "utf-16be"];
/**
 * Number of cached pages. It is more than one, because the rows of a session are near each other but not all in one
 * page.
 */
const CACHED_PAGES = 256;

export const isSqlite = (head: Uint8Array): boolean =>
  head.length >= MAGIC.length && [...MAGIC].every((character, index) => head[index] === character.charCodeAt(0));

/**
 * The maximum number of bytes read from overflow pages, as a multiple of the database's size. In an intact database, an
 * overflow page belongs to one row, and a row is read at most twice.
 */
const READS = 4;

/** A database as numbered pages, in the newest committed version of each. Numbers begin at 1. */
export class Pages {
  readonly pageSize: number;
  /** How many bytes of a page contain content. */
  readonly usable: number;
  readonly encoding: TextEncodingName;
  /** True if the client writes to a write-ahead log first. */
  readonly usesWal: boolean;
  readonly count: number;
  private readonly wal: WalIndex | null;
  private readonly cache = new Map<number, Uint8Array>();
  private budget: number;

  constructor(
    private readonly source: RandomAccess,
    log: RandomAccess | null,
  ) {
    const header = readExactly(source, 0, FILE_HEADER_BYTES);
    const fields = viewOf(header);
    if (!isSqlite(header)) throw new StoreFault("it does not start like an SQLite database");
    this.pageSize = fields.getUint16(16) === 1 ? 65_536 : fields.getUint16(16);
    this.usable = this.pageSize - fields.getUint8(20);
    const isPowerOfTwo = (this.pageSize & (this.pageSize - 1)) === 0;
    if (this.pageSize < 512 || !isPowerOfTwo || this.usable < 480) throw new StoreFault("its page size is not one");
    this.usesWal = fields.getUint8(18) === 2;
    this.encoding = ENCODINGS[Math.max(1, fields.getUint32(56)) - 1] ?? "utf-8";
    this.wal = log && indexWal(log, this.pageSize);
    this.count = Math.max(Math.floor(source.bytes / this.pageSize), this.walCount());
    this.budget = READS * this.count * this.pageSize;
  }

  /**
   * Counts bytes to be read from overflow pages. In a forged database rows could share them, and reading would never
   * end.
   */
  spend(bytes: number) {
    this.budget -= bytes;
    if (this.budget < 0) throw new StoreFault("its rows are longer than the whole database");
  }

  page(number: number): Uint8Array {
    const cached = this.cache.get(number);
    if (cached) return cached;
    if (number < 1 || number > this.count) throw new StoreFault(`there is no page ${number}`);
    const inLog = this.wal?.pages.get(number);
    const page =
      this.wal && inLog !== undefined
        ? readExactly(this.wal.source, inLog, this.pageSize)
        : readExactly(this.source, this.placeOf(number), this.pageSize);
    if (this.cache.size >= CACHED_PAGES) this.cache.delete(this.cache.keys().next().value as number);
    this.cache.set(number, page);
    return page;
  }

  /** The page's offset, now or once the log is copied back. */
  placeOf(number: number): number {
    return (number - 1) * this.pageSize;
  }

  /**
   * The page count according to the log, which may have grown the database; never more than log and file contain
   * together.
   */
  private walCount(): number {
    const { pageCount, pages } = this.wal ?? { pageCount: null, pages: new Map() };
    return Math.min(pageCount ?? 0, Math.floor(this.source.bytes / this.pageSize) + pages.size);
  }
}
