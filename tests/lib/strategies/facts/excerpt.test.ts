import { describe, expect, test } from "vitest";
import type { TextPart } from "@/lib/conversation/part";
import { excerptLines, namedLines, namedLinesOf } from "@/lib/strategies/facts/excerpt";
import { Names, namesIn, worthOf } from "@/lib/strategies/facts/names";

const nothing = () => false;
function textsOf(text: string, isShown: (name: number) => boolean, characters: number, names = new Names()) {
  return excerptLines(namedLines(text, names), names, isShown, characters).map((line) => line.text);
}

describe("names", () => {
  test.each([
    ["see https://example.org/a/b?c=1 now", "https://example.org/a/b?c=1"],
    ["open src/lib/parse.ts:12", "src/lib/parse.ts"],
    ["in C:\\work\\app.cs", "\\work\\app.cs"],
    ["calls readToolOutput here", "readToolOutput"],
    ["max_tokens = 5", "max_tokens"],
    ["$nav->append_li()", "$nav->append_li"],
    ["self::TYPE_TABS", "self::TYPE_TABS"],
    ["raise KeyError(x)", "KeyError"],
    ["EACCES: denied", "EACCES"],
    ["release v1.20.3", "v1.20.3"],
    ["port 5432", "5432"],
    ["commit 0a1b2c3d4e", "0a1b2c3d4e"],
  ])("%s names %s", (text, name) => expect(namesIn(text)).toContain(name));

  test("plain words are not names", () =>
    expect(namesIn("The agent reads a file and says what it saw, or not. 12 of 34.")).toEqual([]));

  test("a path or an error says more than a symbol, a symbol more than a number", () => {
    expect(worthOf("src/a.ts")).toBe(worthOf("KeyError"));
    expect(worthOf("src/a.ts")).toBeGreaterThan(worthOf("readFile"));
    expect(worthOf("readFile")).toBeGreaterThan(worthOf("5432"));
  });

  test("long texts without a break take linear time", () => {
    const hostile = [
      "a".repeat(300_000),
      "a_".repeat(150_000),
      "a/".repeat(150_000),
      "a.b".repeat(100_000),
      "1.".repeat(150_000),
    ];
    const start = process.cpuUsage();
    for (const text of hostile) namesIn(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(4000);
  });

  test("reads a part object once", () => {
    const part: TextPart = { id: "p", type: "text", text: "readFile" };
    const names = new Names();
    expect(names.of(part)).toBe(names.of(part));
    expect(namedLinesOf(part, names)).toBe(namedLinesOf(part, names));
  });

  test("a name has one number in all texts, and each text lists it once", () => {
    const names = new Names();
    const [first] = names.in("readFile and readFile");
    expect(names.in("readFile and readFile")).toEqual([first]);
    expect(names.in("parse_line, then readFile")[1]).toBe(first);
    expect(names.size).toBe(2);
    expect(names.worth(first as number)).toBe(1.5);
  });
});

describe("excerpt", () => {
  const text = [
    "import { a } from 'b'",
    "export function readFile(path_name) {",
    "  return 1;",
    "  throw new ParseError('x')",
    "}",
  ].join("\n");

  test("lines are verbatim, in order, and only those with names", () =>
    expect(textsOf(text, nothing, 1000)).toEqual([
      "export function readFile(path_name) {",
      "  throw new ParseError('x')",
    ]));

  test("what is shown elsewhere needs no line, and two lines do not repeat each other", () => {
    const names = new Names();
    const [error] = names.in("ParseError");
    expect(textsOf(text, (name) => name === error, 1000, names)).toEqual(["export function readFile(path_name) {"]);
    expect(textsOf("use readFile\nuse readFile\nuse readFile", nothing, 1000)).toEqual(["use readFile"]);
  });

  test("has at most the allowed characters; the best line for its length comes first", () => {
    for (const most of [0, 10, 30, 60, 200])
      expect(textsOf(text, nothing, most).join("\n").length).toBeLessThanOrEqual(most);
    expect(textsOf(text, nothing, 30)).toEqual(["  throw new ParseError('x')"]);
  });

  test("lines are numbered by position, whatever their line ends", () => {
    const lines = (text: string) => namedLines(text, new Names()).map(({ index, text: line }) => [index, line]);
    expect(lines("\nreadFile  \n\n ab_c\n")).toEqual([
      [1, "readFile"],
      [3, " ab_c"],
    ]);
    expect(lines("\r\nreadFile  \r\n\n ab_c\r")).toEqual(lines("\nreadFile  \n\n ab_c\n"));
  });

  test("long lines are cut", () => {
    const [line = ""] = textsOf(`readFile ${"word ".repeat(200)}`, nothing, 1000);
    expect(line.length).toBeLessThanOrEqual(160);
  });
});
