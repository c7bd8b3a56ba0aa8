import type { SourceLocation } from "../conversation/part";
import { CANCELLED } from "./import-failure";
import type { ImportRun, RowVerdict } from "./import-run";
import type { ImportFailure, TranscriptFile } from "./importer";
import { cutOf, excerptOf, type JsonTextFault, parseJsonBytes, valuesIn } from "./json-text";
import { LineSplitter, type RawLine, type TextEncodingName } from "./line-splitter";

export type RowHandler = (row: unknown, source: SourceLocation) => RowVerdict;

/**
 * Streams the rows of a JSONL file through `onRow` and counts the verdict of each. Lines that are too long, invalid
 * text, nested too deeply or not JSON are reported, and reading continues. A last line that has no line break and
 * cannot be parsed yet is pending, not an error.
 */
export async function readJsonl(
  file: TranscriptFile,
  fileIndex: number,
  encoding: TextEncodingName,
  run: ImportRun,
  onRow: RowHandler,
): Promise<ImportFailure | null> {
  const reader = new JsonlReader(fileIndex, encoding, run, onRow);
  try {
    for await (const chunk of file.open()) {
      reader.read(chunk);
      const failure = run.advance(chunk.length);
      if (failure) return failure;
    }
  } catch (error) {
    if (run.isCancelled) return CANCELLED;
    throw error;
  }
  reader.end();
  return run.advance(0);
}

class JsonlReader {
  private readonly splitter: LineSplitter;

  constructor(
    private readonly fileIndex: number,
    private readonly encoding: TextEncodingName,
    private readonly run: ImportRun,
    private readonly onRow: RowHandler,
  ) {
    this.splitter = new LineSplitter(run.limits.maxLineBytes, encoding);
  }

  read(chunk: Uint8Array) {
    for (const line of this.splitter.push(chunk)) this.readLine(line);
  }

  end() {
    for (const line of this.splitter.end()) this.readLine(line);
  }

  private readLine(raw: RawLine) {
    const { line, byteOffset, byteLength } = raw;
    const source = { file: this.fileIndex, line, byteOffset, byteLength };
    if (!raw.isTooLong && isBlank(raw.bytes, this.encoding)) this.run.blank += 1;
    else this.readRow(raw, source);
  }

  private readRow(raw: RawLine, source: SourceLocation) {
    if (raw.isTooLong) return this.reject("line-too-long", raw, source);
    const parsed = parseJsonBytes(raw.bytes, this.encoding, this.run.limits.maxDepth);
    if ("value" in parsed) this.run.settle(this.onRow(parsed.value, source), source);
    else if (parsed.fault === "not-json" && this.readSeveral(raw, source)) return;
    else if (!raw.isTerminated && parsed.fault !== "too-deep") this.leaveOut(raw, source);
    else this.reject(parsed.fault, raw, source);
  }

  /**
   * Reads several rows in one line, as two concurrent writers leave them. What remains is reported with its size. False
   * if the line is not of that kind.
   */
  private readSeveral(raw: RawLine, source: SourceLocation): boolean {
    const ranges = this.encoding === "utf-8" && raw.isTerminated ? valuesIn(raw.bytes) : [];
    const pieces = ranges.map(({ start, end }, row) => {
      const bytes = raw.bytes.subarray(start, end);
      const place = { ...source, byteOffset: source.byteOffset + start, byteLength: bytes.length };
      const parsed = parseJsonBytes(bytes, this.encoding, this.run.limits.maxDepth);
      return { parsed, bytes, place: row === 0 ? place : { ...place, row } };
    });
    if (pieces.length < 2 || !pieces.some(({ parsed }) => "value" in parsed)) return false;
    for (const { parsed, bytes, place } of pieces)
      if ("value" in parsed) this.run.settle(this.onRow(parsed.value, place), place);
      else this.reject(parsed.fault, { ...raw, bytes, byteLength: bytes.length }, place);
    return true;
  }

  /** The line is not an error, because the file may still be being written, but it is not in the session either. */
  private leaveOut(raw: RawLine, source: SourceLocation) {
    const { line, byteLength } = raw;
    this.run.pendingBytes += byteLength;
    const message = `Line ${line}, the last one, ends in the middle: its ${byteLength.toLocaleString("en")} bytes are not in the session. If the file is still being written, import it again later.`;
    const cut = cutOf(raw.bytes, this.encoding);
    this.run.report("unfinished-line", message, source, excerptOf(raw.bytes, this.encoding), cut);
  }

  private reject(fault: JsonTextFault | "line-too-long", raw: RawLine, source: SourceLocation) {
    const excerpt = excerptOf(raw.bytes, this.encoding);
    this.run.settle({ bad: fault, message: this.explain(fault, raw), excerpt }, source);
  }

  private explain(fault: JsonTextFault | "line-too-long", raw: RawLine): string {
    const { maxLineBytes, maxDepth } = this.run.limits;
    const place = `Line ${raw.line}`;
    switch (fault) {
      case "line-too-long":
        return `${place} has ${raw.byteLength} bytes; the limit is ${maxLineBytes}. It was skipped, all other lines were kept.`;
      case "invalid-utf8":
        return `${place} is not valid ${this.encoding} text. It was skipped, all other lines were kept.`;
      case "too-deep":
        return `${place} nests deeper than ${maxDepth} levels. It was skipped, all other lines were kept.`;
      case "not-json":
        return `${place} is not JSON: ${raw.byteLength.toLocaleString("en")} bytes of it were skipped, everything else was kept.`;
      default:
        return fault satisfies never;
    }
  }
}

function isBlank(bytes: Uint8Array, encoding: TextEncodingName): boolean {
  const hasHalves = encoding !== "utf-8";
  for (const byte of bytes) {
    const isSpace = byte === 32 || byte === 9 || byte === 13 || (byte === 0 && hasHalves);
    if (!isSpace) return false;
  }
  return true;
}
