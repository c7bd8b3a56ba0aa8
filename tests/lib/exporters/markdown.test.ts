import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fence, inline } from "@/lib/exporters/markdown";
import { visibleText } from "@/lib/exporters/visible-text";
import { sketchSession } from "@/tests/support/sketch-session";
import { exportText, sessionOf } from "./export-text";
import { HOSTILE_TEXTS } from "./hostile-texts";

/** Splits a document by CommonMark's rule for fences (4.5): the text outside, and the content of each fence. */
function readFences(document: string): { outside: string; contents: string[] } {
  const contents: string[] = [];
  const outside: string[] = [];
  let open: { mark: string; lines: string[] } | null = null;
  for (const line of document.split("\n")) {
    const mark: string | undefined = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1];
    const isClosing: boolean =
      open !== null && /^ {0,3}`+[ \t]*$/.test(line) && (mark?.length ?? 0) >= open.mark.length;
    if (open === null && mark !== undefined) open = { mark, lines: [] };
    else if (open === null) outside.push(line);
    else if (isClosing) {
      contents.push(open.lines.join("\n"));
      open = null;
    } else open.lines.push(line);
  }
  expect(open).toBeNull();
  return { outside: outside.join("\n"), contents };
}

const singleLines = fc.string({ unit: fc.constantFrom("`", "~", "#", "a", " ", "\n", "<", "[", "!") });

describe("Markdown", () => {
  test("no content closes its fence, and every content is complete in one", () => {
    fc.assert(
      fc.property(fc.oneof(singleLines, fc.constantFrom(...HOSTILE_TEXTS)), (text) => {
        const plain = text.replaceAll("\r", "");
        const { contents, outside } = readFences(fence(plain, "text"));
        expect(outside).toBe("");
        expect(contents).toEqual([visibleText(plain).replace(/\n$/, "")]);
      }),
    );
  });

  test("session texts are in fences, and none of them acts outside", () => {
    for (const text of HOSTILE_TEXTS) {
      const { contents, outside } = readFences(exportText("markdown", sessionOf([text], text)));
      expect(
        contents.filter((content) => content === visibleText(text).replaceAll(/\n$/g, "")).length,
      ).toBeGreaterThanOrEqual(3);
      expect(outside.replaceAll(/\\[\s\S]/g, "")).not.toMatch(/[<>[\]`]|!\[|:\/\/|www\./);
    }
  });

  test("nothing of a session acts on a terminal", () => {
    const acts = "\u001b]0;title\u0007\u001b[2J\u009b2J \u001b]52;c;Y2FsYw==\u0007 \u202elnosj \r over";
    const document = exportText("markdown", sessionOf([acts], acts));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(document).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(document).toContain("\\u{1b}]0;title\\u{7}");
  });

  test("a line of foreign text stays one line without markup", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = inline(text);
        expect(line).not.toMatch(/[\n\r\u2028]/);
        expect(line.replaceAll(/\\[\s\S]/g, "")).not.toMatch(/[`*_<>[\]#|]/);
      }),
    );
  });

  test("reads in the order of the session", () => {
    const session = sketchSession(`
      user fix the test
      think let me look
      say reading it
      call a Read {"file_path":"x.ts"}
      usage read=0 write=900 in=3 out=40
      result a const x = 1
      compact auto 1000
      summary we fixed it
    `);
    expect(exportText("markdown", session)).toMatchSnapshot();
  });
});
