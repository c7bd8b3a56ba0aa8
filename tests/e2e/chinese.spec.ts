import { type APIRequestContext, expect, test } from "@playwright/test";
import { collectErrors, expectAccessible, expectNoSidewaysScroll, open, SIZES, takeScreenshot } from "./support";

test.describe.configure({ mode: "serial" });
// Resets the language, because the setting outlives a run and other files expect the browser's language.
const followBrowser = async ({ request }: { request: APIRequestContext }) => {
  expect((await request.patch("/api/settings", { data: { language: "system" } })).ok()).toBe(true);
};
test.beforeAll(followBrowser);
test.afterAll(followBrowser);

test("a browser that prefers Chinese gets it, with its fonts", async ({ browser }) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  const errors = collectErrors(page);
  await open(page, "/settings");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.getByRole("heading", { name: "高对比度" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.fonts.check('13px "Noto Sans SC Subset"', "语言"))).toBe(true);
  await expectAccessible(page);
  expect(errors).toEqual([]);
  await context.close();
});

test("the language can be switched in the settings, and is kept", async ({ page }) => {
  await open(page, "/settings");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("radio", { name: "中文" }).click();
  await expect(page.getByRole("heading", { name: "高对比度" })).toBeVisible();
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await takeScreenshot(page, `settings-zh-${name}`);
  }
  await page.reload();
  await expect(page.getByRole("heading", { name: "高对比度" })).toBeVisible();
});

test("the palette switches it back", async ({ page }) => {
  await open(page, "/settings");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("搜索会话，执行命令").fill("language english");
  await page.getByRole("option", { name: "语言：English" }).click();
  await expect(page.getByRole("heading", { name: "High contrast" })).toBeVisible();
});
