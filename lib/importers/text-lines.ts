import type { SourceLocation } from "../conversation/part";
import type { ImportRun, RowVerdict } from "./import-run";
import type { ImportFailure, TranscriptFile } from "./importer";
import { decodeStrictly, excerptOf } from "./json-text";
import { LineSplitter, type RawLine, type TextEncodingName } from "./line-splitter";

/**
 * Handles one line. Blank lines are passed too, because they belong to the text, but they are not rows and have no
 * verdict. Null if the verdict is known only later; the handler then settles the line itself.
 */
export type LineHandler = (line: string, source: SourceLocation) => RowVerdict | null;

/** Streams the lines of a text through `onLine`. Overlong or invalid lines are reported and skipped. */
export async function readTextLines(
  file: TranscriptFile,
  encoding: TextEncodingName,
  run: ImportRun,
  onLine: LineHandler,
): Promise<ImportFailure | null> {
  const splitter = new LineSplitter(run.limits.maxLineBytes, encoding);
  for await (const chunk of file.open()) {
    for (const raw of splitter.push(chunk)) readLine(raw, encoding, run, onLine);
    const failure = run.advance(chunk.length);
    if (failure) return failure;
  }
  for (const raw of splitter.end()) readLine(raw, encoding, run, onLine);
  return run.advance(0);
}

function readLine(raw: RawLine, encoding: TextEncodingName, run: ImportRun, onLine: LineHandler) {
  const { line, byteOffset, byteLength } = raw;
  const source = { file: 0, line, byteOffset, byteLength };
  const text = raw.isTooLong ? null : decodeStrictly(raw.bytes, encoding);
  if (text === null) return run.settle(badLine(raw, encoding), source);
  const verdict = onLine(text, source);
  if (text.trim() === "") run.blank += 1;
  else if (verdict !== null) run.settle(verdict, source);
}

function badLine(raw: RawLine, encoding: TextEncodingName): RowVerdict {
  const [bad, what] = raw.isTooLong
    ? ["line-too-long", "is too long"]
    : ["invalid-utf8", `is not valid ${encoding} text`];
  const message = `Line ${raw.line} ${what}. It was skipped, all other lines were kept.`;
  return { bad: bad as string, message, excerpt: excerptOf(raw.bytes, encoding) };
}
