import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter, type RawLine } from "@/lib/importers/line-splitter";

const LIMIT = 12;

/** The same result, computed in the slow and obvious way. */
function referenceLines(bytes: Uint8Array) {
  const lines: {
    line: number;
    byteOffset: number;
    byteLength: number;
    isTooLong: boolean;
    text: string | null;
    isTerminated: boolean;
  }[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const isTerminated = bytes[at] === 10;
    if (!isTerminated && (at < bytes.length || at === start)) continue;
    const isTooLong = at - start > LIMIT;
    const end = isTerminated && !isTooLong && at > start && bytes[at - 1] === 13 ? at - 1 : at;
    const isFirst = lines.length === 0;
    const from =
      isFirst && end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf
        ? start + 3
        : start;
    const text = isTooLong ? null : [...bytes.subarray(from, end)].join(" ");
    lines.push({ line: lines.length + 1, byteOffset: from, byteLength: end - from, isTooLong, text, isTerminated });
    start = at + 1;
  }
  return lines;
}

const drawn = ({ line, byteOffset, byteLength, isTooLong, bytes, isTerminated }: RawLine) => ({
  line,
  byteOffset,
  byteLength,
  isTooLong,
  text: isTooLong ? null : [...bytes].join(" "),
  isTerminated,
});

function split(chunks: readonly Uint8Array[]) {
  const splitter = new LineSplitter(LIMIT);
  // Copied immediately, because a line's bytes are only valid until the next push.
  const lines = chunks.flatMap((chunk) => splitter.push(chunk).map(drawn));
  return [...lines, ...splitter.end().map(drawn)];
}

const interestingByte = fc.oneof(fc.constantFrom(10, 13, 0xef, 0xbb, 0xbf, 65), fc.integer({ min: 0, max: 255 }));
const chunkedBytes = fc.array(
  fc.array(interestingByte, { maxLength: 9 }).map((bytes) => Uint8Array.from(bytes)),
  { maxLength: 12 },
);

describe("LineSplitter", () => {
  test("any chunking of any bytes gives the same lines", () => {
    fc.assert(
      fc.property(chunkedBytes, (chunks) => {
        const whole = Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
        expect(split(chunks)).toEqual(referenceLines(whole));
        expect(split([whole])).toEqual(referenceLines(whole));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["utf-16le", "utf-16be"] as const)("any chunking of %s text gives its lines", (encoding) => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 6 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        (texts, size) => {
          const lines = texts.map((text) => text.replace(/[\r\n\ufeff]/g, "x"));
          const bytes = encode16(`\ufeff${lines.join("\r\n")}`, encoding);
          const splitter = new LineSplitter(1000, encoding);
          const found: string[] = [];
          for (let at = 0; at < bytes.length; at += size)
            for (const line of splitter.push(bytes.subarray(at, at + size))) found.push(decode16(line.bytes, encoding));
          for (const line of splitter.end()) found.push(decode16(line.bytes, encoding));
          // Text after the last line break is a line only if it is not empty.
          const expected = lines.at(-1) === "" && lines.length > 1 ? lines.slice(0, -1) : lines;
          expect(found.length === 0 ? [""] : found).toEqual(expected.length === 0 ? [""] : expected);
        },
      ),
    );
  });

  test("discards the bytes of an overlong line and counts them", () => {
    const splitter = new LineSplitter(16);
    const chunk = new Uint8Array(1000).fill(65);
    for (let turn = 0; turn < 100; turn += 1) expect(splitter.push(chunk)).toEqual([]);
    const [long, next] = [...splitter.push(Uint8Array.of(10, 66, 10))];
    expect(long).toMatchObject({ isTooLong: true, byteLength: 100_000, byteOffset: 0 });
    expect(long?.bytes.length).toBeLessThanOrEqual(800);
    expect(next).toMatchObject({ isTooLong: false, line: 2, byteOffset: 100_001, byteLength: 1 });
  });
});

function encode16(text: string, encoding: "utf-16le" | "utf-16be"): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), encoding === "utf-16le");
  return bytes;
}

function decode16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += 2) text += String.fromCharCode(view.getUint16(at, encoding === "utf-16le"));
  return text;
}
