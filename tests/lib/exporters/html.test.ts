import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeHtml } from "@/lib/exporters/html-text";
import { exportText, sessionOf } from "./export-text";
import { HOSTILE_TEXTS } from "./hostile-texts";

/**
 * The tags of a page for `texts`, without those of its charts, which depend on figures and contain no text of the
 * session (session-chart.test.ts). Any other `<` or `>` fails.
 */
function tagsOf(page: string): string[] {
  const body = page.replace(/<style>[^<]*<\/style>/, "");
  const told = body.replaceAll(/<figure>.*?<\/figure>/gs, "");
  const tags = [...told.matchAll(/<[^<>]*>/g)].map(([tag]) => tag);
  expect(body.replaceAll(/<[^<>]*>/g, "")).not.toMatch(/[<>]/);
  return tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
}

const page = (texts: readonly string[]) => exportText("html", sessionOf(texts, texts[0] ?? ""));

describe("the HTML page", () => {
  test.each(HOSTILE_TEXTS)("has the same tags for %j as for a harmless text", (text) => {
    expect(tagsOf(page([text]))).toEqual(tagsOf(page(["harmless"])));
  });

  test("has the same tags for any text, so none of them is content", () => {
    const foreign = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom(...HOSTILE_TEXTS));
    const short = foreign.map((text) => text.slice(0, 200));
    fc.assert(
      fc.property(fc.array(short, { minLength: 1, maxLength: 3 }), (texts) => {
        expect(tagsOf(page(texts))).toEqual(tagsOf(page(texts.map(() => "harmless"))));
      }),
    );
  });

  test("requests nothing from the network, runs nothing, and follows the reader's theme", () => {
    const text = page(HOSTILE_TEXTS);
    const tags = [...text.matchAll(/<[^<>]*>/g)].map(([tag]) => tag).join("\n");
    expect(tags).not.toMatch(/<(script|link|iframe|object|embed|base|form|a)\b/i);
    expect(tags).not.toMatch(/\s(on\w+|href|srcset|style|action)=/i);
    expect([...tags.matchAll(/\ssrc="([^"]*)"/g)]).toEqual([]);
    expect(text).toContain("default-src 'none'");
    expect(text).toContain("prefers-color-scheme:dark");
    expect(text).not.toMatch(/url\(|@import/);
  });

  test("shows images from their own bytes, and only kinds that cannot run", () => {
    const session = sessionOf(["x"]);
    const withFile = (mediaType: string, data: string) => {
      const [first, ...rest] = session.messages;
      const file = { id: "f", type: "file" as const, mediaType, byteLength: 3, data };
      return exportText("html", { ...session, messages: [{ ...first, parts: [file] } as never, ...rest] });
    };
    expect(withFile("image/png", "AAAA")).toContain('src="data:image/png;base64,AAAA"');
    expect(withFile("image/svg+xml", "AAAA")).not.toContain("<img");
    expect(withFile("image/png", 'AA"onerror="x')).not.toContain("<img");
  });

  test("unescaping gives the text back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const names = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" } as Record<string, string>;
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(escaped.replaceAll(/&([a-z0-9#]+);/g, (_, name) => names[name] as string)).toBe(
          text.replaceAll("\r\n", "\n"),
        );
      }),
    );
  });
});
