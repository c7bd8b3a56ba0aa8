import { asObject } from "../formats/json-fields";
import { fill } from "./import-failure";
import type { ImportFailure } from "./importer";

type Signature = { readonly bytes: readonly number[]; readonly what: string; readonly advice: string };

const UNPACK = "Unpack it and import the transcript inside.";
const NOT_TEXT = "Choose the transcript file (usually .jsonl or .json).";

/** Encrypted conversations have no signature to recognise them by. */
const BINARY =
  "This is binary data (it starts with {start}), not a transcript. Choose the transcript file (usually .jsonl or .json). (Trae's database and older conversations of Antigravity, .pb, are encrypted by their clients, so no other program can read them.)";

/** First bytes of files that people drop by mistake. Source: the formats' specifications. */
const SIGNATURES: readonly Signature[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: "a PNG image", advice: NOT_TEXT },
  { bytes: [0xff, 0xd8, 0xff], what: "a JPEG image", advice: NOT_TEXT },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: "a GIF image", advice: NOT_TEXT },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: "a PDF document", advice: NOT_TEXT },
  { bytes: [0x1f, 0x8b], what: "a damaged gzip archive", advice: UNPACK },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: "a damaged zstd archive", advice: UNPACK },
  { bytes: [0x42, 0x5a, 0x68], what: "a bzip2 archive", advice: UNPACK },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], what: "an xz archive", advice: UNPACK },
];

/** The first bytes of a local header, or of the end record of an empty archive. */
const ZIP: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

const startsWith = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);

export const isZip = (head: Uint8Array) => ZIP.some((signature) => startsWith(head, signature));

const hex = (bytes: Uint8Array) =>
  [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");

/** The failure for bytes that cannot be text; null if they can. */
export function binaryFailure(head: Uint8Array): ImportFailure | null {
  const signature = SIGNATURES.find(({ bytes }) => startsWith(head, bytes));
  if (signature) {
    const { what, advice } = signature;
    return { code: "binary", message: fill("This is {what}, not a transcript. {advice}", { what, advice }) };
  }
  if (looksLikeBareUtf16(head)) return UNMARKED_UTF16;
  return null;
}

const UNMARKED_UTF16: ImportFailure = {
  code: "unsupported-encoding",
  message: "This looks like UTF-16 text without a byte order mark. Save it as UTF-8 and import it again.",
};

/** True if every second byte is zero: ASCII text in two-byte units. */
function looksLikeBareUtf16(head: Uint8Array): boolean {
  const pairs = Math.min(64, Math.floor(head.length / 2));
  const isMarked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (pairs < 2 || isMarked) return false;
  const zerosAt = (offset: number) => {
    for (let pair = 0; pair < pairs; pair += 1)
      if (head[pair * 2 + offset] !== 0 || head[pair * 2 + 1 - offset] === 0) return false;
    return true;
  };
  return zerosAt(0) || zerosAt(1);
}

/** The failure for text in which no transcript was found. */
export function textFailure(head: Uint8Array): ImportFailure {
  const text = new TextDecoder().decode(head).trimStart();
  const controls = head.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 27) ? 1 : 0), 0);
  if (controls > head.length / 100) return { code: "binary", message: fill(BINARY, { start: hex(head) }) };
  return notTranscript(looksOf(text));
}

function looksOf(text: string): string {
  if (/^<(!doctype html|html|head|body)/i.test(text))
    return "an HTML page (often an error or login page saved in place of the file)";
  if (/^<\?xml|^<[a-z]/i.test(text)) return "an XML or HTML document";
  if (/^[[{]/.test(text)) return "JSON that is cut off or damaged";
  return "plain text";
}

/** The failure for JSON of a shape that no importer knows. */
export function unknownShape(value: unknown): ImportFailure {
  if (Array.isArray(value))
    return notTranscript(fill("a JSON list of {count} items that are not messages", { count: value.length }));
  const fields = asObject(value);
  if (!fields) return notTranscript("a single JSON value");
  const keys = Object.keys(fields)
    .slice(0, 6)
    .map((key) => key.slice(0, 40));
  return notTranscript(fill("a JSON object with the keys {keys}", { keys: keys.join(", ") || "(none)" }));
}

export const notTranscript = (looks: string): ImportFailure => notReadable(looks, ADVICE);

/** A failure with specific advice in place of the list of formats that can be imported. */
export const notReadable = (looks: string, advice: string): ImportFailure => ({
  code: "not-a-transcript",
  message: fill("This is not a transcript that Winnow knows: it looks like {looks}. {advice}", { looks, advice }),
});

const ADVICE =
  "Import the session of a coding agent, the export of a chat, a trace, or messages in a provider's format (as they are, or in a ZIP, gzip or zstd archive).";

export const EMPTY_FILE: ImportFailure = {
  code: "empty-file",
  message: "The file has no rows: it is empty or contains only blank lines.",
};
