import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";
import { decompress } from "./decompress";
import type { UnpackLimits } from "./unpack-limits";
import { unzstd } from "./unzstd";

/** Maximum number of packing layers around a file. */
const MAX_LAYERS = 3;

/** A format that packs a single file. */
type Packing = {
  /** The first bytes, which identify the format whatever the file's name. */
  readonly magic: readonly number[];
  unpack(packed: AsyncIterable<Uint8Array>, limits: UnpackLimits): AsyncIterable<Uint8Array>;
};

/** Sources of the first bytes: RFC 1952, 2.3.1 (8 is deflate, the only method); RFC 8878, 3.1.1 and 3.1.2. */
const PACKINGS: readonly Packing[] = [
  { magic: [0x1f, 0x8b, 8], unpack: (packed, limits) => decompress(packed, "gzip", "gzip archive", limits) },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], unpack: (packed, limits) => unzstd(packed, "zstd archive", limits) },
];

/** The file without any gzip and zstd around it. Keeps the name and hash of the imported file. */
export async function unpackLayers(file: TranscriptFile, run: ImportRun): Promise<TranscriptFile> {
  let current = file;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const packing = await packingOf(current);
    if (!packing) return current;
    current = unpacked(current, packing, run);
  }
  return current;
}

const MAGIC_BYTES = 4;

async function packingOf(file: TranscriptFile): Promise<Packing | undefined> {
  const head: number[] = [];
  for await (const chunk of file.open()) {
    head.push(...chunk.subarray(0, MAGIC_BYTES));
    if (head.length >= MAGIC_BYTES) break;
  }
  return PACKINGS.find(({ magic }) => magic.every((byte, index) => head[index] === byte));
}

/** Packed content cannot be read at an arbitrary place, so the unpacked file has no `readAt`. */
function unpacked(file: TranscriptFile, packing: Packing, run: ImportRun): TranscriptFile {
  const { name, sha256, bytes, packedBytes = bytes } = file;
  const { maxUnpackedBytes: maxBytes, maxUnpackRatio: maxRatio } = run.limits;
  const limits = { packedBytes, maxBytes, maxRatio };
  return { name, sha256, bytes, packedBytes, open: () => run.unpacking.count(packing.unpack(file.open(), limits)) };
}
