import { expect, type Locator, type Page, test } from "@playwright/test";
import { TOUR } from "@/lib/view-models/shell/tour";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { collectErrors, open, SIZES, takeScreenshot } from "./support";

/** From the first page to the setting to use from now on: what a newcomer does in the first minute. */
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

test("the tour by mouse", async ({ page }) => {
  test.setTimeout(240_000);
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  await open(page, "/");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /Tour in five steps/ }).click();
  for (let stop = 1; stop <= LAST; stop += 1) {
    await expectStop(page, stop);
    await takeScreenshot(page, `tour-${stop}`);
    if (stop < LAST) await bar(page).getByRole("link", { name: /^Next/ }).click();
  }
  const setting = page.getByRole("region", { name: "Setting to copy" });
  await expect(setting.or(page.getByText("costs less, but it forgets more")).first()).toBeVisible();
  await bar(page).getByRole("button", { name: "End the tour" }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("the tour by keyboard alone", async ({ page }) => {
  test.setTimeout(240_000);
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  await open(page, "/");
  await tabTo(page, page.getByRole("button", { name: "Examples" }));
  await page.keyboard.press("Enter");
  const first = page.getByRole("menuitem", { name: /Tour in five steps/ });
  await expect(first).toBeVisible();
  for (let step = 0; step < 8 && !(await first.evaluate((item) => item === document.activeElement)); step += 1)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  for (let stop = 1; stop <= LAST; stop += 1) {
    await expectStop(page, stop);
    const next = stop < LAST ? bar(page).getByRole("link", { name: /^Next/ }) : bar(page).getByRole("button");
    await tabTo(page, next.last());
    await page.keyboard.press("Enter");
  }
  await expect(bar(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

/** What the Chinese page of each stop says of the built-in session, in whole sentences. */
const CHINESE: readonly (readonly RegExp[])[] = [
  [/^花费最多的是重复内容：\$2\.25（共 \$14\.17，占 16\s%）。$/, /^请求 111：模型从 .+ 变为 .+；缓存按模型分别保存。$/],
  [/没有压缩：提示词增加了 247 token。$/],
  [/^携带这些部分花费的 \$[\d.]+ 中有 \$[\d.]+ 是白费/, /^可以省去的内容$/],
  [/^在此使用 .+：节省 .+。$/, /^所需事实的召回率$/],
  [],
];

test("the tour in Chinese", async ({ browser }) => {
  test.setTimeout(240_000);
  const chinese = sayIn("zh", chineseOf(["common", "session"]));
  const context = await browser.newContext({ locale: "zh-CN", viewport: SIZES.desktop });
  const page = await context.newPage();
  const errors = collectErrors(page);
  const stops = page.getByRole("region", { name: chinese("Tour"), exact: true });
  await open(page, "/");
  await page.getByRole("button", { name: "示例" }).click();
  await page.getByRole("menuitem", { name: /五步导览/ }).click();
  for (let stop = 1; stop <= LAST; stop += 1) {
    await expect(stops).toContainText(`${stop} / ${LAST}`, { timeout: 60_000 });
    await expect(stops).toContainText(chinese.known(TOUR[stop - 1]?.title ?? ""));
    await expect(stops).toContainText(chinese.known(TOUR[stop - 1]?.text ?? ""));
    for (const said of CHINESE[stop - 1] ?? [])
      await expect(page.locator("#main").getByText(said).filter({ visible: true }).first()).toBeVisible({
        timeout: 90_000,
      });
    if (stop === LAST)
      await expect(page.getByRole("region", { name: chinese("Verdict") })).toBeVisible({ timeout: 120_000 });
    await takeScreenshot(page, `tour-zh-${stop}`);
    if (stop < LAST) await stops.getByRole("link", { name: /^下一步：/ }).click();
  }
  await stops.getByRole("button", { name: chinese("End the tour") }).click();
  await expect(stops).toHaveCount(0);
  expect(errors).toEqual([]);
  await context.close();
});
