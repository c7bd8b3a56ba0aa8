import { archiveTooLarge } from "./archive-fault";

export type UnpackLimits = {
  /** Bytes before and after unpacking. A stream larger than ratio × packed bytes is a bomb. */
  readonly packedBytes: number;
  readonly maxBytes: number;
  readonly maxRatio: number;
};

/** Below this size no ratio is suspicious, because short repetitive text packs very well. */
const HARMLESS_BYTES = 1024 * 1024;

/** Throws if this many unpacked bytes exceed the limits. */
export function checkSize(bytes: number, { packedBytes, maxBytes, maxRatio }: UnpackLimits) {
  if (bytes > maxBytes) throw archiveTooLarge(`it unpacks to more than ${maxBytes} bytes`);
  if (bytes > HARMLESS_BYTES && bytes > packedBytes * maxRatio)
    throw archiveTooLarge(`it unpacks to more than ${maxRatio} times its size`);
}
