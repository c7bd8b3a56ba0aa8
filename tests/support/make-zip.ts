import { crc32, deflateRawSync } from "node:zlib";

export type ZipFile = {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  /** Bytes already packed with `method`; `content` is the unpacked text. */
  readonly packed?: Uint8Array;
  /** Puts sizes and checksum after the content, as in an archive written as a stream. */
  readonly hasDescriptor?: boolean;
  readonly isEncrypted?: boolean;
  /** False values for the directory entry. */
  readonly method?: number;
  readonly claimedBytes?: number;
  /** Only listed: it refers to the previous file's bytes again. */
  readonly isSameBytes?: boolean;
  readonly mode?: number;
};

export type ZipShape = {
  /** ZIP64: sizes and offsets in 64 bits, and the second end record. */
  readonly isWide?: boolean;
};

/** A ZIP archive, valid or deliberately invalid. */
export function makeZip(files: readonly ZipFile[], { isWide = false }: ZipShape = {}): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let last = 0;
  for (const file of files) {
    const { packed, fields } = describe(file);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    fields.copy(header, 4);
    if (file.hasDescriptor) header.fill(0, 14, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    fields.copy(record, 6);
    record.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
    if (!file.isSameBytes) last = offset;
    record.writeUInt32LE(last, 42);
    const extra = isWide ? widen(record, last) : Buffer.alloc(0);
    const path = Buffer.from(file.path);
    const descriptor = file.hasDescriptor ? descriptorOf(fields) : Buffer.alloc(0);
    directory.push(record, path, extra);
    if (file.isSameBytes) continue;
    local.push(header, path, packed, descriptor);
    offset += header.length + path.length + packed.length + descriptor.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  const wideEnd = isWide ? wideEndOf(files.length, size, offset) : Buffer.alloc(0);
  if (isWide) end.fill(0xff, 8, 20);
  return new Uint8Array(Buffer.concat([...local, ...directory, wideEnd, end]));
}

/** Moves sizes and offset of a record into its ZIP64 field, which is returned. */
function widen(record: Buffer, offset: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(record.readUInt32LE(24)), 4);
  extra.writeBigUInt64LE(BigInt(record.readUInt32LE(20)), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  record.fill(0xff, 20, 28);
  record.fill(0xff, 42, 46);
  record.writeUInt16LE(extra.length, 30);
  return extra;
}

function wideEndOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** With its signature, as written by most programs. */
function descriptorOf(fields: Buffer): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  fields.copy(descriptor, 4, 10, 22);
  return descriptor;
}

/** The fields that both headers have, from "version needed" to the lengths. */
function describe(file: ZipFile) {
  const body = Buffer.from(file.content);
  const packed = file.packed ? Buffer.from(file.packed) : file.isStored ? body : deflateRawSync(body);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE((file.isEncrypted ? 1 : 0) | (file.hasDescriptor ? 8 : 0), 2);
  fields.writeUInt16LE(file.method ?? (file.isStored ? 0 : 8), 4);
  fields.writeUInt32LE(crc32(body), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(file.claimedBytes ?? body.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(file.path), 22);
  return { packed, fields };
}
