import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BreakLegend } from "@/components/library/example-timeline";
import { sessionFixture } from "./session-fixture";

const { rows } = sessionFixture(60);

test("the legend has every drawn letter, including the one for a shorter prompt", () => {
  const breaks = (["X", "X", "?"] as const).map((letter, at) => ({
    at,
    letter,
    isExpected: letter === "X",
    lostTokens: 9,
  }));
  const legend = renderToStaticMarkup(<BreakLegend rows={rows} breaks={breaks} />);
  expect(legend.match(/<li/g)).toHaveLength(2);
  expect(legend).toContain(">X</span>Text was removed from the prompt");
  expect(legend).toContain(">?</span>");
  expect(renderToStaticMarkup(<BreakLegend rows={rows} breaks={[]} />)).toBe("");
});
