import fs from "node:fs";
import { crc32 } from "node:zlib";
import { encodeTable, type Section, sectionOf } from "../files/section-file";

const BLOCK_BYTES = 1 << 20;

/** Most bytes of UTF-8 for one UTF-16 unit of a JavaScript string. */
const MAX_BYTES = 3;

/**
 * Writes a section file (section-file.ts) from front to back, synchronously in a worker thread. The file is not synced to
 * the disk, because it can be made again from the transcript, and damage is noticed when it is read.
 */
export class SectionWriter {
  readonly #descriptor: number;
  readonly #table = new Map<string, Section>();
  /** One block for all lines, because a buffer for each line would produce as much garbage as the session has bytes. */
  readonly #block = takeBlock();
  #filled = 0;
  #written = 0;

  constructor(file: string) {
    this.#descriptor = fs.openSync(file, "wx", 0o600);
  }

  /** A section that is one JSON value. */
  json(name: string, value: unknown): void {
    this.lines(name, ({ text }) => text(JSON.stringify(value)));
  }

  /**
   * A section that is the JSON object `{ [key]: items }`, written item by item, so that neither a long list nor its
   * text is in memory. Each item is on a line of its own.
   */
  list(name: string, key: string, items: Iterable<unknown>): void {
    this.lines(name, ({ text }) => {
      text(`{${JSON.stringify(key)}:[`);
      let separator = "";
      for (const item of items) {
        text(`${separator}${JSON.stringify(item)}`);
        separator = ",\n";
      }
      text("]}");
    });
  }

  /** A section of lines; returns the first byte of each within the section, and at the end the section's length. */
  lines(name: string, write: (lines: LineWriter) => void): readonly number[] {
    const lines = new LineWriter((text) => this.#push(text));
    const start = this.#written;
    write(lines);
    this.#table.set(name, [start, lines.bytes, lines.checksum]);
    return lines.offsets;
  }

  /** A second name for a section that was written. */
  alias(name: string, of: string): void {
    this.#table.set(name, sectionOf(this.#table, of));
  }

  close(): void {
    try {
      this.#flush();
      writeWhole(this.#descriptor, encodeTable(this.#table, this.#written));
    } finally {
      fs.closeSync(this.#descriptor);
      spareBlock = this.#block;
    }
  }

  /** Returns the bytes of the text, which are valid until the next call. */
  #push(text: string): Buffer {
    if (text.length * MAX_BYTES > BLOCK_BYTES - this.#filled) this.#flush();
    if (text.length * MAX_BYTES > BLOCK_BYTES) return this.#pushLong(text);
    const start = this.#filled;
    this.#filled += this.#block.write(text, start, "utf8");
    this.#written += this.#filled - start;
    return this.#block.subarray(start, this.#filled);
  }

  #pushLong(text: string): Buffer {
    const bytes = Buffer.from(text, "utf8");
    writeWhole(this.#descriptor, bytes);
    this.#written += bytes.length;
    return bytes;
  }

  #flush(): void {
    writeWhole(this.#descriptor, this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/**
 * The block of the file that was written last, kept so that an import of many small sessions does not allocate one for
 * each.
 */
let spareBlock: Buffer | null = null;

function takeBlock(): Buffer {
  const block = spareBlock ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  spareBlock = null;
  return block;
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(descriptor, bytes, offset);
}

/** The lines of one section, with the place of each. */
export class LineWriter {
  readonly offsets: number[] = [0];
  bytes = 0;
  checksum = 0;

  constructor(private readonly push: (text: string) => Uint8Array) {}

  readonly line = (text: string): void => {
    this.text(`${text}\n`);
    this.offsets.push(this.bytes);
  };

  readonly text = (text: string): void => {
    const bytes = this.push(text);
    this.checksum = crc32(bytes, this.checksum);
    this.bytes += bytes.length;
  };
}
