import { expect, test } from "@playwright/test";
import { builtInExample, collectErrors, expectAccessible, expectEveryLook, open, SIZES } from "../support";

test("strategies over chosen sessions: a job whose result is saved, reopened from its link, and deleted", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const { id, title } = await builtInExample(page);
  await open(page, "/corpus?cuts=5&s=roo-truncate,swe-agent-last-n&only=");
  await page.getByRole("button", { name: "Choose strategies and sessions" }).click();
  await page.getByRole("checkbox", { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`only=${id}`));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("1 session, 5 requests", { timeout: 60_000 });
  await expect(result.getByRole("rowheader", { name: "Roo Code: sliding window" })).toBeVisible();
  await open(page, page.url());
  await expect(result).toContainText("1 session, 5 requests");
  await expectEveryLook(page);
  await page
    .getByRole("button", { name: /^Delete Roo Code: sliding window, SWE-agent: last n observations over 1 session/ })
    .click();
  await expect(
    page.getByRole("button", {
      name: /^Delete Roo Code: sliding window, SWE-agent: last n observations over 1 session/,
    }),
  ).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a comparison is saved under a name, and its figures come back", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const { id } = await builtInExample(page);
  await open(page, `/sessions/${id}/compare?s=1.roo-truncate&force=true&run=true`);
  const runs = page.getByRole("region", { name: "Saved runs", exact: true });
  await runs.getByLabel("Name of this comparison").fill("the first try");
  await runs.getByRole("button", { name: "Save" }).click();
  await runs.getByRole("button", { name: "the first try", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "the first try" });
  await expect(dialog.getByRole("cell", { name: "Roo Code: sliding window" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await runs.getByRole("button", { name: "Delete the first try" }).click();
  await expect(runs.getByRole("button", { name: "the first try", exact: true })).toHaveCount(0);
  expect(errors).toEqual([]);
});
