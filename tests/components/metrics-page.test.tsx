import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MetricsPage } from "@/components/metrics/metrics-page";
import { METRICS } from "@/components/session/session-key-figures";
import { METRICS as FIGURES } from "@/lib/evaluation/metrics";

const html = renderToStaticMarkup(<MetricsPage text={readFileSync("docs/metrics.md", "utf8")} />);

test("each figure of a session's header leads to a heading of the page of metrics", () => {
  for (const heading of Object.values(METRICS)) expect(html).toContain(`id="${heading}"`);
});

test("each metric's heading is its name, with its id as the anchor and beside it, and stands in the list", () => {
  for (const { id, label } of FIGURES) {
    expect(html).toMatch(new RegExp(`<h3 id="${id}"[^>]*>${label}<code[^>]*>${id}</code>`));
    expect(html).toMatch(new RegExp(`<a href="#${id}"[^>]*>${label}</a>`));
  }
});

test("ids without a name of their own become words, and the sentence goes on without the name", () => {
  expect(html).toMatch(/<h3 id="peak-window"[^>]*>Peak window<\/h3>/);
  expect(html).toContain('<p class="my-2 text-tx2">Less is better. The tokens of the prompt after the compression.');
});

test("every link of the list leads to one heading, and no line breaks before a per cent sign", () => {
  const ids = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id);
  expect([...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(html).not.toMatch(/\d %/);
});

test("what a session's header says is first, what a compression keeps last", () => {
  const chapters = [...html.matchAll(/<h2 [^>]*>([^<]+)/g)].map(([, name]) => name);
  expect(chapters).toEqual(["What a session&#x27;s header says", "What a prompt carried", "What a compression keeps"]);
});

test("a packed copy without its docs says so", () => {
  expect(renderToStaticMarkup(<MetricsPage text={null} />)).toContain("without its docs");
});
