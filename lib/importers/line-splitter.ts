export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be";

/** One line of a file as bytes, without its line break and byte order mark. */
export type RawLine = {
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Valid until the next `push`. Only the first bytes if the line exceeds the limit. */
  readonly bytes: Uint8Array;
  readonly isTooLong: boolean;
  /** False for text after the last line break. */
  readonly isTerminated: boolean;
};

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Bytes kept of an overlong line: enough for an excerpt in any encoding. */
const HEAD_BYTES = 800;

/**
 * Cuts a byte stream into lines at LF or CRLF, independently of its chunks. Keeps at most one line of `maxLineBytes` in
 * memory; the bytes of a longer line are counted and dropped.
 */
export class LineSplitter {
  private readonly unit: 1 | 2;
  private carry = new Uint8Array(1024);
  private carried = 0;
  private isTooLong = false;
  private lineLength = 0;
  private line = 1;
  private offset = 0;
  private half: number | null = null;

  constructor(
    private readonly maxLineBytes: number,
    private readonly encoding: TextEncodingName = "utf-8",
  ) {
    this.unit = encoding === "utf-8" ? 1 : 2;
  }

  push(chunk: Uint8Array): RawLine[] {
    const bytes = this.unit === 2 ? this.align(chunk) : chunk;
    const lines: RawLine[] = [];
    let from = 0;
    for (let at = this.findBreak(bytes, 0); at !== -1; at = this.findBreak(bytes, from)) {
      lines.push(this.finish(bytes.subarray(from, at), true));
      from = at + this.unit;
    }
    this.keep(bytes.subarray(from));
    return lines;
  }

  /** The unterminated rest, if any. */
  end(): RawLine[] {
    if (this.half !== null) this.keep(Uint8Array.of(this.half));
    return this.lineLength === 0 ? [] : [this.finish(new Uint8Array(0), false)];
  }

  private align(chunk: Uint8Array): Uint8Array {
    const joined = this.half === null ? chunk : concat(Uint8Array.of(this.half), chunk);
    const even = joined.length - (joined.length % 2);
    this.half = even === joined.length ? null : (joined[even] as number);
    return joined.subarray(0, even);
  }

  private findBreak(bytes: Uint8Array, from: number): number {
    if (this.unit === 1) return bytes.indexOf(LINE_FEED, from);
    const low = this.encoding === "utf-16le" ? 0 : 1;
    for (let at = bytes.indexOf(LINE_FEED, from); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1))
      if (at % 2 === low && bytes[at ^ 1] === 0) return at - low;
    return -1;
  }

  private finish(rest: Uint8Array, isTerminated: boolean): RawLine {
    const isWhole = this.lineLength === 0 && rest.length <= this.maxLineBytes;
    const length = this.lineLength + rest.length;
    if (!isWhole) this.keep(rest);
    const held = isWhole ? rest : this.carry.slice(0, this.carried);
    const bytes = isTerminated && !this.isTooLong ? this.withoutReturn(held) : held;
    const byteLength = this.isTooLong ? length : bytes.length;
    const mark = this.line === 1 ? markLength(bytes, this.encoding) : 0;
    const raw = {
      line: this.line,
      byteOffset: this.offset + mark,
      byteLength: byteLength - mark,
      bytes: bytes.subarray(mark),
      isTooLong: this.isTooLong,
      isTerminated,
    };
    this.startLine(length + (isTerminated ? this.unit : 0));
    return raw;
  }

  private startLine(consumed: number) {
    this.line += 1;
    this.offset += consumed;
    this.lineLength = 0;
    this.carried = 0;
    this.isTooLong = false;
  }

  private keep(bytes: Uint8Array) {
    this.lineLength += bytes.length;
    if (this.isTooLong || bytes.length === 0) return;
    this.isTooLong = this.lineLength > this.maxLineBytes;
    const kept = this.isTooLong ? bytes.subarray(0, Math.max(0, HEAD_BYTES - this.carried)) : bytes;
    this.append(kept);
    if (this.isTooLong) this.carried = Math.min(this.carried, HEAD_BYTES);
  }

  private append(bytes: Uint8Array) {
    const needed = this.carried + bytes.length;
    if (needed > this.carry.length) {
      const grown = new Uint8Array(Math.max(needed, this.carry.length * 2));
      grown.set(this.carry.subarray(0, this.carried));
      this.carry = grown;
    }
    this.carry.set(bytes, this.carried);
    this.carried = needed;
  }

  private withoutReturn(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (this.unit === 1) return bytes[length - 1] === CARRIAGE_RETURN ? bytes.subarray(0, length - 1) : bytes;
    const [first, second] = this.encoding === "utf-16le" ? [CARRIAGE_RETURN, 0] : [0, CARRIAGE_RETURN];
    return bytes[length - 2] === first && bytes[length - 1] === second ? bytes.subarray(0, length - 2) : bytes;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Length of a leading byte order mark. */
export function markLength(bytes: Uint8Array, encoding: TextEncodingName): number {
  if (encoding === "utf-8") return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const [first, second] = encoding === "utf-16le" ? [0xff, 0xfe] : [0xfe, 0xff];
  return bytes[0] === first && bytes[1] === second ? 2 : 0;
}
