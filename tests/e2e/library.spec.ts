import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { makeCompactedSession } from "../support/transcripts";
import { collectErrors, expectAccessible, expectNoSidewaysScroll, open, SIZES, takeScreenshot } from "./support";

test("search in transcripts opens at the place; rename, tag, delete and undo by keyboard", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  // With the built-in session alone the first-run page is shown.
  expect((await page.request.post("/api/examples/roo-window")).ok()).toBe(true);
  await open(page, "/");
  await page.keyboard.press("/");
  await page.keyboard.type("StaleVersion");
  await expect(page).toHaveURL(/q=StaleVersion/);
  const hit = page.getByRole("link", { name: /places?$/ }).first();
  await expect(hit).toContainText("StaleVersion", { timeout: 30_000 });
  await expectAccessible(page);
  await takeScreenshot(page, "library-search");
  await hit.click();
  await expect(page).toHaveURL(/sessions\/.*part=/);

  await open(page, "/");
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.getByLabel("Title").fill("Renamed by keyboard");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Renamed by keyboard" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Rename Renamed by keyboard" }).click();
  await page.getByRole("button", { name: "Use the log's title" }).click();
  // While it is open, rows cannot be found by role, and keys belong to the dialog.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Renamed by keyboard" })).toHaveCount(0);

  const rows = page.locator("a[data-row]");
  const before = await rows.count();
  await page.keyboard.press("x");
  await expect(page.getByText("1 chosen")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(rows).toHaveCount(before - 1);
  await expect(page.getByText(/^Deleted .* in the bin/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("z");
  await expect(rows).toHaveCount(before);
  await expectNoSidewaysScroll(page);
  expect(errors).toEqual([]);
});

test("a list wider than needed gives its free width to the titles", async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  expect((await page.request.post("/api/examples/roo-window")).ok()).toBe(true);
  await page.route("**/api/library/sessions?*", async (route) => {
    const answer = await (await route.fetch()).json();
    const sessions = Array.from({ length: 100 }, (_, at) => ({ ...answer.sessions[0], id: `session-${at}` }));
    await route.fulfill({ json: { ...answer, sessions, total: 300, found: 300 } });
  });
  await open(page, "/");
  await page.getByRole("button", { name: "Requests" }).click();
  await expect(page.locator("a[data-row='session-9']").first()).toBeVisible();
  const title = await page.getByRole("columnheader", { name: "Session" }).boundingBox();
  const last = await page.getByRole("columnheader", { name: "Breaks" }).boundingBox();
  const table = await page.locator("table").first().boundingBox();
  expect(title?.width).toBeGreaterThan(240);
  expect((table?.x ?? 0) + (table?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)).toBeLessThan(24);
});

test("one click from the library leads to the costliest MCP server, and to what the last compaction lost", async ({
  page,
}) => {
  const errors = collectErrors(page);
  const uploaded = await page.request.post("/api/sessions", {
    headers: { "x-file-name": "two-servers.jsonl", "content-type": "application/octet-stream" },
    data: makeCompactedSession(randomUUID(), new Date(Date.now() - 3_600_000)),
  });
  expect(uploaded.status()).toBe(201);
  const { files } = await uploaded.json();
  const totals = page.getByRole("region", { name: "Totals" });
  for (const size of [SIZES.desktop, SIZES.phone]) {
    await page.setViewportSize(size);
    await open(page, "/");
    await totals.getByRole("link", { name: "by MCP server" }).click();
    await expect(page).toHaveURL(/\/all-sessions\/spend\?group=mcp-server/);
    await expect(page.getByText("The costliest MCP server is tracker:")).toBeVisible();
    const rows = page.getByRole("table", { name: "Who spent the tokens and the money" }).getByRole("row");
    await expect(rows, "the heads and the two servers alone").toHaveCount(3);
    await expect(rows.nth(1)).toContainText("tracker");
    await expect(rows.nth(2)).toContainText("notes");

    await open(page, "/");
    await totals.getByRole("link", { name: "What the last compaction lost" }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${files[0].sessions[0]}\\?compaction=1`));
    const receipt = page.getByRole("dialog", { name: "Compaction 1 of 1" });
    await expect(receipt).toContainText(
      /This compaction dropped \d+ of \d+ facts that the agent used later without seeing them again/,
    );
    await expect(receipt).toContainText("src/parser/lexer.ts");
  }
  expect(errors).toEqual([]);
});
