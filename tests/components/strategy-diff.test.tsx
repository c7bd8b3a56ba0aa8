import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StrategyDiff } from "@/components/compare/diff/strategy-diff";
import { OWN_RECIPE_INFO } from "@/components/compare/shared/compare-types";

test("both compared strategies are named in the menus and above the columns, left and right", () => {
  const html = renderToStaticMarkup(
    <StrategyDiff
      sessionId="s"
      rows={[]}
      results={[]}
      chosen={["first", "second"].map((id, slot) => ({ choice: { slot, id, params: {} }, info: OWN_RECIPE_INFO }))}
      pair={[0, 1]}
      onPair={() => {}}
      view="all"
      onView={() => {}}
      status={null}
    />,
  );
  expect([...html.matchAll(/<span class="truncate">(first|second)<\/span>/g)].map(([, name]) => name)).toEqual([
    ...["first", "second"],
    ...["first", "second"],
  ]);
  expect(html).toContain("only in second");
});
