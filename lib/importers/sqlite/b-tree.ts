import { FILE_HEADER_BYTES, type Pages } from "./pages";
import { readVarint, viewOf } from "./random-access";
import { attempt, isFault, StoreFault } from "./store-fault";

/** The cell of a row in a page: the record's offset, its length, and how much of it is in this page. */
export type Cell = {
  readonly page: number;
  /** Offset of the cell in its page. */
  readonly at: number;
  readonly rowid: number;
  readonly payloadAt: number;
  readonly payloadBytes: number;
  readonly localBytes: number;
};

/** Kinds of page, by the first byte. An interior page refers to pages below it; a leaf contains rows. */
const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;
/** Leading bytes of an overflow page, with the number of the next one. */
const NEXT_PAGE_BYTES = 4;

/**
 * The rows of a table in key order, without their content. An unreadable page yields a fault in their place. No page is
 * visited twice, so a tree with a cycle ends. Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
export function* cellsOf(pages: Pages, root: number): Generator<Cell | StoreFault> {
  const seen = new Set<number>();
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const page = number;
    if (seen.has(page)) {
      yield new StoreFault(`page ${page} is in its table twice`);
      continue;
    }
    seen.add(page);
    const read = attempt(() => readPage(pages, page));
    if (isFault(read)) yield read;
    else {
      waiting.push(...read.children);
      yield* read.cells;
    }
  }
}

type PageContent = { readonly cells: readonly (Cell | StoreFault)[]; readonly children: readonly number[] };

function readPage(pages: Pages, number: number): PageContent {
  const page = pages.page(number);
  const start = number === 1 ? FILE_HEADER_BYTES : 0;
  const fields = viewOf(page);
  const kind = fields.getUint8(start);
  const isInterior = kind === INTERIOR_INDEX || kind === INTERIOR_TABLE;
  if (!isInterior && kind !== LEAF_INDEX && kind !== LEAF_TABLE)
    throw new StoreFault(`page ${number} is not one of a table`);
  const count = fields.getUint16(start + 3);
  const pointers = start + (isInterior ? 12 : 8);
  if (pointers + count * 2 > pages.usable) throw new StoreFault(`page ${number} has more rows than there is room for`);
  const places = Array.from({ length: count }, (_, index) => fields.getUint16(pointers + index * 2));
  // `cellsOf` takes pages from the end of its list, so the child with the smallest keys comes last.
  const children = isInterior
    ? [fields.getUint32(start + 8), ...places.map((at) => childAt(fields, at)).reverse()]
    : [];
  if (kind === INTERIOR_TABLE) return { children, cells: [] };
  const cells = places.map((at) => attempt(() => cellAt(pages, number, at)));
  const local = cells.reduce((sum, cell) => sum + (isFault(cell) ? 0 : cell.localBytes), 0);
  if (local > pages.usable) throw new StoreFault(`page ${number} has rows that overlap`);
  return { children, cells };
}

function childAt(fields: DataView, at: number): number {
  if (at + 4 > fields.byteLength) throw new StoreFault("a row begins outside its page");
  return fields.getUint32(at);
}

/** The cell at this offset of a page of rows. */
export function cellAt(pages: Pages, number: number, at: number): Cell {
  const page = pages.page(number);
  const kind = page[number === 1 ? FILE_HEADER_BYTES : 0];
  const isTable = kind === LEAF_TABLE;
  const length = readVarint(page, kind === INTERIOR_INDEX ? at + 4 : at);
  const key = isTable ? readVarint(page, length.end) : { value: 0, end: length.end };
  const localBytes = localPart(length.value, pages.usable, isTable);
  const chain = localBytes < length.value ? NEXT_PAGE_BYTES : 0;
  if (length.value < 0 || key.end + localBytes + chain > pages.usable) throw new StoreFault("a row runs over its page");
  const payload = { payloadAt: key.end, payloadBytes: length.value, localBytes };
  return { page: number, at, rowid: key.value, ...payload };
}

/**
 * How many bytes of a record are in its page. The rest is in a chain of overflow pages. The formulas are from the file
 * format.
 */
function localPart(payload: number, usable: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((payload - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

/** The first `wanted` bytes of a row's record. Reads no more overflow pages than necessary. */
export function payloadOf(pages: Pages, cell: Cell, wanted: number): Uint8Array {
  const page = pages.page(cell.page);
  const length = Math.min(wanted, cell.payloadBytes);
  if (length <= cell.localBytes) return page.subarray(cell.payloadAt, cell.payloadAt + length);
  pages.spend(length);
  const payload = new Uint8Array(length);
  const end = cell.payloadAt + cell.localBytes;
  payload.set(page.subarray(cell.payloadAt, end));
  let next = viewOf(page).getUint32(end);
  for (let at = cell.localBytes; at < length; ) {
    const overflow = pages.page(next);
    const chunk = overflow.subarray(NEXT_PAGE_BYTES, Math.min(pages.usable, NEXT_PAGE_BYTES + length - at));
    payload.set(chunk, at);
    at += chunk.length;
    next = viewOf(overflow).getUint32(0);
  }
  return payload;
}
