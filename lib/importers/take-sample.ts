import { fail, ok, type Result } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asObject, type JsonObject } from "../formats/json-fields";
import { openZip } from "./containers/open-zip";
import { binaryFailure, EMPTY_FILE, isZip, textFailure } from "./describe-file";
import { CANCELLED } from "./import-failure";
import type { ImportRun } from "./import-run";
import type { ImportFailure, Sample, TranscriptFile } from "./importer";
import { readJsonFile } from "./json-file";
import { parseJsonBytes } from "./json-text";
import { LineSplitter, markLength, type RawLine, type TextEncodingName } from "./line-splitter";
import { openStore } from "./sqlite/open-store";
import { isSqlite } from "./sqlite/pages";

const SAMPLE_ROWS = 20;
const SAMPLE_BYTES = 64 * 1024;
const LEAD_IN_LINES = 20;
const HEAD_BYTES = 4096;

/** Reads the start of a file and returns the sample for detecting its format. Does not use the file's name. */
export async function takeSample(
  file: TranscriptFile,
  run: ImportRun,
  others: readonly TranscriptFile[] = [],
): Promise<Result<Sample, ImportFailure>> {
  const head = await readHead(file, run);
  if (run.isCancelled) return fail(CANCELLED);
  if (isZip(head.bytes)) return ok({ shape: "archive", entries: await openZip(file, run) });
  if (isSqlite(head.bytes)) return sampleStore(file, others, run);
  const binary = binaryFailure(head.bytes);
  if (binary) return fail(binary);
  if (head.isBlank) return fail(EMPTY_FILE);
  const { rows, encoding } = head;
  const asRows: Sample = { shape: "rows", rows, encoding };
  if (head.startsWithRow) return ok(asRows);
  const value = await valueAfterLeadIn(file, head, run);
  if (value) return value;
  if (!head.startsLikeJson) return rows.length > 0 && !head.startsLikeMarkdown ? ok(asRows) : asText(head);
  if (rows.length > 0 && head.firstFault === "line-too-long") return ok(asRows);
  const whole = await readJsonFile(file, encoding, run);
  if (whole.ok) return ok({ shape: "value", value: whole.value });
  if (rows.length > 0 && whole.error.code !== "cancelled") return ok(asRows);
  return whole;
}

/** A database's sample is its tables, including what is in a log given with it. */
async function sampleStore(
  file: TranscriptFile,
  others: readonly TranscriptFile[],
  run: ImportRun,
): Promise<Result<Sample, ImportFailure>> {
  const opened = await openStore(file, others, run);
  return opened.ok ? ok({ shape: "store", ...opened.value }) : opened;
}

/** The JSON value of a file that begins with a few lines of redirected shell output; null for any other form. */
async function valueAfterLeadIn(
  file: TranscriptFile,
  { leadIn, jsonAt, encoding, startsLikeMarkdown }: Head,
  run: ImportRun,
): Promise<Result<Sample, ImportFailure> | null> {
  if (leadIn.length === 0 || jsonAt === null || startsLikeMarkdown) return null;
  const whole = await readJsonFile(file, encoding, run, jsonAt);
  if (!whole.ok) return whole.error.code === "cancelled" ? whole : null;
  const first = Array.isArray(whole.value) ? whole.value[0] : whole.value;
  return asObject(first) ? ok({ shape: "value", value: whole.value, leadIn }) : null;
}

function asText(head: Head): Result<Sample, ImportFailure> {
  const isUtf8 = head.encoding === "utf-8";
  const failure = textFailure(isUtf8 ? head.bytes : new TextEncoder().encode(head.text()));
  return failure.code === "binary" ? fail(failure) : ok({ shape: "text", head: head.text(), encoding: head.encoding });
}

async function readHead(file: TranscriptFile, run: ImportRun): Promise<Head> {
  const head = new Head(run);
  for await (const chunk of file.open()) {
    if (run.isCancelled || head.push(chunk)) break;
  }
  head.end();
  return head;
}

class Head {
  readonly rows: JsonObject[] = [];
  encoding: TextEncodingName = "utf-8";
  bytes = new Uint8Array(0);
  startsWithRow = false;
  firstFault: string | null = null;
  /** The lines before the first one that starts like JSON, and that line's place if it is not a row itself. */
  readonly leadIn: SourceLocation[] = [];
  jsonAt: number | null = null;
  private isPastLeadIn = false;
  private splitter: LineSplitter | null = null;
  private seen = 0;
  private lines = 0;

  constructor(private readonly run: ImportRun) {}

  /** True if enough has been read. */
  push(chunk: Uint8Array): boolean {
    this.seen += chunk.length;
    if (this.splitter) return this.read(this.splitter.push(chunk));
    const joined = new Uint8Array(this.bytes.length + chunk.length);
    joined.set(this.bytes);
    joined.set(chunk, this.bytes.length);
    this.bytes = joined;
    return joined.length >= HEAD_BYTES && this.start();
  }

  end() {
    if (!this.splitter) this.start();
    if (this.splitter) this.read(this.splitter.end());
  }

  /** True if the first bytes are only white space and no line after them has content. */
  get isBlank(): boolean {
    return this.lines === 0 && this.text() === "";
  }

  get startsLikeJson(): boolean {
    return /^[[{]/.test(this.text());
  }

  /** True if a heading, a comment or a speaker comes first, because JSON rows further down are then quotations. */
  get startsLikeMarkdown(): boolean {
    return /^(# |<!-- |(?:user|assistant):\s*\n)/.test(this.text());
  }

  text(): string {
    const mark = markLength(this.bytes, this.encoding);
    return new TextDecoder(this.encoding).decode(this.bytes.subarray(mark)).trim();
  }

  private start(): boolean {
    this.encoding = encodingOf(this.bytes);
    this.splitter = new LineSplitter(this.run.limits.maxLineBytes, this.encoding);
    const isEnough = this.read(this.splitter.push(this.bytes));
    this.bytes = this.bytes.slice(0, HEAD_BYTES);
    return isEnough;
  }

  private read(lines: readonly RawLine[]): boolean {
    for (const line of lines) {
      if (this.rows.length >= SAMPLE_ROWS) break;
      this.readLine(line);
    }
    const hasRows = this.rows.length > 0;
    if (hasRows) return this.rows.length >= SAMPLE_ROWS || this.seen > SAMPLE_BYTES;
    return this.lines > LEAD_IN_LINES || this.seen > this.run.limits.maxJsonBytes;
  }

  private readLine(line: RawLine) {
    if (!line.isTooLong && line.bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)) return;
    this.lines += 1;
    const parsed = line.isTooLong
      ? { fault: "line-too-long" }
      : parseJsonBytes(line.bytes, this.encoding, this.run.limits.maxDepth);
    const row = "value" in parsed ? asObject(parsed.value) : null;
    if (row) this.rows.push(row);
    this.noteLeadIn(line, row !== null);
    if (this.lines > 1) return;
    this.startsWithRow = row !== null;
    this.firstFault = "fault" in parsed ? parsed.fault : null;
  }

  private noteLeadIn({ line, byteOffset, byteLength, bytes }: RawLine, isRow: boolean) {
    if (this.isPastLeadIn) return;
    const start = new TextDecoder(this.encoding).decode(bytes.subarray(0, 64)).trimStart();
    this.isPastLeadIn = isRow || /^[[{]/.test(start);
    if (!this.isPastLeadIn) this.leadIn.push({ file: 0, line, byteOffset, byteLength });
    else if (!isRow) this.jsonAt = byteOffset;
  }
}

function encodingOf(head: Uint8Array): TextEncodingName {
  if (markLength(head, "utf-16le") > 0) return "utf-16le";
  return markLength(head, "utf-16be") > 0 ? "utf-16be" : "utf-8";
}
