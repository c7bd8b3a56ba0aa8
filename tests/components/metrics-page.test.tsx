import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MetricsPage } from "@/components/metrics/metrics-page";
import { METRICS } from "@/components/session/session-key-figures";
import { METRICS as FIGURES } from "@/lib/evaluation/metrics";

const html = renderToStaticMarkup(<MetricsPage text={readFileSync("docs/metrics.md", "utf8")} />);

test("each figure in a session's header links to a heading of the metrics page", () => {
  for (const heading of Object.values(METRICS)) expect(html).toContain(`id="${heading}"`);
});

test("each metric's heading is its name, with its id as the anchor and next to it", () => {
  for (const { id, label } of FIGURES) {
    expect(html).toMatch(new RegExp(`<h3 id="${id}"[^>]*>${label}</h3><code[^>]*>${id}</code>`));
  }
});

test("ids without a name become words, and the sentence continues without the name", () => {
  expect(html).toMatch(/<h3 id="peak-window"[^>]*>Peak window<\/h3>/);
  expect(html).toContain("Less is better. The tokens of the prompt after the compression.");
});

test("the meaning is open, formula and example are folded, and no line breaks before a per cent sign", () => {
  const shown = html.replace(/<\/summary>.*?<\/details>/gs, "");
  expect(shown).toContain("The largest prompt, as a share of the model&#x27;s window.");
  expect(shown).not.toContain("Formula:");
  expect(html).toContain("Formula: prompt tokens of the largest request");
  const ids = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(html).not.toMatch(/\d %/);
});

test("the figures of a session's header come first, what a compression keeps comes last", () => {
  const chapters = [...html.matchAll(/<h2 [^>]*>([^<]+)/g)].map(([, name]) => name);
  expect(chapters).toEqual(["What a session&#x27;s header shows", "What a prompt carried", "What a compression keeps"]);
});

test("a package without docs says so", () => {
  expect(renderToStaticMarkup(<MetricsPage text={null} />)).toContain("without its docs");
});
