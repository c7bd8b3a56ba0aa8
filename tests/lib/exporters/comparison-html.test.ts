import { describe, expect, it } from "vitest";
import { comparisonHtml } from "@/lib/exporters/comparison-html";
import type { ReportInput } from "@/lib/view-models/compare/comparison-report";
import { sketchComparison } from "../../support/comparison-sketch";

const input = (change: Partial<ReportInput> = {}): ReportInput => ({
  title: 'Fix <script>alert("x")</script>',
  sessionId: "s1",
  link: "http://127.0.0.1:3000/sessions/s1/compare?run=true&s=1",
  data: sketchComparison(
    { id: "a", saved: 0.3, recall: 0.8, regrets: 30 },
    { id: "b", saved: 0.6, recall: 0.5, invalid: true },
  ),
  names: ["a", "b<i>"],
  recipes: ["a", { pipe: ["b", { id: "c", params: { text: "</pre>" } }] }],
  force: true,
  ...change,
});

describe("the report as a page", () => {
  const page = comparisonHtml(input());

  it("needs no other file and runs nothing, whatever the transcript contains", () => {
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<img|<link|<i>|src=|href=|url\(/);
    expect(page.match(/<\/pre>/g)).toHaveLength(2);
    for (const tag of ["table", "details", "svg", "div", "tr"])
      expect(page.match(new RegExp(`<${tag}[ >]`, "g"))?.length, tag).toBe(
        page.match(new RegExp(`</${tag}>`, "g"))?.length,
      );
  });

  it("contains the matrix with its bases, the chart with each strategy, and what was lost", () => {
    expect(page).toContain("<small>saved share; estimated</small>");
    expect(page).toContain("<small>rules of the wire format; exact</small>");
    expect(page.match(/<circle/g)).toHaveLength(2);
    expect(page).toContain("b&lt;i&gt;, not valid");
    expect(page).toContain("<summary>Used later, no longer shown: 30</summary>");
    expect(page).toContain("never | edit `a`");
  });

  it("works without evidence too", () => {
    const data = sketchComparison({ id: "a", saved: 0, recall: 1, idle: true });
    const bare = { ...data, results: data.results.map((result) => ({ ...result, evaluation: null })) };
    const text = comparisonHtml(input({ data: bare, names: ["a"], recipes: ["a"] }));
    expect(text).not.toContain("<svg");
    expect(text).toContain("not measured");
  });
});
