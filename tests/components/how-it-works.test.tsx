import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HowItWorksPage } from "@/components/reference/how-it-works-page";
import { readHowItWorks } from "@/lib/server/answers/how-it-works";
import { contextGrowth } from "@/lib/view-models/models/context-growth";
import { english, sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";

test("the answer and the choice are open; other tables, phases and reasons open on request", async () => {
  const drawn = renderToStaticMarkup(
    <HowItWorksPage steps={contextGrowth()} {...(await readHowItWorks())} say={english} />,
  );
  const [withoutCache, cached] = ["without a cache: 144.1 in all", "with a cached prefix: 5.9 in all"];
  expect(drawn).toContain(`${withoutCache}, ${cached}`);
  expect(drawn).toContain("60 requests take 24 times less work");
  expect(drawn.match(/<table/g)).toHaveLength(4);
  const open = drawn.replace(/<details.*?<\/details>/gs, "");
  expect(open.match(/<table/g)).toHaveLength(1);
  expect(open).toContain("reliability");
  expect(open).not.toContain("GET /api");
  for (const text of [
    "Claude Code 1.0.33",
    "Roo Code 3.25.8",
    "reliability",
    "research",
    "arXiv 2307.03172",
    "short-term memory",
    "task boundary",
    "&lt;|im_start|&gt;assistant&lt;tool_call&gt;",
  ])
    expect(drawn).toContain(text);
});

test("the Chinese page has the same rows, columns and numbers", async () => {
  const chinese = sayIn("zh", chineseOf(["common", "reference"]));
  const [ours, theirs] = [await readHowItWorks("en"), await readHowItWorks("zh")];
  const drawn = renderToStaticMarkup(<HowItWorksPage steps={contextGrowth()} {...theirs} say={chinese} />);
  expect(drawn.match(/<table/g)).toHaveLength(4);
  expect(rowsIn(theirs.choosing)).toEqual(rowsIn(ours.choosing));
  expect(numbersIn(theirs.choosing)).toEqual(numbersIn(ours.choosing));
  expect(theirs.growth?.match(/^- \*\*/gm)).toHaveLength(ours.growth?.match(/^- \*\*/gm)?.length ?? 0);
  for (const number of ["20,000", "108,500", "5.4", "29", "24", "2205.14135", "2307.03172"]) {
    expect(ours.growth).toContain(number);
    expect(theirs.growth).toContain(number);
  }
});

/** The number of cells in each table row. */
const rowsIn = (text: string | null) => (text ?? "").match(/^\|.*$/gm)?.map((row) => row.split("|").length);
const numbersIn = (text: string | null) => ((text ?? "").match(/\d+(?:[.,]\d+)*/g) ?? []).sort().join(" ");

test("a copy without docs says so, and still has the chart", () => {
  const drawn = renderToStaticMarkup(
    <HowItWorksPage steps={contextGrowth()} growth={null} choosing={null} say={english} />,
  );
  expect(drawn).toContain("packaged without its docs");
  expect(drawn).toContain("<svg");
});
