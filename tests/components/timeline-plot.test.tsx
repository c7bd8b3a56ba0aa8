import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { layOutColumns } from "@/components/charts/column-layout";
import { TimelinePlot } from "@/components/charts/timeline-plot";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { sessionFixture } from "./session-fixture";

const rows = sessionFixture(2_000).rows.map((row, at) =>
  at === 777 ? { ...row, prompt_tokens: 190_000, composition: { ...row.composition, unseen: 0, tools: 190_000 } } : row,
);

function draw(window: number) {
  const view = toTimelineView({ rows, window, reserveFrom: window - 20_000, compactions: [], breaks: [] });
  const prompts = view.points.map(({ promptTokens }) => promptTokens);
  return renderToStaticMarkup(
    <TimelinePlot view={view} layout={layOutColumns(prompts, 400, 56)} top={20} height={100} />,
  );
}

test("the largest of 2,000 prompts is drawn to scale in 400 pixels", () => {
  const [, bars = ""] = /<path d="([^"]*)" fill="var\(--kind-tools\)"/.exec(draw(200_000)) ?? [];
  expect(bars.match(/M/g)).toHaveLength(1);
  expect(bars).toMatch(/h\dv95\.0h/);
});

test("a window within the scale has a rule and a hatched reserve, and a far one has neither", () => {
  const near = draw(200_000);
  expect(near).toContain('d="M56 20h400" stroke="var(--tx2)" stroke-dasharray="4 3"');
  expect(near).toMatch(/d="M56 20h400V30H56z" fill="url\(#reserve/);
  const far = draw(2_000_000);
  expect(far).not.toMatch(/stroke-dasharray|fill="url\(#reserve/);
});
