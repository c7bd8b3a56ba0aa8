import { crc32, deflateRawSync } from "node:zlib";

export type ZipFile = {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  /** What the directory says, where it lies. */
  readonly method?: number;
  readonly claimedBytes?: number;
  readonly mode?: number;
};

/** A ZIP archive, also a wrong one. */
export function makeZip(files: readonly ZipFile[]): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { packed, fields } = describe(file);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    fields.copy(header, 4);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    fields.copy(record, 6);
    record.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
    record.writeUInt32LE(offset, 42);
    const path = Buffer.from(file.path);
    local.push(header, path, packed);
    directory.push(record, path);
    offset += header.length + path.length + packed.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...local, ...directory, end]));
}

/** The fields that both headers have, from "version needed" to the lengths. */
function describe(file: ZipFile) {
  const body = Buffer.from(file.content);
  const packed = file.isStored ? body : deflateRawSync(body);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(file.isEncrypted ? 1 : 0, 2);
  fields.writeUInt16LE(file.method ?? (file.isStored ? 0 : 8), 4);
  fields.writeUInt32LE(crc32(body), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(file.claimedBytes ?? body.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(file.path), 22);
  return { packed, fields };
}
