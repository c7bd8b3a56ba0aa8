import { expect, test } from "vitest";
import { rewriteFactor } from "@/lib/cache/rewrite-factor";
import { analyzeSketch } from "../../support/analyze-sketch";

function factorOf(drawing: string) {
  const { requests, prefixes } = analyzeSketch(drawing);
  return rewriteFactor(requests, prefixes);
}

const start = `
  user go
  say one
  usage write=10000 in=0
  user on
  say two
  usage read=10000 write=2000 in=0
`;
const next = (usage: string) => `user on\nsay three\nusage ${usage} in=0\n`;

test("what was written again is not new", () => {
  expect(factorOf(start)).toBe(1);
  expect(factorOf(start + next("read=0 write=14000"))).toBeCloseTo(26_000 / 14_000);
});

test("each agent's prompts are new, and what was cached before the log began is not", () => {
  expect(factorOf(`${start}agent one\nclient look\nsay a\nusage write=9000 in=0`)).toBe(1);
  expect(factorOf(`${start}agent one\nclient look\nsay a\nusage read=8000 write=1000 in=0`)).toBe(1);
});

test("a log without writes has none", () => {
  expect(factorOf("user go\nsay one\nusage read=0 in=10000\nuser on\nsay two\nusage read=10000 in=2000")).toBeNull();
});
