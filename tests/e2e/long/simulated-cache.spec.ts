import { expect, test } from "@playwright/test";
import { collectErrors, expectEveryLook, open, takeScreenshot } from "../support";

/** A list of messages without a model, times or usage; its prompts grow to some ten thousand tokens. */
const list = () =>
  JSON.stringify({
    messages: [
      { role: "system", content: "You keep the stock of a shop in order." },
      ...Array.from({ length: 8 }, (_, at) => [
        { role: "user", content: `Shelf ${at}: ${"count what is left, and say what is missing. ".repeat(120)}` },
        { role: "assistant", content: `Shelf ${at} is complete.` },
      ]).flat(),
    ],
  });

test("a plain list without a model shows window and cached prefixes in two clicks", async ({ page }) => {
  test.setTimeout(240_000);
  const errors = collectErrors(page);
  await open(page, "/");
  const file = { name: "own-list.json", mimeType: "application/json", buffer: Buffer.from(list()) };
  await page
    .getByLabel(/^(Files to import|Transcripts to import)$/)
    .first()
    .setInputFiles(file);
  await page
    .getByRole("link", { name: /Shelf 0/ })
    .first()
    .click({ timeout: 60_000 });
  await page.getByRole("link", { name: "Cache", exact: true }).click();
  const simulated = page.getByRole("region", { name: "Simulated cache" });
  await expect(simulated).toContainText("This log reports nothing about its cache");
  await expect(simulated).toContainText("the simulation assumes no pauses");
  await expect(page.getByRole("slider", { name: "Request in the prefix lanes" })).toHaveAttribute(
    "aria-valuetext",
    /simulated as read from the cache/,
  );
  await expect(page.getByText("largest prompt").first()).toBeVisible();

  await page.getByRole("button", { name: /^vLLM/ }).click();
  await expect(page).toHaveURL(/rules=vllm-blocks/);
  await expect(simulated).toContainText("blocks of tokens");

  const address = page.url();
  await page.getByRole("button", { name: /Which was it/ }).click();
  await page.getByRole("button", { name: "gpt-4o", exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(page.getByText("gpt-4o (set by you)")).toBeVisible();
  await expect(page.getByText("peak window").first()).toBeVisible();
  expect(page.url()).toBe(address);

  await expectEveryLook(page);
  await takeScreenshot(page, "simulated-cache-phone");
  expect(errors).toEqual([]);
});

test("an example from its page opens in Compare with its strategy run", async ({ page }) => {
  test.setTimeout(120_000);
  const errors = collectErrors(page);
  await open(page, "/examples");
  await page.getByRole("button", { name: /Open Roo's sliding window/ }).click();
  await expect(page).toHaveURL(/\/compare\?.*roo-truncate/);
  await expect(page.getByText(/computed in/)).toBeVisible({ timeout: 60_000 });
  expect(errors).toEqual([]);
});
