import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { codeTokens } from "@/lib/view-models/api-docs/code-tokens";

const coloured = (text: string) =>
  codeTokens(text).flatMap(({ text: piece, kind }) => (kind === "plain" ? [] : [`${kind} ${piece}`]));

test("JSON keys stay plain; strings, numbers and literals are distinguished", () => {
  expect(coloured('{"a": "x \\" 1", "b": [-1.5, 2e3, true, null], "c4": "true"}')).toEqual([
    String.raw`string "x \" 1"`,
    "literal -1.5",
    "literal 2e3",
    "literal true",
    "literal null",
    'string "true"',
  ]);
});

test("the JSON in a shell's quotes is read as JSON, an address in them is one string", () => {
  expect(coloured("curl 'http://127.0.0.1:3000/api' \\\n  -d '{\n  \"lines\": 40\n}'")).toEqual([
    "string 'http://127.0.0.1:3000/api'",
    "literal 40",
  ]);
});

test("digits inside a word are not numbers", () => {
  expect(coloured("o200k v1.2.3 sha256 True")).toEqual(["literal True"]);
});

property.prop([
  fc.string({ unit: fc.constantFrom('"', "'", "\\", "1", ".", "a", ":", "\n", " ", "智"), maxLength: 60 }),
])("law: the pieces are the text, in order", (text) => {
  const tokens = codeTokens(text);
  expect(tokens.map((token) => token.text).join("")).toBe(text);
  for (const { start, text: piece } of tokens) expect(text.slice(start, start + piece.length)).toBe(piece);
});
