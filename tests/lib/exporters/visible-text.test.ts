import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleJson, visibleLine, visibleText } from "@/lib/exporters/visible-text";
import { statusLine } from "@/package/command/statusline";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be left
const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const texts = fc.string({
  unit: fc.oneof(fc.constantFrom("\u001b", "\u009b", "\r", "\n", "\t", "\u202e", "\u{e0041}", "é", "\\"), fc.string()),
});

test("leaves nothing that a terminal obeys or nobody sees; is idempotent, and keeps line feeds and tabs", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const visible = visibleText(text);
      expect(visible).not.toMatch(ACTS);
      expect(visibleText(visible)).toBe(visible);
      expect(visibleLine(text)).not.toMatch(/[\n\t]/);
    }),
  );
  expect(visibleText("a\tb\r\nc\u001b[2J")).toBe("a\tb\nc\\u{1b}[2J");
});

test("JSON keeps its value", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const json = visibleJson(JSON.stringify({ [text]: text }, null, 2));
      expect(json).not.toMatch(ACTS);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
  );
});

test("a status line is one line, whatever the model's name", () => {
  const line = statusLine(
    JSON.stringify({
      model: { display_name: "X\u001b]0;PWN\u0007\u001b[2J\nsecond" },
      prompt_cache: { last_miss_cause: { causes: ["a\u009b2J", "b\r\nc"] } },
    }),
  );
  expect(line).toBe("X\\u{1b}]0;PWN\\u{7}\\u{1b}[2J second · last miss: a\\u{9b}2J, b c");
});
