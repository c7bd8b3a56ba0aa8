const encoder = new TextEncoder();
const KEPT_BYTES = 1 << 20;

/** A reusable buffer that holds one text as UTF-8. Lone surrogates become U+FFFD, as in tiktoken. */
export type Utf8Buffer = {
  readonly bytes: Uint8Array;
  /** Replaces the content by this text and returns its length in bytes. */
  write(text: string): number;
};

export function createUtf8Buffer(): Utf8Buffer {
  let kept = new Uint8Array(1 << 12);
  const buffer = { bytes: kept, write };

  function write(text: string): number {
    const worstCase = text.length * 3; // one UTF-16 unit takes at most three bytes
    if (worstCase > KEPT_BYTES) {
      buffer.bytes = encoder.encode(text);
      return buffer.bytes.length;
    }
    if (worstCase > kept.length) kept = new Uint8Array(2 ** Math.ceil(Math.log2(worstCase)));
    buffer.bytes = kept;
    return encoder.encodeInto(text, kept).written;
  }
  return buffer;
}
