import { expect, test } from "@playwright/test";
import { builtInExample, collectErrors, open, SIZES, takeScreenshot } from "./support";

test("the Cache page of the example renders and responds to the keyboard, and Findings leads to the causes", async ({
  page,
}) => {
  const errors = collectErrors(page);
  const { id } = await builtInExample(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/sessions/${id}/cache`);
  await expect(page.getByRole("region", { name: "Cause" }), "beside the list, not below the fold").toBeInViewport();
  await open(page, `/sessions/${id}/cache?request=2`);
  const lanes = page.getByRole("slider", { name: "Request in the prefix lanes" });
  await expect(lanes).toHaveAttribute("aria-valuenow", "2");
  await lanes.press("ArrowDown");
  await expect(page).toHaveURL(/request=3\b/);
  await page.setViewportSize(SIZES.phone);
  await takeScreenshot(page, "cache-phone");
  await open(page, `/sessions/${id}/cache?request=2`);
  await lanes.press("ArrowDown");
  await expect(page, "as narrow as a phone").toHaveURL(/request=3\b/);
  await open(page, `/sessions/${id}/findings`);
  await expect(page.getByRole("region", { name: "What it cost, and why" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("a figure is explained when the pointer moves onto it, not when the page loads under a resting pointer", async ({
  page,
}) => {
  const { files } = await (await page.request.post("/api/example")).json();
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/sessions/${files[0].sessions[0]}/cache`);
  const place = await page.getByText("peak window").first().boundingBox();
  if (place === null) throw new Error("the figure is not drawn");
  const [x, y] = [place.x + 10, place.y + 5];
  await page.mouse.move(x, y + 300);
  await page.mouse.move(x, y, { steps: 4 });
  await expect(page.getByRole("tooltip")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Cause" })).toBeVisible();
  await page.waitForTimeout(1_000); // longer than a tooltip's delay
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.mouse.move(x + 4, y);
  await expect(page.getByRole("tooltip")).toBeVisible();
});
