export type ImageSize = { readonly width: number; readonly height: number };

/** Base64 characters of an image that are decoded to find its size. In a JPEG the frame header follows the metadata. */
const HEADER_BASE64_CHARACTERS = 256 * 1024;

/** Pixel size of a PNG, GIF, WebP or JPEG from its base64 text; null if the header is not recognised. */
export function imageSize(base64: string): ImageSize | null {
  const bytes = decodeHead(base64);
  if (bytes === null || bytes.length < 30) return null;
  return pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes);
}

function decodeHead(base64: string): Uint8Array | null {
  try {
    const head = base64.slice(0, HEADER_BASE64_CHARACTERS);
    const binary = atob(head.slice(0, head.length - (head.length % 4)));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const at = (bytes: Uint8Array, index: number) => bytes[index] ?? 0;
const big16 = (bytes: Uint8Array, index: number) => at(bytes, index) * 256 + at(bytes, index + 1);
const little16 = (bytes: Uint8Array, index: number) => at(bytes, index) + at(bytes, index + 1) * 256;
const little24 = (bytes: Uint8Array, index: number) => little16(bytes, index) + at(bytes, index + 2) * 65_536;
const text = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));

function pngSize(bytes: Uint8Array): ImageSize | null {
  if (text(bytes, 1, 4) !== "PNG") return null;
  return {
    width: big16(bytes, 16) * 65_536 + big16(bytes, 18),
    height: big16(bytes, 20) * 65_536 + big16(bytes, 22),
  };
}

function gifSize(bytes: Uint8Array): ImageSize | null {
  return text(bytes, 0, 3) === "GIF" ? { width: little16(bytes, 6), height: little16(bytes, 8) } : null;
}

function webpSize(bytes: Uint8Array): ImageSize | null {
  if (text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 12) !== "WEBP") return null;
  const chunk = text(bytes, 12, 16);
  if (chunk === "VP8X") return { width: little24(bytes, 24) + 1, height: little24(bytes, 27) + 1 };
  if (chunk === "VP8 ") return { width: little16(bytes, 26) & 0x3fff, height: little16(bytes, 28) & 0x3fff };
  if (chunk !== "VP8L") return null;
  const packed = little24(bytes, 21) + at(bytes, 24) * 16_777_216;
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

/** Walks the segments up to the frame header (SOF0–SOF15 without DHT, JPG and DAC). */
function jpegSize(bytes: Uint8Array): ImageSize | null {
  if (big16(bytes, 0) !== 0xffd8) return null;
  let index = 2;
  while (index + 9 < bytes.length && at(bytes, index) === 0xff) {
    const marker = at(bytes, index + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: big16(bytes, index + 5), width: big16(bytes, index + 7) };
    index += 2 + big16(bytes, index + 2);
  }
  return null;
}
