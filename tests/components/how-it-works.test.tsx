import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HowItWorksPage } from "@/components/reference/how-it-works-page";
import { readHowItWorks } from "@/lib/server/answers/how-it-works";
import { contextGrowth } from "@/lib/view-models/models/context-growth";
import { english } from "@/lib/wording/say";

test("the page has the chart with its sums, both tables, the phases and what a model remembers", async () => {
  const drawn = renderToStaticMarkup(
    <HowItWorksPage steps={contextGrowth()} {...(await readHowItWorks())} say={english} />,
  );
  expect(drawn).toContain("144.1 without a cache, 5.9 with a cached prefix");
  expect(drawn.match(/<table/g)).toHaveLength(2);
  for (const text of ["Claude Code 1.0.33", "Roo Code 3.25.8", "reliability", "research", "lost in the"])
    expect(drawn).toContain(text);
});

test("a copy without its docs says so, and still has the chart", () => {
  const drawn = renderToStaticMarkup(
    <HowItWorksPage steps={contextGrowth()} growth={null} choosing={null} say={english} />,
  );
  expect(drawn).toContain("packed without its docs");
  expect(drawn).toContain("<svg");
});
