import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MetricsPage } from "@/components/metrics/metrics-page";
import { METRICS } from "@/components/session/session-key-figures";

const html = renderToStaticMarkup(<MetricsPage text={readFileSync("docs/metrics.md", "utf8")} />);

test("each figure of a session's header leads to a heading of the page of metrics", () => {
  for (const heading of Object.values(METRICS)) expect(html).toContain(`id="${heading}"`);
});

test("a packed copy without its docs says so", () => {
  expect(renderToStaticMarkup(<MetricsPage text={null} />)).toContain("without its docs");
});
