import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, distance, type Vision } from "./colour-vision";

/** Reads the colours from the style sheet itself, so that the test covers what is shipped. */
function tokensOf(theme: "dark" | "light"): (name: string) => string {
  const css = readFileSync("components/theme/tokens.css", "utf8");
  const block = css.split(`html[data-theme="${theme}"] {`)[1]?.split("}")[0] ?? "";
  const tokens = new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
  return (name) => {
    const value = tokens.get(name);
    if (!value) throw new Error(`no token ${name} in ${theme}`);
    return value;
  };
}

const KINDS = ["system", "tools", "summary", "user", "file", "tool_call", "tool_result", "reasoning", "assistant"];
const SETS = [
  { name: "kinds", least: 12, tokens: KINDS.map((kind) => `kind-${kind}`) },
  { name: "cache states", least: 20, tokens: ["cache-read", "cache-written", "cache-uncached"] },
  { name: "series", least: 13, tokens: [1, 2, 3, 4, 5, 6].map((series) => `series-${series}`) },
];
const VISIONS: Vision[] = ["normal", "deuteranopia", "protanopia", "tritanopia"];

test("high contrast leaves no grey text, no faint line and no tint behind text", () => {
  const css = readFileSync("components/theme/tokens.css", "utf8");
  const asked = css.split("@variant more-contrast {")[1] ?? "";
  const set = new Map([...asked.matchAll(/--([\w-]+): var\(--([\w-]+)\);/g)].map((match) => [match[1], match[2]]));
  for (const text of ["tx2", "tx3"]) expect(set.get(text), text).toBe("tx");
  for (const tint of ["s1", "s2", "accbg", "addbg", "delbg"]) expect(set.get(tint), tint).toBe("bg");
  for (const theme of ["dark", "light"] as const)
    for (const line of ["line", "line2"])
      expect(contrast(tokensOf(theme)(set.get(line) ?? ""), tokensOf(theme)("bg")), line).toBeGreaterThanOrEqual(3);
});

describe.each(["dark", "light"] as const)("%s", (theme) => {
  const token = tokensOf(theme);

  test.each(SETS)("$name are at least $least apart for every type of colour vision", ({ least, tokens }) => {
    for (const vision of VISIONS) {
      for (const [at, one] of tokens.entries()) {
        for (const other of tokens.slice(at + 1)) {
          const apart = distance(token(one), token(other), vision);
          expect(apart, `${one} / ${other}, ${vision}`).toBeGreaterThanOrEqual(least);
        }
      }
    }
  });

  test("text has a contrast of at least 4.5:1 on every surface it is used on", () => {
    for (const text of ["tx", "tx2", "tx3", "acc", "good", "warn", "bad"]) {
      for (const surface of ["bg", "s1", "s2", "accbg"]) {
        expect(contrast(token(text), token(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(contrast(token("onacc"), token("acc"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token("addtx"), token("addbg"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token("deltx"), token("delbg"))).toBeGreaterThanOrEqual(4.5);
  });

  test("data marks and control borders have a contrast of at least 3:1 on the page", () => {
    const marks = [...SETS.flatMap(({ tokens }) => tokens), "kind-unseen", "ctl"];
    for (const mark of marks) expect(contrast(token(mark), token("bg")), mark).toBeGreaterThanOrEqual(3);
  });
});
