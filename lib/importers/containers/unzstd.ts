import { Decompress } from "fzstd";
import loadXxHash from "xxhash-wasm";
import { once } from "../../conversation/once";
import { archiveTooLarge, damagedArchive } from "./archive-fault";
import { ByteSource } from "./byte-source";
import { checkSize, type UnpackLimits } from "./unpack-limits";
import { nextBlock, nextFrame, readChecksum, type ZstdFrame } from "./zstd-frame";

/**
 * For each block of a frame the decoder moves its window once. A frame of tiny blocks with a huge window would keep it busy for
 * hours, so the moved bytes are limited. Real archives stay far below the limit, even with one block per line.
 */
const MAX_MOVED_BYTES = 256 * 1024 ** 3;

/** XXH64, the checksum of zstd frames, as WebAssembly: it takes a thirtieth of the time that JavaScript takes. */
const checksums = once(loadXxHash);

/** How many bytes were unpacked so far, and how many the decoder moved. */
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
    throw damagedArchive(what, "its checksum does not fit its content");
}

/** The lower 32 bits of a hash of 64: what a zstd frame stores as its checksum. */
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

  /** The content of the frame that is available after one more whole block. */
  decode(block: Uint8Array, isLast: boolean): Uint8Array[] {
    this.push(block, isLast);
    return this.unpacked.splice(0).filter((bytes) => bytes.length > 0);
  }

  /** The library throws on damaged data, also errors of the language itself: a missing table, a negative length. */
  private push(bytes: Uint8Array, isFinal: boolean) {
    try {
      this.decoder.push(bytes, isFinal);
    } catch (error) {
      throw damagedArchive(this.what, error instanceof Error ? error.message : "a block in it is not valid");
    }
  }
}
