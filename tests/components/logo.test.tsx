import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Logo } from "@/components/shell/top-bar";

/** Position and size of every rectangle in a drawing. */
const rectangles = (svg: string) =>
  [...svg.matchAll(/x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((match) => match.slice(1));

test("the mark in the top bar and the tab's icon are the same drawing", () => {
  const drawn = rectangles(renderToStaticMarkup(<Logo />));
  expect(drawn).toHaveLength(5);
  expect(rectangles(readFileSync("public/icon.svg", "utf8"))).toEqual(drawn);
});
