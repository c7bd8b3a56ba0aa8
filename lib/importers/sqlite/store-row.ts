import type { SourceLocation } from "../../conversation/part";
import { decodeStrictly, parseJsonBytes } from "../json-text";
import type { TextEncodingName } from "../line-splitter";
import { readVarint, viewOf } from "./random-access";
import { StoreFault } from "./store-fault";

/** Type and place of each value of a record, from the record's own header. */
export type RecordLayout = {
  readonly types: readonly number[];
  readonly starts: readonly number[];
  readonly end: number;
};

/** https://www.sqlite.org/fileformat2.html#record_format */
const FIXED_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

const bytesOf = (type: number): number => (type < 12 ? (FIXED_BYTES[type] ?? 0) : Math.floor((type - 12) / 2));

export const headerBytes = (start: Uint8Array): number => readVarint(start, 0).value;

export function layoutOf(header: Uint8Array): RecordLayout {
  const length = readVarint(header, 0);
  const types: number[] = [];
  const starts: number[] = [];
  let start = length.value;
  for (let at = length.end; at < length.value; ) {
    const type = readVarint(header, at);
    if (type.value < 0) throw new StoreFault("a row has a value of no known type");
    types.push(type.value);
    starts.push(start);
    start += bytesOf(type.value);
    at = type.end;
  }
  return { types, starts, end: start };
}

/** The offset in the record at which a column's value ends; 0 if the record is older than the column. */
export const endOf = ({ starts, types }: RecordLayout, index: number): number =>
  (starts[index] ?? 0) + bytesOf(types[index] ?? 0);

/** One row, with the values of the requested columns, decoded on use. */
export class StoreRow {
  constructor(
    readonly source: SourceLocation,
    private readonly payload: Uint8Array,
    private readonly layout: RecordLayout,
    private readonly columns: ReadonlyMap<string, number | "rowid">,
    private readonly encoding: TextEncodingName,
    private readonly rowid: number,
  ) {}

  /** A text that is not empty; null for every other value, and for invalid text. */
  text(column: string): string | null {
    const bytes = this.bytes(column);
    return bytes && bytes.length > 0 ? decodeStrictly(bytes, this.encoding) : null;
  }

  /** An integer or a float; null for every other value. Not exact above 2⁵³. */
  number(column: string): number | null {
    const index = this.columns.get(column);
    if (index === "rowid") return this.rowid;
    const type = index === undefined ? 0 : (this.layout.types[index] ?? 0);
    if (type === 8 || type === 9) return type - 8;
    return type > 0 && type < 8 ? numberIn(this.slice(index as number), type) : null;
  }

  /** The bytes of a text or a blob; null for every other value. */
  blob(column: string): Uint8Array | null {
    return this.bytes(column);
  }

  /** The JSON value in a text or bytes; undefined if there is none. */
  json(column: string, maxDepth: number): unknown {
    const bytes = this.bytes(column);
    const parsed = bytes && parseJsonBytes(bytes, this.encoding, maxDepth);
    return parsed && "value" in parsed ? parsed.value : undefined;
  }

  private bytes(column: string): Uint8Array | null {
    const index = this.columns.get(column);
    return typeof index === "number" && (this.layout.types[index] ?? 0) >= 12 ? this.slice(index) : null;
  }

  private slice(index: number): Uint8Array {
    const end = endOf(this.layout, index);
    if (end > this.payload.length) throw new Error("a value is read that was not asked for");
    return this.payload.subarray(this.layout.starts[index] ?? 0, end);
  }
}

function numberIn(bytes: Uint8Array, type: number): number {
  const view = viewOf(bytes);
  if (type === 7) return view.getFloat64(0);
  if (type === 6) return Number(view.getBigInt64(0));
  return bytes.reduce((value, byte, index) => value * 256 + (index === 0 ? (byte << 24) >> 24 : byte), 0);
}
