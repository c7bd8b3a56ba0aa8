import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { LINE_FORMATS } from "./line-formats";
import { winnowLines } from "./winnow-lines";

/**
 * Writes a generated transcript of about this many bytes, row by row in bounded memory. The same seed gives the same
 * bytes.
 */
export async function writeTranscript(format: string, place: string, bytes: number, seed: number) {
  const lines = format === "winnow" ? winnowLines(bytes, seed) : LINE_FORMATS[format]?.(seed);
  if (!lines)
    throw new Error(`unknown format ${format}; known are ${[...Object.keys(LINE_FORMATS), "winnow"].join(", ")}`);
  const file = createWriteStream(place);
  let written = 0;
  let rows = 0;
  for await (const row of lines) {
    const line = Buffer.from(typeof row === "string" ? `${row.replace(/\n$/, "")}\n` : `${JSON.stringify(row)}\n`);
    written += line.byteLength;
    rows += 1;
    if (!file.write(line)) await once(file, "drain");
    if (written >= bytes) break;
  }
  file.end();
  await finished(file);
  return { rows, bytes: written };
}
