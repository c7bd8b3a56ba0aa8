import { describe, expect, test } from "vitest";
import { queryWords, SEARCHED_CHARACTERS, snippetOf, wordsOf } from "@/lib/search/words";

const words = (text: string) => [...wordsOf(text)];
const asked = (query: string) => queryWords(query).map(({ word, isPrefix }) => word + (isPrefix ? "*" : ""));

describe("the words of a text", () => {
  test("are in lower case, once each, without signs", () => {
    expect(words("The file, the FILE: src/retry_after.ts")).toEqual(["the", "file", "src", "retry", "after", "ts"]);
  });
  test("of a name with humps are the whole and its parts", () => {
    expect(words("StaleVersionError")).toEqual(["staleversionerror", "stale", "version", "error"]);
    expect(words("parseHTTPBody2")).toEqual(["parsehttpbody2", "parse", "http", "body", "2"]);
  });
  test("of Chinese and Japanese are pairs of characters", () => {
    expect(words("缓存失效了")).toEqual(["缓存", "存失", "失效", "效了", "了"]);
    expect(words("ABC缓存")).toEqual(["abc", "缓存", "存"]);
  });
  test("of other forms of one letter are the same", () => {
    expect(words("ｃａｃｈｅ ﬁle")).toEqual(["cache", "file"]);
  });
  test("leave out encoded data and what is behind the limit", () => {
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
  test("of Chinese: the pairs, or anything that begins with one character", () => {
    expect(asked("缓存失")).toEqual(["缓存", "存失"]);
    expect(asked("缓")).toEqual(["缓*"]);
  });
  test("are none for signs alone, and never too many", () => {
    expect(asked("… \"' OR ; --")).toEqual(["or"]);
    expect(asked("*\"'():")).toEqual([]);
    expect(asked(Array.from({ length: 99 }, (_, index) => `w${index}`).join(" "))).toHaveLength(24);
  });
});

describe("a snippet", () => {
  test("shows the first hit with what is around it, and marks all", () => {
    const text = `${"before ".repeat(20)}the lock\nand the LOCK`;
    const snippet = snippetOf(text, "lock");
    expect(snippet?.text).toMatch(/^….*the lock and the LOCK$/);
    expect(snippet?.hits.map(([from, to]) => snippet.text.slice(from, to))).toEqual(["lock", "LOCK"]);
  });
  test("is missing where no word is", () => {
    expect(snippetOf("nothing", "lock")).toBeNull();
    expect(snippetOf("nothing", "…")).toBeNull();
  });
});
