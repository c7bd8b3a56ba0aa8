import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleName } from "@/lib/read-models/visible-name";
import { fileName } from "@/lib/server/ingest/uploads";
import { describeFound } from "@/lib/view-models/library/found-sessions";

const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/u;

test("replaces characters that are invisible or change the writing direction by their number", () => {
  expect(visibleName("invoice\u202elnosj.exe")).toBe("invoice‹U+202E›lnosj.exe");
  expect(visibleName("a\nb\u0000c\u001b[31m\u200bd")).toBe("a‹U+000A›b‹U+0000›c‹U+001B›[31m‹U+200B›d");
  expect(visibleName("مرحبا 你好 naïve 👩‍👩‍👧.jsonl")).toBe("مرحبا 你好 naïve 👩‍👩‍👧.jsonl");
});

test("leaves no invisible character in any name, is idempotent, and keeps different names different", () => {
  const name = fc.string({
    unit: fc.oneof(fc.constantFrom("\u202e", "\u2066", "\n", "\u0007", "\ufeff"), fc.string({ maxLength: 1 })),
  });
  fc.assert(
    fc.property(name, (text) => {
      const visible = visibleName(text);
      expect(visible).not.toMatch(UNSEEN);
      expect(visibleName(visible)).toBe(visible);
    }),
  );
  expect(visibleName("a\u202eb")).not.toBe(visibleName("ab"));
});

test("names of uploads and found files are stored and shown this way", () => {
  expect(fileName(encodeURIComponent("x\u202ey/a\tb.jsonl"))).toBe("x‹U+202E›y/a‹U+0009›b.jsonl");
  expect(fileName("../..\\e.jsonl")).toBe("e.jsonl");
  const found = { path: "p/\u202ea.jsonl", bytes: 1, modifiedAt: "", companions: 0 };
  expect(describeFound(found).name).toBe("‹U+202E›a.jsonl");
});
