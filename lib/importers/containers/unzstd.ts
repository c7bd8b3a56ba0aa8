import { Decompress } from "fzstd";
import loadXxHash from "xxhash-wasm";
import { once } from "../../conversation/once";
import { viewOf } from "../sqlite/random-access";
import { ArchiveFault, archiveTooLarge, damagedArchive, unsupportedCompression } from "./archive-fault";
import { ByteSource } from "./byte-source";
import { checkSize, type UnpackLimits } from "./unpack-limits";

/** Source of all layouts here: RFC 8878, "Zstandard Compression and the application/zstd Media Type", section 3. */
type ZstdFrame = {
  /** The complete header, including its magic number. */
  readonly header: Uint8Array;
  readonly windowBytes: number;
  /** The unpacked size according to the frame; null if it gives none. */
  readonly contentBytes: number | null;
  readonly hasChecksum: boolean;
};

type ZstdBlock = { readonly bytes: Uint8Array; readonly isLast: boolean };

const MAGIC = 0xfd2fb528;
const MIN_SKIPPABLE = 0x184d2a50;
const MAX_SKIPPABLE = 0x184d2a5f;
/** Maximum size of a block in bytes, packed or unpacked. */
const MAX_BLOCK_BYTES = 128 * 1024;
/** The largest window that the reference program accepts by default (`ZSTD_WINDOWLOG_LIMIT_DEFAULT`). */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
const SKIP_BYTES = 64 * 1024;
const RAW_BLOCK = 0;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

/** Takes exactly this many bytes, or reports a truncated archive. */
async function must(source: ByteSource, length: number, what: string): Promise<Uint8Array> {
  const bytes = await source.take(length);
  if (bytes.length < length) throw damagedArchive(what, "it is cut off");
  return bytes;
}

/** The next frame with content; null at the end of the archive. Ignores skippable frames. */
async function nextFrame(source: ByteSource, what: string): Promise<ZstdFrame | null> {
  for (;;) {
    const start = await source.take(4);
    if (start.length === 0) return null;
    if (start.length < 4) throw damagedArchive(what, "it is cut off");
    const magic = viewOf(start).getUint32(0, true);
    if (magic === MAGIC) return readHeader(source, start, what);
    if (magic < MIN_SKIPPABLE || magic > MAX_SKIPPABLE) throw damagedArchive(what, "there is something else in it");
    await skip(source, viewOf(await must(source, 4, what)).getUint32(0, true), what);
  }
}

async function skip(source: ByteSource, length: number, what: string) {
  for (let left = length; left > 0; left -= SKIP_BYTES) await must(source, Math.min(left, SKIP_BYTES), what);
}

async function readHeader(source: ByteSource, magic: Uint8Array, what: string): Promise<ZstdFrame> {
  const [descriptor = 0] = await must(source, 1, what);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  const rest = await must(source, (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes, what);
  if ((descriptor & 8) !== 0) throw damagedArchive(what, "its header is not valid");
  const sizeAt = rest.length - sizeBytes;
  if (rest.subarray(sizeAt - dictionaryBytes, sizeAt).some((byte) => byte !== 0))
    throw new ArchiveFault(unsupportedCompression(`a ${what} that was packed with a dictionary`));
  const contentBytes = sizeBytes === 0 ? null : numberAt(rest, sizeAt, sizeBytes);
  const windowBytes = isSingleSegment ? (contentBytes ?? 0) : windowOf(rest[0] as number);
  if (windowBytes > MAX_WINDOW_BYTES)
    throw archiveTooLarge(`unpacking it takes a window of ${windowBytes} bytes; the limit is ${MAX_WINDOW_BYTES}`);
  const header = Uint8Array.of(...magic, descriptor, ...rest);
  return { header, windowBytes, contentBytes, hasChecksum: (descriptor & 4) !== 0 };
}

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  const view = viewOf(bytes);
  if (length === 1) return view.getUint8(at);
  if (length === 2) return view.getUint16(at, true) + 256;
  return length === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

/** The window size, from the exponent and the mantissa of the window descriptor. */
function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

async function nextBlock(source: ByteSource, what: string): Promise<ZstdBlock> {
  const head = await must(source, 3, what);
  const fields = (head[0] as number) | ((head[1] as number) << 8) | ((head[2] as number) << 16);
  const type = (fields >> 1) & 3;
  const size = fields >>> 3;
  if (type === RESERVED_BLOCK || size > MAX_BLOCK_BYTES) throw damagedArchive(what, "a block in it is not valid");
  const content = await must(source, type === RLE_BLOCK ? 1 : size, what);
  if (type !== RAW_BLOCK && content.length === 0) throw damagedArchive(what, "a block in it is empty");
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  return { bytes, isLast: (fields & 1) === 1 };
}

async function readChecksum(source: ByteSource, what: string): Promise<number> {
  return viewOf(await must(source, 4, what)).getUint32(0, true);
}

/**
 * The decoder moves its window once per block. A frame of tiny blocks with a huge window would keep it busy for hours,
 * so the number of moved bytes is limited. Real archives stay far below the limit, even with one block per line.
 */
const MAX_MOVED_BYTES = 256 * 1024 ** 3;

/** XXH64, the checksum of zstd frames, as WebAssembly: thirty times as fast as JavaScript. */
const checksums = once(loadXxHash);

/** Bytes unpacked so far, and bytes that the decoder has moved. */
type Tally = { bytes: number; moved: number };

/** Unpacks a zstd stream of any number of frames, block by block, checking limits, sizes and checksums. */
export async function* unzstd(
  packed: AsyncIterable<Uint8Array>,
  what: string,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  const source = new ByteSource(packed);
  const tally: Tally = { bytes: 0, moved: 0 };
  try {
    for (let frame = await nextFrame(source, what); frame; frame = await nextFrame(source, what))
      yield* unpackFrame(source, frame, what, limits, tally);
  } finally {
    await source.close();
  }
}

async function* unpackFrame(
  source: ByteSource,
  frame: ZstdFrame,
  what: string,
  limits: UnpackLimits,
  tally: Tally,
): AsyncGenerator<Uint8Array> {
  const decoder = new BlockDecoder(frame, what);
  const hash = frame.hasChecksum ? (await checksums()).create64() : null;
  const before = tally.bytes;
  for (let isLast = false; !isLast; ) {
    const block = await nextBlock(source, what);
    isLast = block.isLast;
    tally.moved += frame.windowBytes;
    if (tally.moved > MAX_MOVED_BYTES) throw archiveTooLarge("it is cut into too many blocks");
    for (const bytes of decoder.decode(block.bytes, isLast)) {
      tally.bytes += bytes.length;
      checkSize(tally.bytes, limits);
      hash?.update(bytes);
      yield bytes;
    }
  }
  const { contentBytes } = frame;
  if (contentBytes !== null && contentBytes !== tally.bytes - before)
    throw damagedArchive(what, "its content is not as long as it says");
  if (hash && (await readChecksum(source, what)) !== lowerHalf(hash.digest()))
    throw damagedArchive(what, "its checksum does not match its content");
}

/** The lower 32 bits of a 64-bit hash: a zstd frame's checksum. */
const lowerHalf = (hash: bigint): number => Number(hash & 0xffffffffn);

const CHECKSUM_FLAG = 4;
const DESCRIPTOR_AT = 4;

class BlockDecoder {
  private readonly unpacked: Uint8Array[] = [];
  private readonly decoder = new Decompress((bytes) => this.unpacked.push(bytes));

  constructor(
    { header }: ZstdFrame,
    private readonly what: string,
  ) {
    const bare = header.slice();
    // The library ignores the checksum, so its flag is cleared here and the checksum is verified separately.
    bare[DESCRIPTOR_AT] = (header[DESCRIPTOR_AT] as number) & ~CHECKSUM_FLAG;
    this.push(bare, false);
  }

  /** The content that one more complete block makes available. */
  decode(block: Uint8Array, isLast: boolean): Uint8Array[] {
    this.push(block, isLast);
    return this.unpacked.splice(0).filter((bytes) => bytes.length > 0);
  }

  /** On damaged data the library throws, sometimes JavaScript's own errors (a missing table, a negative length). */
  private push(bytes: Uint8Array, isFinal: boolean) {
    try {
      this.decoder.push(bytes, isFinal);
    } catch (error) {
      throw damagedArchive(this.what, error instanceof Error ? error.message : "a block in it is not valid");
    }
  }
}
