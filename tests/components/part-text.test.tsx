import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { JsonTree } from "@/components/session/json-tree";
import { MarkdownText } from "@/components/session/markdown-text";
import { CodeText } from "@/components/session/part-body";
import {
  countLines,
  endOfPath,
  firstLines,
  isMarkdownSafe,
  numberedLines,
  plainText,
} from "@/components/session/part-text";

describe("hostile text", () => {
  test("removes terminal sequences and control characters, and keeps line breaks", () => {
    expect(plainText("\u001b[31mred\u001b[0m\u001b]8;;http://x\u0007\r\nnext\u0000\t.")).toBe("red\nnext\t.");
  });

  test("raw HTML in a transcript never becomes the page's HTML", () => {
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

  test("text that is too long or nested too deeply does not reach the Markdown parser", () => {
    expect(isMarkdownSafe("a **normal** text\n\n- with a list")).toBe(true);
    expect(isMarkdownSafe("x".repeat(65 * 1024))).toBe(false);
    expect(isMarkdownSafe(`${">".repeat(101)} deep`)).toBe(false);
    expect(isMarkdownSafe("[".repeat(200))).toBe(false);
  });

  test("a line of 100,000 characters is cut and shows by how much", () => {
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

describe("a call's arguments", () => {
  const draw = (text: string) =>
    renderToStaticMarkup(<JsonTree text={text} label="Arguments" fallback={<p>as text</p>} />);

  test("are a tree: multi-line texts verbatim, large ones folded", () => {
    const html = draw(JSON.stringify({ path: "a.ts", edits: [{ to: "x\ny" }], long: "z\n".repeat(40) }));
    expect(html).toContain("x\ny</pre>");
    expect(html).toMatch(/<details open="">.*edits.*\[1\]/);
    expect(html).toMatch(/<details><summary[^>]*><span[^>]*>long: <\/span><span[^>]*>41 lines/);
  });

  test("are shown as text if they are not complete JSON", () => {
    for (const text of ['{"a":', "plain", '"text"', ""]) expect(draw(text)).toBe("<p>as text</p>");
  });

  test("nested or widened a thousandfold, need few elements and hide nothing silently", () => {
    const deep = draw(`${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`);
    expect(deep.match(/<details/g)).toHaveLength(12);
    expect(deep).toContain("{… 1}");
    const wide = draw(JSON.stringify(Array.from({ length: 1000 }, (_, index) => index)));
    expect(wide).toContain("and 800 more");
  });
});

test("a long path keeps its end", () => {
  expect(endOfPath("/home/someone/work/project/src/deep/file.ts", 24)).toBe("…/src/deep/file.ts");
  expect(endOfPath("src/file.ts", 24)).toBe("src/file.ts");
  expect(endOfPath("/home/someone/file.ts", 0)).toBe("file.ts");
});
