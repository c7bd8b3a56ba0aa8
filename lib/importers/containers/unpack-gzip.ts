import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";
import { decompress } from "./decompress";

/** How often an archive may stand in an archive. */
const MAX_LAYERS = 3;

/** The file as it is inside any gzip around it. Its name and hash stay: they are what was imported. */
export async function unpackGzip(file: TranscriptFile, run: ImportRun): Promise<TranscriptFile> {
  let current = file;
  for (let layer = 0; layer < MAX_LAYERS && (await startsLikeGzip(current)); layer += 1)
    current = gunzipped(current, run);
  return current;
}

async function startsLikeGzip(file: TranscriptFile): Promise<boolean> {
  const head: number[] = [];
  for await (const chunk of file.open()) {
    head.push(...chunk.subarray(0, 3));
    if (head.length >= 3) break;
  }
  // 8 is deflate, the only method there is.
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

function gunzipped(file: TranscriptFile, run: ImportRun): TranscriptFile {
  const { maxUnpackedBytes: maxBytes, maxUnpackRatio: maxRatio } = run.limits;
  const limits = { packedBytes: file.bytes, maxBytes, maxRatio };
  return { ...file, open: () => decompress(file.open(), "gzip", "gzip archive", limits) };
}
