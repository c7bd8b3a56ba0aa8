import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { builtInExample, collectErrors, expectAccessible, expectNoSidewaysScroll, open, SIZES } from "./support";

const CHOICE = "1.claude-code,2.swe-agent-last-n~n=10,3.roo-latest-truncate";

test("a number opens its evidence, two strategies are compared, and the report is downloaded", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const { id } = await builtInExample(page);
  await open(page, `/sessions/${id}/compare?s=${CHOICE}&force=true&run=true`);
  await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Tokens after", { timeout: 60_000 });

  await page.getByTitle("Recall of needed facts of Roo Code: sliding window, non-destructive: evidence").focus();
  await page.keyboard.press("Enter");
  const evidence = page.getByRole("dialog", { name: "Recall of needed facts" });
  await expect(evidence).toContainText("facts needed later");
  await expect(page).toHaveURL(/cell=recall-3/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(evidence).toBeHidden();

  await page.getByRole("button", { name: /^Side by side/ }).click();
  await expect(page).toHaveURL(/open=side/);
  await page.getByTitle("Read Σ1").first().click();
  await expect(page.getByRole("dialog", { name: "Σ1 of Claude Code: compact" })).toContainText(
    "by rule from the transcript",
  );
  await page.keyboard.press("Escape");
  await page
    .getByTitle(/^Go to Σ1/)
    .first()
    .click();
  await expect(page.getByTitle("Read Σ1").first()).toBeInViewport();

  await page.getByRole("button", { name: "Diff two…" }).click();
  const diff = page.getByRole("region", { name: "Two strategies" });
  await expect(diff).toContainText("changed differently");
  await expect(page).toHaveURL(/diff=1-2/);
  await page.keyboard.press("n");
  await expect(diff.getByRole("region", { name: "Difference", exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: /^Use it/ }).click();
  await page.getByRole("button", { name: "Report", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^Markdown/ }).click(),
  ]);
  const report = await fs.readFile(await download.path(), "utf8");
  expect(report).toContain("| Tokens after (saved share) |");
  await page.getByRole("button", { name: "Report", exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^HTML/ }).click(),
  ]);
  const html = await fs.readFile(await saved.path(), "utf8");
  expect(html).toContain("<h2>Saved versus kept</h2>");
  expect(html).not.toContain("<script");
  expect(errors).toEqual([]);
});

test("a recipe can be tuned as a form or as JSON, and a wrong one explains its error", async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  const { id } = await builtInExample(page);
  await open(page, `/sessions/${id}/compare?s=2.swe-agent-last-n,3.recipe&edit=recipe`);
  const text = page.getByLabel("Recipe of Custom recipe");
  await text.fill('{"pipe":["nobody"]}');
  await expect(page.getByText("no strategy has the id nobody")).toBeVisible();
  await text.fill('{"pipe":["dcp-dedup",{"orElse":["winnow","kilo-truncate"]}]}');
  await expect(page.getByText("This recipe is valid.")).toBeVisible();
  await expect(page).toHaveURL(/kilo-truncate/);
  await page.getByRole("button", { name: /^SWE-agent: last n/ }).click();
  await page.getByLabel("n", { exact: true }).fill("7");
  await expect(page).toHaveURL(/swe-agent-last-n~n=7/);
});

test("strategies are found by a word and previewed, and the seventh replaces another", async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  const { id } = await builtInExample(page);
  const six = "1.winnow,2.manus,3.roo-truncate,4.kilo-truncate,5.claude-code,6.goose";
  await open(page, `/sessions/${id}/compare?s=${six}&edit=winnow`);
  const list = page.getByRole("region", { name: "Strategies", exact: true });
  await page.getByLabel("Filter strategies").fill("headroom log");
  await expect(page).toHaveURL(/find=headroom/);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("listitem")).toContainText(/unchanged|\d\.\d/);
  await list.getByLabel("Compare headroom: logs").click();
  const dialog = page.getByRole("dialog", { name: "Compare headroom: logs instead of" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Manus: recoverable compression" }).click();
  await expect(page).toHaveURL(/2\.headroom-log/);
});
