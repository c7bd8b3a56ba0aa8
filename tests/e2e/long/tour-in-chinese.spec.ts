import { expect, test } from "@playwright/test";
import { TOUR } from "@/lib/view-models/shell/tour";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { collectErrors, open, SIZES, takeScreenshot } from "../support";

const LAST = TOUR.length;

/** What each stop's Chinese page says about the built-in session, in full sentences. */
const CHINESE: readonly (readonly RegExp[])[] = [
  [
    /^最大的可避免费用是与先前重复的输出内容：[最至]多 \$[\d.]+（共 \$[\d.]+ 以上，占 ≤\s[\d.]+\s%）。$/,
    /^请求 111：模型从 .+ 变为 .+；缓存按模型分别保存。/,
  ],
  [/没有压缩：提示词增加了 247 token。$/],
  [/^发送这些部分花费的 \$[\d.]+ 中有 \$[\d.]+ 被浪费/, /^可以省去的内容$/],
  [/^在此使用 .+：节省 .+。$/, /^所需事实的召回率$/],
  [],
];

test("the tour by mouse, in Chinese", async ({ browser }) => {
  test.setTimeout(240_000);
  const chinese = sayIn("zh", chineseOf(["common", "session"]));
  const context = await browser.newContext({ locale: "zh-CN", viewport: SIZES.desktop });
  const page = await context.newPage();
  const errors = collectErrors(page);
  const stops = page.getByRole("region", { name: chinese("Tour"), exact: true });
  await open(page, "/examples");
  await page.getByRole("button", { name: /五步导览/ }).click();
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
