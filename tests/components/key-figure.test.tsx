import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { KeyFigure } from "@/components/ui/key-figure";

test("a figure's name precedes its value, as in every description list", () => {
  const html = renderToStaticMarkup(<KeyFigure label="cost" value="$14.17" second="partly logged" />);
  expect(html).toMatch(/<dt[^>]*>cost<\/dt><dd/);
  expect(html.indexOf("cost")).toBeLessThan(html.indexOf("$14.17"));
});
