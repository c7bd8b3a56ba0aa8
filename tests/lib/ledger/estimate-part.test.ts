import { expect, test } from "vitest";
import { estimatePart } from "@/lib/ledger/estimate-part";
import { imageSize } from "@/lib/ledger/image-size";
import { quarterTokenizer } from "../../support/fake-tokenizer";

const base64 = (bytes: number[]) => Buffer.from([...bytes, ...new Array(40).fill(0)]).toString("base64");
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const png = (width: number, height: number) =>
  base64([0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a, 0, 0, 0, 13, ...ascii("IHDR"), ...big32(width), ...big32(height)]);
const big32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

test.each([
  ["PNG", png(1000, 700), { width: 1000, height: 700 }],
  ["GIF", base64([...ascii("GIF89a"), 0x2c, 0x01, 0x64, 0x00]), { width: 300, height: 100 }],
  [
    "JPEG",
    base64([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0x02, 0x58, 0x03, 0x20]),
    { width: 800, height: 600 },
  ],
  [
    "WebP",
    base64([...ascii("RIFF"), 0, 0, 0, 0, ...ascii("WEBPVP8X"), 10, 0, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0xff, 1, 0]),
    { width: 1024, height: 512 },
  ],
  ["something else", base64(ascii("%PDF-1.7")), null],
  ["no base64", "§§§", null],
])("the size of a %s", (_, data, size) => expect(imageSize(data)).toEqual(size));

test("an image costs its patches; one of unknown size the maximum", () => {
  const file = { id: "f", type: "file", mediaType: "image/png", byteLength: 1 } as const;
  expect(estimatePart({ ...file, data: png(1000, 1000) }, quarterTokenizer)).toMatchObject({ text: 0, fixed: 1296 });
  expect(estimatePart({ ...file, data: png(9000, 9000) }, quarterTokenizer)).toMatchObject({ text: 0, fixed: 1568 });
  expect(estimatePart(file, quarterTokenizer)).toMatchObject({ text: 0, fixed: 1568 });
});

test("a result counts its text and its images", () => {
  const output = [
    { type: "text", text: "12345678" },
    { type: "file", mediaType: "image/png", byteLength: 1, data: png(28, 56) },
  ] as const;
  const part = { id: "r", type: "tool-result", toolCallId: "a", output, isError: false } as const;
  expect(estimatePart(part, quarterTokenizer)).toEqual({ text: 2, fixed: 2, frame: 0 });
});

test("encrypted reasoning, or reasoning summarised by Claude, counts by its signature", () => {
  const part = { id: "t", type: "reasoning", text: "", signature: "x".repeat(900) } as const;
  const summarised = { ...part, text: "a summary" };
  const claude = { ...quarterTokenizer, id: "claude" } as const;
  expect(estimatePart(part, quarterTokenizer).text).toBe(200);
  expect(estimatePart(summarised, claude).text).toBe(200);
  expect(estimatePart(summarised, quarterTokenizer).text).toBe(3);
});
