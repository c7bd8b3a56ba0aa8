import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReplayLines } from "@/components/charts/replay-lines";

const lines = [
  { id: "logged", label: "as logged", style: "logged" as const, sign: "", values: [100, 160, 20] },
  { id: "keep-all", label: "keep all", style: "keep-all" as const, sign: "~", values: [100, 210, 360] },
  { id: "a", label: "swe-agent-last-n", style: 1, sign: "~", values: [100, 0, 0] },
];
const draw = (width: number) =>
  renderToStaticMarkup(
    <ReplayLines
      lines={lines}
      count={3}
      width={width}
      height={232}
      top={200}
      format={(value) => `${value}k`}
      limit={{ value: 200, from: 170 }}
      mark={{ at: 1, text: "keep all exceeds the window at 2" }}
    />,
  );
const xOf = (svg: string) => Number(/<text x="([\d.]+)"[^>]*>keep all exceeds/.exec(svg)?.[1]);

test("a line that does not fit is cut off with an arrow; the axis ends where the others need it", () => {
  const svg = draw(1408);
  expect(svg).toContain("keep all ~360k ↑");
  expect(svg).toContain("as logged 20k<");
  expect(svg).toContain(">200k<");
  expect(svg).not.toContain(">400k<");
});

test("a zero at the end of a line is not marked as an estimate", () =>
  expect(draw(1408)).toContain("swe-agent-last-n 0k<"));

test("the request at which keeping everything exceeds the window is labelled, inside the plot", () => {
  expect(xOf(draw(1408))).toBeGreaterThan(600);
  const onPhone = xOf(draw(374));
  expect(onPhone).toBeGreaterThanOrEqual(56);
  expect(onPhone + 31 * 5.8).toBeLessThanOrEqual(366);
});
