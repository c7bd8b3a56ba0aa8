import { expect, test } from "@playwright/test";
import { importExample } from "./pages";
import { open, SIZES } from "./support";

test.use({ viewport: SIZES.phone });

test("the menu shows its last page, and the API's list has a name before an operation is chosen", async ({ page }) => {
  await open(page, "/api-docs");
  await page.getByRole("button", { name: "List of operations" }).click();
  await expect(page.getByLabel("Find an operation by path, method or words")).toBeVisible();
  await page.getByRole("button", { name: /^Pages, current page:/ }).click();
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeInViewport({ ratio: 1 });
});

test("no label of a session's key figures is cut off", async ({ page, request }) => {
  await open(page, `/sessions/${await importExample(request)}`);
  const cut = await page
    .locator("header dl dt")
    .evaluateAll((labels) =>
      labels.flatMap((label) =>
        [label, ...label.querySelectorAll("span")]
          .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== "inline")
          .map((box) => box.textContent),
      ),
    );
  expect(cut).toEqual([]);
});
