import { createHash } from "node:crypto";

/** Bytes from a file or a bucket. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const NEWLINE = 10;

/** The bytes with a final line break, so that nothing is joined to a truncated line. */
export async function* withLastLineEnded(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let last = NEWLINE;
  for await (const chunk of bytes) {
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (last !== NEWLINE) yield Buffer.from([NEWLINE]);
}

/**
 * The complete lines, each with its line break. Anything after the last line break is still being written, or was cut
 * off.
 */
async function* wholeLines(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}

/** All lines of the first input, then the lines of the others that have not occurred before. */
export async function* linesOnce(first: Bytes, others: readonly Bytes[]): AsyncGenerator<Uint8Array> {
  const known = new Set<string>();
  for await (const line of wholeLines(withLastLineEnded(first))) {
    known.add(hashOf(line));
    yield line;
  }
  for (const other of others)
    for await (const line of wholeLines(other)) {
      const hash = hashOf(line);
      if (!known.has(hash)) yield line;
      known.add(hash);
    }
}

const hashOf = (line: Uint8Array): string => createHash("sha256").update(line).digest("base64");
