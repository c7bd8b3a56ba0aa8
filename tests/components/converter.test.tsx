import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Converter } from "@/components/models/converter";

const converted = (amount: string, unit: "tokens" | "KiB" = "tokens") =>
  renderToStaticMarkup(
    <Converter amount={amount} unit={unit} kind="prose" model="" models={[]} onChange={() => undefined} />,
  );

test("small amounts have two significant figures and are not rounded to 0", () => {
  const html = converted("10");
  expect(html).toMatch(/pages<\/dt><dd[^>]*>~0.015</);
  expect(html).toContain("~0.046 KiB");
});

test("a description list contains only its lines", () => {
  expect(converted("10")).toMatch(/<dl><div/);
  expect(converted("nonsense")).not.toContain("<dl");
});
