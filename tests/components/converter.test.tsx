import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Converter } from "@/components/models/converter";
import { MODELS } from "@/lib/models/models";
import { toModelTable } from "@/lib/view-models/models/to-model-table";

const converted = (amount: string, unit: "tokens" | "KiB" = "tokens") =>
  renderToStaticMarkup(
    <Converter amount={amount} unit={unit} kind="prose" model="" models={[]} onChange={() => undefined} />,
  );

test("small amounts have two significant figures and are not rounded to 0", () => {
  const html = converted("10");
  expect(html).toMatch(/pages<\/dt><dd[^>]*>~0.015</);
  expect(html).toContain("~0.046 KiB");
});

test("an amount above a model's price step is priced as a prompt of that size", () => {
  const models = toModelTable(MODELS).filter(({ id }) => id === "claude-sonnet-4-5");
  const priceOf = (amount: string) =>
    /\$[\d.]+(?=<\/dd>)/.exec(
      renderToStaticMarkup(
        <Converter {...{ amount, models }} unit="tokens" kind="prose" model="claude-sonnet-4-5" onChange={() => {}} />,
      ),
    )?.[0];
  expect([priceOf("200k"), priceOf("300k")]).toEqual(["$0.600", "$1.80"]);
});

test("a description list contains nothing but its entries", () => {
  expect(converted("10")).toMatch(/<dl><div/);
  expect(converted("nonsense")).not.toContain("<dl");
});
