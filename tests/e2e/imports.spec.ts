import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { makeSession } from "../support/transcripts";
import { collectErrors, expectAccessible, expectBothWidths, open, SIZES, takeScreenshot } from "./support";

const ROOT = "claude-code";
const project = path.join(process.env.WINNOW_E2E_HOME ?? "", ".claude", "projects", "-shop");

/** Imports a transcript that a client is still writing: it ends in the middle of its last line. */
async function importCut(request: APIRequestContext, turns: number) {
  const id = randomUUID();
  const whole = makeSession({ id, turns });
  const file = path.join(project, `${id}.jsonl`);
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(file, whole.slice(0, -60));
  const found = { root: ROOT, paths: [path.join("-shop", `${id}.jsonl`)] };
  const { job } = await (await request.post("/api/discover/import", { data: found })).json();
  await expect
    .poll(async () => (await (await request.get(`/api/jobs/${job.id}`)).json()).state, { timeout: 30_000 })
    .toBe("done");
  return {
    name: `${id}.jsonl`,
    file,
    rest: whole.slice(-60),
    more: makeSession({ id, turns: turns + 1 }).slice(whole.length),
  };
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

test.afterAll(async ({ request }) => {
  await request.put("/api/follow", { data: { root: ROOT, on: false } });
});

test("a truncated file is read again once it is complete", async ({ page, request }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const cut = await importCut(request, 2);
  await open(page, "/imports");
  await expect(rowOf(page, cut.name)).toHaveCount(1);
  await expect(page.getByText("cut off", { exact: true })).toHaveCount(1);
  await takeScreenshot(page, "imports-cut");

  await page.getByRole("button", { name: "Read again" }).click();
  await expect(page.getByText("Nothing has been written to it since.")).toBeVisible();
  fs.appendFileSync(cut.file, cut.rest);
  await page.getByRole("button", { name: "Read again" }).click();
  // The complete file replaces the truncated one: one row, nothing missing, one session.
  await expect(page.getByText("cut off", { exact: true })).toHaveCount(0);
  await expect(rowOf(page, cut.name)).toHaveCount(1);
  await rowOf(page, cut.name).getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(/sessions\//);
  await expect(page.getByText("These are the files.").first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("a growing file is followed", async ({ page, request }) => {
  test.slow(); // the follower polls every two seconds
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const cut = await importCut(request, 3);
  await open(page, "/imports");
  await page.getByRole("button", { name: "Follow this file" }).click();
  await expect(page.getByText("Now following Claude Code.")).toBeVisible();
  fs.appendFileSync(cut.file, cut.rest);
  await expect(page.getByText("cut off", { exact: true })).toHaveCount(0, { timeout: 30_000 });
  await expect(rowOf(page, cut.name)).toContainText("12");
  fs.appendFileSync(cut.file, cut.more);
  await expect(rowOf(page, cut.name)).toContainText("16", { timeout: 60_000 });
  expect(errors).toEqual([]);
});

test("a refused file is listed too, with its time and reason", async ({ page, request }) => {
  const errors = collectErrors(page);
  const refused = await request.post("/api/sessions", {
    headers: { "x-file-name": "shopping.txt", "content-type": "application/octet-stream" },
    data: "milk\nbread\n",
  });
  expect(refused.status()).toBe(422);
  await page.setViewportSize(SIZES.desktop);
  await open(page, "/imports");
  await expect(rowOf(page, "shopping.txt")).toContainText(/\d{4} \d\d:\d\d/);
  await expect(page.getByRole("img", { name: "failed" }).first()).toBeVisible();
  await expectAccessible(page);
  await expectBothWidths(page);
  expect(errors).toEqual([]);
});

test("the palette opens the imports page", async ({ page }) => {
  await open(page, "/models");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search sessions, run a command").fill("refused");
  await page.getByRole("option", { name: "Imports" }).click();
  await expect(page).toHaveURL(/\/imports$/);
});
