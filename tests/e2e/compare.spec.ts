import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { collectErrors, expectAccessible, expectNoSidewaysScroll, open, SIZES } from "./support";

const CHOICE = "1.claude-code,2.swe-agent-last-n~n=10,3.roo-latest-truncate";

test("a number opens its evidence, two strategies are diffed, and the report is a file", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const { sessions } = await (await page.request.get("/api/sessions")).json();
  const { id } = sessions.find((row: { is_example: boolean }) => row.is_example);
  await open(page, `/sessions/${id}/compare?s=${CHOICE}&force=true&run=true`);
  await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Tokens after", { timeout: 60_000 });

  await page.getByTitle("Hindsight recall of roo-latest-truncate: evidence").focus();
  await page.keyboard.press("Enter");
  const evidence = page.getByRole("dialog", { name: "Hindsight recall" });
  await expect(evidence).toContainText("facts used later");
  await expect(page).toHaveURL(/cell=recall-3/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(evidence).toBeHidden();

  await page.getByRole("button", { name: "Diff two…" }).click();
  const diff = page.getByRole("region", { name: "Two strategies" });
  await expect(diff).toContainText("changed differently");
  await expect(page).toHaveURL(/diff=1-2/);
  await page.keyboard.press("n");
  await expect(diff.getByRole("region", { name: "Difference", exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "Report", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^Markdown/ }).click(),
  ]);
  const report = await fs.readFile(await download.path(), "utf8");
  expect(report).toContain("| Tokens after (saved share) |");
  expect(errors).toEqual([]);
});

test("a recipe is tuned as a form or as JSON, and a wrong one says why", async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  const { sessions } = await (await page.request.get("/api/sessions")).json();
  const { id } = sessions.find((row: { is_example: boolean }) => row.is_example);
  await open(page, `/sessions/${id}/compare?s=2.swe-agent-last-n,3.recipe&edit=recipe`);
  const text = page.getByLabel("Recipe of recipe");
  await text.fill('{"pipe":["nobody"]}');
  await expect(page.getByText("no strategy has the id nobody")).toBeVisible();
  await text.fill('{"pipe":["dcp-dedup",{"orElse":["winnow","kilo-truncate"]}]}');
  await expect(page.getByText("This recipe is right.")).toBeVisible();
  await expect(page).toHaveURL(/kilo-truncate/);
  await page.getByRole("button", { name: "swe-agent-last-n", exact: true }).first().click();
  await page.getByLabel("n", { exact: true }).fill("7");
  await expect(page).toHaveURL(/swe-agent-last-n~n=7/);
});
