import { expect, type Locator, type Page, test } from "@playwright/test";
import { TOUR } from "@/lib/view-models/shell/tour";
import { collectErrors, open, SIZES, takeScreenshot } from "./support";

/** From the first page to the recommended setting: what a newcomer does in the first minute. */
const LAST = TOUR.length;
const bar = (page: Page) => page.getByRole("region", { name: "Tour" });

/** What each stop must show, besides its own words. */
const SHOWN: readonly ((page: Page) => Locator)[] = [
  (page) => page.getByText(/parts, prompt and answer of request 111$/),
  (page) => page.getByRole("region", { name: "Cache breaks" }),
  (page) => page.getByText("$", { exact: false }).first(),
  (page) => page.getByRole("region", { name: "Comparison" }),
  (page) => page.getByRole("region", { name: "Verdict" }),
];

async function expectStop(page: Page, stop: number): Promise<void> {
  await expect(bar(page)).toContainText(`${stop} of ${LAST}`, { timeout: 60_000 });
  await expect(bar(page)).toContainText(TOUR[stop - 1]?.title ?? "");
  await expect(SHOWN[stop - 1]?.(page) as Locator).toBeVisible({ timeout: 90_000 });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the element cannot be reached by Tab");
}

test("the tour by keyboard alone", async ({ page }) => {
  test.setTimeout(240_000);
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  await open(page, "/examples");
  await tabTo(page, page.getByRole("button", { name: "Open Tour in five steps" }));
  await page.keyboard.press("Enter");
  for (let stop = 1; stop <= LAST; stop += 1) {
    await expectStop(page, stop);
    await takeScreenshot(page, `tour-${stop}`);
    if (stop === LAST) {
      const setting = page.getByRole("region", { name: "Setting to copy" });
      await expect(setting.or(page.getByText("costs less, but it forgets more")).first()).toBeVisible();
    }
    if (stop < LAST) await expect(bar(page).getByRole("link", { name: /^Next/ })).toBeFocused();
    else await tabTo(page, bar(page).getByRole("button").last());
    await page.keyboard.press("Enter");
  }
  await expect(bar(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});
