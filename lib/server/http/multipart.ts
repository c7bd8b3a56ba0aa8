/**
 * A streaming reader of multipart/form-data (RFC 7578): `request.formData()` holds the entire body in memory, and a
 * transcript may be 500 MB.
 */

export type MultipartFile = { readonly name: string; readonly body: AsyncIterable<Uint8Array> };

export class MultipartError extends Error {}

const MAX_HEADER_BYTES = 16_384;
const CRLF = Buffer.from("\r\n");

export function boundaryOf(contentType: string): string | null {
  const match = contentType.match(/;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i);
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Yields the file parts in order; other fields are skipped. Unread bytes of a `body` are discarded when the next part
 * is requested.
 */
export async function* readMultipart(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartFile> {
  const reader = new DelimitedReader(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  reader.prepend(CRLF); // the first boundary has no line break before it
  await drain(reader.until(delimiter));
  while (!(await reader.atClose())) {
    const headers = await readHeaders(reader);
    const body = reader.until(delimiter);
    const name = fileNameOf(headers);
    if (name !== null) yield { name, body };
    await drain(body);
  }
  await reader.finish();
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

async function readHeaders(reader: DelimitedReader): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reader.until(Buffer.from("\r\n\r\n"))) {
    size += chunk.byteLength;
    if (size > MAX_HEADER_BYTES) throw new MultipartError("the headers of a part are too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Prefers `filename*` (RFC 5987) to `filename`; null for an ordinary field. */
function fileNameOf(headers: string): string | null {
  const disposition = headers.split("\r\n").find((line) => /^content-disposition:/i.test(line)) ?? "";
  const extended = disposition.match(/;\s*filename\*=UTF-8''([^;\s]+)/i)?.[1];
  if (extended !== undefined) return decodeSafely(extended);
  const plain = disposition.match(/;\s*filename="((?:[^"\\]|\\.)*)"/i)?.[1];
  return plain === undefined ? null : plain.replace(/%22/g, '"').replace(/\\(.)/g, "$1");
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads up to a delimiter without ever keeping more than one chunk and one delimiter in memory. */
class DelimitedReader {
  #pending: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  prepend(bytes: Buffer): void {
    this.#pending = Buffer.concat([bytes, this.#pending]);
  }

  /** Yields the bytes before the delimiter and consumes the delimiter. Throws if the body ends first. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#pending.indexOf(delimiter);
      if (at >= 0) {
        const found = this.#pending.subarray(0, at);
        this.#pending = this.#pending.subarray(at + delimiter.length);
        if (found.length > 0) yield found;
        return;
      }
      const safe = this.#pending.length - delimiter.length + 1;
      if (safe > 0) {
        const ready = this.#pending.subarray(0, safe);
        this.#pending = this.#pending.subarray(safe);
        yield ready;
      }
      await this.#fill();
    }
  }

  /** After a boundary: `--` ends the body, a line break begins a part. */
  async atClose(): Promise<boolean> {
    while (this.#pending.length < 2) await this.#fill();
    const mark = this.#pending.subarray(0, 2).toString("latin1");
    if (mark !== "--" && mark !== "\r\n")
      throw new MultipartError("a boundary is followed by neither -- nor a line break");
    // The line break is consumed. Only a part without headers would need it, and form data always has headers.
    this.#pending = this.#pending.subarray(2);
    return mark === "--";
  }

  /** Reads what follows the closing boundary, usually a line break, which may arrive by itself. */
  async finish(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done) throw new MultipartError("the body ended before its closing boundary");
    this.#pending = this.#pending.length === 0 ? Buffer.from(value) : Buffer.concat([this.#pending, value]);
  }
}
