import { isJson } from "../../formats/json-fields";
import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";

/**
 * Reads a list too large for memory as lines, one per item. The text between its brackets is already JSON lines, except
 * that commas separate the items instead of line breaks. Every byte keeps its place, so an item can be found in the
 * file by its offset.
 */
const LIST = /^\s*\[/;

/** Objects around a single list. Their formats also exist as lines, each of which is such an object with one item. */
const WRAPPED = /^\s*\{\s*"(?:resourceSpans|resource_spans)"\s*:\s*\[/;

/** The byte order mark that may precede the list in UTF-8. */
const MARK = /^\ufeff/;
const HEAD_BYTES = 4096;

/**
 * The file as lines if it is one JSON list (or an object around one) above `maxJsonBytes`; otherwise the file itself.
 */
export async function unrollList(file: TranscriptFile, run: ImportRun): Promise<TranscriptFile> {
  const { maxJsonBytes } = run.limits;
  const head = (await headOf(file)).replace(MARK, "");
  const wrapper = WRAPPED.exec(head)?.[0];
  const isList = wrapper !== undefined || (LIST.test(head) && !startsWithWholeLine(head));
  if (!isList || !(await isLargerThan(file, maxJsonBytes))) return file;
  return { ...file, open: () => unrolled(file.open(), wrapper) };
}

async function headOf(file: TranscriptFile): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let head = "";
  for await (const chunk of file.open()) {
    head += decoder.decode(chunk.subarray(0, HEAD_BYTES), { stream: true });
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

/** True if the list ends on the first line and more follows, so the line is one row of several. */
function startsWithWholeLine(head: string): boolean {
  const line = head.trimStart().split("\n", 1)[0] ?? "";
  return line !== head.trimStart() && /\]\s*$/.test(line) && isJson(line);
}

/** True if the unpacked file is larger than the limit. `bytes` is the size before unpacking. */
async function isLargerThan(file: TranscriptFile, limit: number): Promise<boolean> {
  if (file.bytes > limit) return true;
  let length = 0;
  for await (const chunk of file.open()) {
    length += chunk.length;
    if (length > limit) return true;
  }
  return false;
}

async function* unrolled(content: AsyncIterable<Uint8Array>, wrapper: string | undefined): AsyncGenerator<Uint8Array> {
  const lines = new ListUnroller(wrapper);
  for await (const chunk of content) for (const piece of lines.push(chunk)) yield piece;
}

const [QUOTE, BACKSLASH, COMMA, SPACE, LINE_FEED, RETURN] = [34, 92, 44, 32, 10, 13] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/**
 * Cuts the chunks of one list into lines by replacing bytes. If there is a wrapper, each item is put into a copy of it.
 */
class ListUnroller {
  private readonly itemDepth: number;
  private readonly between: Uint8Array;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isPast = false;

  constructor(wrapper: string | undefined) {
    this.itemDepth = wrapper === undefined ? 1 : 2;
    this.between = new TextEncoder().encode(wrapper === undefined ? "" : `]}\n${wrapper.replace(/\s/g, "")}`);
  }

  push(chunk: Uint8Array): Uint8Array[] {
    const bytes = chunk.slice();
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isInString) this.readString(bytes[at] as number);
      else if (this.readToken(bytes, at)) {
        pieces.push(bytes.subarray(from, at), this.between);
        from = at + 1;
      }
    }
    pieces.push(bytes.subarray(from));
    return pieces;
  }

  private readString(byte: number) {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInString = false;
  }

  /** Handles a byte outside strings. True if the wrapper's text between two items must replace it. */
  private readToken(bytes: Uint8Array, at: number): boolean {
    const byte = bytes[at] as number;
    if (byte === QUOTE) this.isInString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (this.depth === 0 && this.itemDepth === 1 && !this.isPast) bytes[at] = SPACE;
      this.depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.close(bytes, at);
    else if (byte === COMMA && this.depth === this.itemDepth && !this.isPast) return this.endItem(bytes, at);
    else if ((byte === LINE_FEED || byte === RETURN) && !this.isPast) bytes[at] = SPACE;
    return false;
  }

  private close(bytes: Uint8Array, at: number) {
    this.depth -= 1;
    if (this.depth !== 0 || this.isPast) return;
    if (this.itemDepth === 1) bytes[at] = LINE_FEED;
    // Text after the list is read unchanged.
    this.isPast = true;
  }

  private endItem(bytes: Uint8Array, at: number): boolean {
    if (this.itemDepth === 2) return true;
    bytes[at] = LINE_FEED;
    return false;
  }
}
