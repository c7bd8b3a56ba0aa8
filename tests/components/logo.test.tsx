import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Logo } from "@/components/shell/top-bar";

/** Place and size of every rectangle of a drawing. */
const rectangles = (svg: string) =>
  [...svg.matchAll(/x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((match) => match.slice(1));

test("the mark in the top bar and the icon of the tab are one drawing", () => {
  const drawn = rectangles(renderToStaticMarkup(<Logo />));
  expect(drawn).toHaveLength(5);
  expect(rectangles(readFileSync("public/icon.svg", "utf8"))).toEqual(drawn);
});
