import { describe, expect, test } from "vitest";
import { queryWords, SEARCHED_CHARACTERS, snippetOf, wordsOf } from "@/lib/search/words";

const words = (text: string) => [...wordsOf(text)];
const asked = (query: string) => queryWords(query).map(({ word, isPrefix }) => word + (isPrefix ? "*" : ""));

describe("the words of a text", () => {
  test("are in lower case, once each, without punctuation", () => {
    expect(words("The file, the FILE: src/retry_after.ts")).toEqual(["the", "file", "src", "retry", "after", "ts"]);
  });
  test("of a camel-case name are the full name and its parts", () => {
    expect(words("StaleVersionError")).toEqual(["staleversionerror", "stale", "version", "error"]);
    expect(words("parseHTTPBody2")).toEqual(["parsehttpbody2", "parse", "http", "body", "2"]);
  });
  test("of Chinese and Japanese are pairs of characters", () => {
    expect(words("缓存失效了")).toEqual(["缓存", "存失", "失效", "效了", "了"]);
    expect(words("ABC缓存")).toEqual(["abc", "缓存", "存"]);
  });
  test("in other forms of the same letter are the same", () => {
    expect(words("ｃａｃｈｅ ﬁle")).toEqual(["cache", "file"]);
  });
  test("omit encoded data and what is beyond the limit", () => {
    expect(words(`${"x".repeat(65)} ok`)).toEqual(["ok"]);
    expect(words(`${" ".repeat(SEARCHED_CHARACTERS)}late`)).toEqual([]);
  });
});

describe("the words of a query", () => {
  test("must all occur; the last may be unfinished", () => {
    expect(asked("StaleVersion retr")).toEqual(["staleversion", "retr*"]);
    expect(asked("lock order ")).toEqual(["lock", "order"]);
    expect(asked("“lock”")).toEqual(["lock"]);
  });
  test("in Chinese: the pairs, or anything that begins with one character", () => {
    expect(asked("缓存失")).toEqual(["缓存", "存失"]);
    expect(asked("缓")).toEqual(["缓*"]);
  });
  test("are none for punctuation only, and never too many", () => {
    expect(asked("… \"' OR ; --")).toEqual(["or"]);
    expect(asked("*\"'():")).toEqual([]);
    expect(asked(Array.from({ length: 99 }, (_, index) => `w${index}`).join(" "))).toHaveLength(24);
  });
});

describe("a snippet", () => {
  test("shows the first hit with its surroundings, and marks all", () => {
    const text = `${"before ".repeat(20)}the lock\nand the LOCK`;
    const snippet = snippetOf(text, "lock");
    expect(snippet?.text).toMatch(/^….*the lock and the LOCK$/);
    expect(snippet?.hits.map(([from, to]) => snippet.text.slice(from, to))).toEqual(["lock", "LOCK"]);
  });
  test("is missing if no word occurs", () => {
    expect(snippetOf("nothing", "lock")).toBeNull();
    expect(snippetOf("nothing", "…")).toBeNull();
  });
});
