import { expect, test } from "@playwright/test";
import { collectErrors, open, takeScreenshot } from "./support";

test("the login that answers 401: three kinds of summary side by side, with what each still answers", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const errors = collectErrors(page);
  await open(page, "/examples");
  await page.getByRole("button", { name: "Open The login that returns 401" }).click();
  await page.waitForURL(/\/compare/, { timeout: 90_000 });
  await expect(page.getByText("The article says:")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/computed in/)).toBeVisible({ timeout: 90_000 });
  const probes = page.getByRole("region", { name: "What the agent could still answer", exact: true });
  for (const kind of ["Recall", "Artifact", "Continuation", "Decision"])
    await expect(probes.getByRole("rowheader", { name: new RegExp(`^${kind}`) })).toBeVisible();
  await expect(probes.getByText("Use a pool, not one connection per request.")).toBeVisible();
  await takeScreenshot(page, "article-401");
  expect(errors).toEqual([]);
});

test("a strategy is found by its article's name, and its prompt is saved as a custom variant", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await open(page, "/strategies");
  await page.getByRole("textbox", { name: "Filter strategies" }).fill("anchored iterative");
  await page.getByRole("link", { name: "Anchored iterative summary" }).click();
  await expect(page.getByRole("heading", { name: "Anchored iterative summary" })).toBeVisible();
  await expect(page.getByText("into the summary").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Task text" }).fill("List what fails, one a line.");
  await page.getByRole("textbox", { name: "Variant name" }).fill("Failures only");
  await page.getByRole("button", { name: "Save as my own variant" }).click();
  await expect(page.getByRole("list", { name: "Your variants" })).toContainText("Failures only");
  const { settings } = await (await request.get("/api/settings")).json();
  expect(settings.summary_prompts).toEqual([
    { name: "Failures only", strategy: "factory-anchored", prompt: "List what fails, one a line." },
  ]);
  await request.patch("/api/settings", { data: { summary_prompts: [] } });
});

test("a good and a poor summary of one session: claim, verdict, cost, and what each still answers", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const errors = collectErrors(page);
  await open(page, "/examples");
  await page.getByRole("button", { name: "Open The same session, with a good and a poor summary" }).click();
  await page.waitForURL(/\/compare/, { timeout: 90_000 });
  await expect(page.getByText("The article says:")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/computed in/)).toBeVisible({ timeout: 90_000 });
  const main = page.locator("#main");
  await expect(main).toContainText(/saves \d/);
  await expect(main).not.toContainText("no verdict");
  const probes = page.getByRole("region", { name: "What the agent could still answer", exact: true });
  await expect(probes).toContainText("Redis connection is closed");
  await takeScreenshot(page, "article-good-and-poor");
  expect(errors).toEqual([]);
});
