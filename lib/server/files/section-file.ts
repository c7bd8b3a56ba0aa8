import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { parseJson } from "@/lib/conversation/exact-json";

/**
 * A file with several named texts ("sections"). It is written once and never changed:
 *
 * the sections, one after the other the table of sections as JSON: { name: [first byte, length in bytes,
 * CRC-32] } the footer, 16 bytes: the first byte of the table (64 bits, little endian), then MARK
 *
 * One file instead of one per text makes an import of many small sessions fast, because creating a file
 * costs more than all other work for such a session. A truncated file has no footer and is recognised as
 * damaged.
 */
const MARK = Buffer.from("WinnowS1", "latin1");
const FOOTER_BYTES = 16;

/** Bytes read from the end of a file. They include the footer and, for most sessions, the entire table. */
const TAIL_BYTES = 4096;

/** Bytes per read when checking an entire file. */
const CHECKED_BYTES = 1 << 20;

export type Section = readonly [start: number, bytes: number, crc32: number];
export type SectionTable = ReadonlyMap<string, Section>;

/** The file is damaged, so its transcript has to be read again. */
export class DamagedFile extends Error {
  /** The file's path, if the reader knows it. */
  file: string | null = null;
  constructor(readonly reason: string) {
    super(`a derived file is damaged: ${reason}`);
  }
}

export function encodeTable(table: SectionTable, start: number): Buffer {
  const footer = Buffer.alloc(FOOTER_BYTES);
  footer.writeBigUInt64LE(BigInt(start));
  MARK.copy(footer, FOOTER_BYTES - MARK.length);
  return Buffer.concat([Buffer.from(JSON.stringify(Object.fromEntries(table)), "utf8"), footer]);
}

/** Reads `bytes` bytes from `start`; fewer if the file ends. */
type ReadAt<R> = (start: number, bytes: number) => R;

/** The range at the end of a file of `size` bytes that is read to find the table. */
export const tailOf = (size: number) => ({ start: Math.max(0, size - TAIL_BYTES), bytes: Math.min(size, TAIL_BYTES) });

/** The first byte of the table, from the file's footer. `tail` is the end of a file of `size` bytes. */
export function tableStart(tail: Buffer, size: number): number {
  const footer = tail.subarray(-FOOTER_BYTES);
  if (footer.length < FOOTER_BYTES || !footer.subarray(-MARK.length).equals(MARK))
    throw new DamagedFile("its footer is missing");
  const start = Number(footer.readBigUInt64LE());
  if (start > size - FOOTER_BYTES) throw new DamagedFile("its footer points outside of it");
  return start;
}

/** `bytes` begins at the table and ends with the file. */
export function decodeTable(bytes: Buffer): SectionTable {
  const text = bytes.toString("utf8", 0, bytes.length - FOOTER_BYTES);
  return new Map(Object.entries(parseDerived<Record<string, Section>>(text)));
}

export function sectionOf(table: SectionTable, name: string): Section {
  const section = table.get(name);
  if (!section) throw new DamagedFile(`it has no ${name}`);
  return section;
}

/** The section's text. Throws when its checksum is wrong. */
export function sectionText(bytes: Buffer, [, length, checksum]: Section): string {
  if (bytes.length !== length || crc32(bytes) !== checksum) throw new DamagedFile("a checksum is wrong");
  return bytes.toString("utf8");
}

/** Parses JSON that the program itself wrote. A failure means that the file was damaged. */
export function parseDerived<T>(text: string): T {
  try {
    return parseJson(text) as T;
  } catch {
    throw new DamagedFile("it holds no JSON where JSON was written");
  }
}

/** A section file open for asynchronous reading. The caller must `close` it. */
export class SectionFile {
  private constructor(
    private readonly read: ReadAt<Promise<Buffer>>,
    readonly table: SectionTable,
    readonly close: () => Promise<void>,
  ) {}

  static async open(file: string): Promise<SectionFile> {
    const handle = await open(file, "r");
    const read = async (start: number, bytes: number) => {
      const buffer = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, start);
      return buffer.subarray(0, bytesRead);
    };
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw new DamagedFile("it is not a file"); // older versions made a folder of files
      const { size } = stat;
      const { start, bytes } = tailOf(size);
      const tail = await read(start, bytes);
      const from = tableStart(tail, size);
      const table = from >= start ? tail.subarray(from - start) : await read(from, size - from);
      return new SectionFile(read, decodeTable(table), () => handle.close());
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** False if a checksum does not match. */
  async isWhole(): Promise<boolean> {
    for (const [start, length, checksum] of this.table.values()) {
      let sum = 0;
      for (let from = 0; from < length; from += CHECKED_BYTES) {
        const bytes = await this.read(start + from, Math.min(CHECKED_BYTES, length - from));
        sum = crc32(bytes, sum);
      }
      if (sum !== checksum) return false;
    }
    return true;
  }

  async text(name: string): Promise<string> {
    const section = sectionOf(this.table, name);
    return sectionText(await this.read(section[0], section[1]), section);
  }

  /** Bytes `from` up to `to` of a section. */
  async slice(name: string, from: number, to: number): Promise<Buffer> {
    const [start, length] = sectionOf(this.table, name);
    const bytes = await this.read(start + from, to - from);
    if (to > length || bytes.length < to - from) throw new DamagedFile("a line ends outside of it");
    return bytes;
  }
}
