import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparisonHtml } from "@/lib/exporters/comparison-html";
import { escapeHtml, unescapeHtml } from "@/lib/exporters/html-text";
import { reportRedaction } from "@/lib/exporters/redact-report";
import { sketchComparison } from "../../support/comparison-sketch";

const SECRET = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;

const page = (title: string) =>
  comparisonHtml({
    title,
    sessionId: "s1",
    link: "http://127.0.0.1:3000/sessions/s1/compare",
    data: sketchComparison({ id: "a", saved: 0.3, recall: 0.8, regrets: 3 }),
    names: ["a"],
    recipes: [{ id: "a", params: { note: `use "${title}"` } }],
    force: true,
  });

describe("a report without secrets", () => {
  test.each(["mask", "drop"] as const)("the page, %s: no secret is left, and it says what was removed", (mode) => {
    const text = reportRedaction(mode).page(page(`fix ${SECRET}`));
    expect(text).not.toContain(SECRET);
    expect(text).toContain(`Redacted (${mode}): `);
    expect(text.match(/\[redacted:/g)?.length).toBeGreaterThan(2);
  });

  test("the page keeps its tags, its style and all other text", () => {
    const plain = page("nothing secret");
    const redacted = reportRedaction("mask").page(plain);
    expect(redacted).toContain("nothing was found");
    expect(redacted.replace(/<hr>\n<p class="note">Redacted[^<]*<\/p>\n/, "")).toBe(plain);
  });

  test("redacts text, cells and JSON", () => {
    const { text, cells, json } = reportRedaction("mask");
    expect(text(`one\ntoken ${SECRET}\nthree`)).toMatch(/^one\ntoken \[redacted:[^\n]*\nthree\nRedacted \(mask\)/);
    expect(cells([["a", 1, null, SECRET]])[0]?.slice(0, 3)).toEqual(["a", 1, null]);
    expect(JSON.stringify(cells([[SECRET]]))).not.toContain(SECRET);
    const parsed = JSON.parse(json(JSON.stringify({ a: { b: [SECRET, 2] } })));
    expect(parsed.report.a.b[1]).toBe(2);
    expect(JSON.stringify(parsed)).not.toContain(SECRET);
    expect(parsed.redacted.findings).toHaveLength(1);
  });

  test("escaped text comes back unchanged", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unescapeHtml(escapeHtml(text))).toBe(text);
      }),
    );
  });
});
