import { expect, test } from "@playwright/test";
import { builtInExample, collectErrors, expectEveryLook, open, SIZES } from "../support";

test("the example's advice is searched immediately, saved, weighed at another price, and has a setting to copy", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const { id } = await builtInExample(page);
  await open(page, `/sessions/${id}/advice`);
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText("lost facts per 100 requests", { timeout: 120_000 });
  await expect(page).toHaveURL(/shown=run_/);
  await expect(page.getByRole("region", { name: "Policies, table" }).getByRole("row")).not.toHaveCount(1);
  const price = page.getByRole("slider", { name: "Price of a lost fact in US dollars" });
  await price.press("End");
  await expect(page).toHaveURL(/price=1/);
  await expect(verdict).toContainText("lost facts");
  await page.getByRole("button", { name: /^Back to/ }).click();
  await expect(page).not.toHaveURL(/price=/);
  await expectEveryLook(page);
  expect(errors).toEqual([]);
});
