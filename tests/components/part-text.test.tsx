import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CodeText } from "@/components/session/code-text";
import { MarkdownText } from "@/components/session/markdown-text";
import {
  countLines,
  endOfPath,
  firstLines,
  isMarkdownSafe,
  numberedLines,
  plainText,
  prettyJson,
} from "@/components/session/part-text";

describe("hostile text", () => {
  test("terminal sequences and control characters are left out, line breaks stay", () => {
    expect(plainText("\u001b[31mred\u001b[0m\u001b]8;;http://x\u0007\r\nnext\u0000\t.")).toBe("red\nnext\t.");
  });

  test("raw HTML of a transcript never becomes HTML of the page", () => {
    const html = renderToStaticMarkup(
      <MarkdownText text={'<script>alert(1)</script> <img src=x onerror="alert(1)">\n\n**bold**'} />,
    );
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain("<strong>bold</strong>");
  });

  test("images and unsafe links load and run nothing", () => {
    const html = renderToStaticMarkup(
      <MarkdownText text={"![spy](https://example.com/pixel.png) [run](javascript:alert(1))"} />,
    );
    expect(html).not.toMatch(/<img|javascript:/);
    expect(html).toContain("[image: spy, https://example.com/pixel.png]");
  });

  test("what is too long or nested too deeply is not given to the Markdown parser", () => {
    expect(isMarkdownSafe("a **normal** text\n\n- with a list")).toBe(true);
    expect(isMarkdownSafe("x".repeat(65 * 1024))).toBe(false);
    expect(isMarkdownSafe(`${">".repeat(101)} deep`)).toBe(false);
    expect(isMarkdownSafe("[".repeat(200))).toBe(false);
  });

  test("a line of 100,000 characters is cut and says by how much", () => {
    const html = renderToStaticMarkup(<CodeText text={"y".repeat(100_000)} label="output" />);
    expect(html.length).toBeLessThan(3_000);
    expect(html).toContain("+ 98,000 characters");
  });
});

test("folding counts lines without splitting the text", () => {
  expect(countLines("a\nb\nc")).toBe(3);
  expect(firstLines("a\nb\nc", 2)).toBe("a\nb");
  expect(firstLines("a", 2)).toBe("a");
});

test("line numbers of a file-reading tool move into their own column", () => {
  expect(numberedLines("   509→func a() {\n   510→}")).toEqual([
    { number: "509", text: "func a() {" },
    { number: "510", text: "}" },
  ]);
  expect(numberedLines("2024\tis a year\nnot a number").every((line) => line.number === null)).toBe(false);
  expect(numberedLines("plain\ntext")[0]).toEqual({ number: null, text: "plain" });
});

test("arguments are indented; what is not whole JSON stays as it is", () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('{"a":')).toBe('{"a":');
});

test("a long path keeps its end", () => {
  expect(endOfPath("/home/someone/work/project/src/deep/file.ts", 24)).toBe("…/src/deep/file.ts");
  expect(endOfPath("src/file.ts", 24)).toBe("src/file.ts");
  expect(endOfPath("/home/someone/file.ts", 0)).toBe("file.ts");
});
