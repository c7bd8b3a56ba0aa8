import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { collectErrors, expectAccessible, expectEveryLook, open, SIZES, takeScreenshot } from "./support";

const folder = () => path.join(process.env.WINNOW_E2E_HOME ?? "", "recordings");

/** The note that `winnow record` writes next to a recording. */
function note(name: string, requests: number, pid = process.pid): string {
  const file = path.join(folder(), `${name}.running`);
  fs.mkdirSync(folder(), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ pid, title: "Codex", started_at: "2026-11-29T00:00:00.000Z", requests }));
  return file;
}

test("a recording is started with one command, shown while it runs, and stopped", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  await open(page, "/record");
  const command = page.getByRole("region", { name: "Command" });
  await expect(command).toContainText("winnow record claude");
  await page.getByRole("radio", { name: "Claude Code" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Codex" })).toBeChecked();
  await expect(command.getByRole("code")).toHaveText("winnow record codex");
  await expect(command).toContainText("openai_base_url");
  await page.getByRole("radio", { name: "Any program" }).check();
  await expect(command.getByRole("code")).toContainText("winnow record --upstream");

  const now = page.getByRole("region", { name: "Recordings now" });
  await expect(now).toContainText("Nothing is being recorded.");
  const file = note("one", 0);
  await expect(now.getByRole("heading")).toHaveText("Waiting for the first request of Codex");
  note("one", 12);
  await expect(now.getByRole("heading")).toHaveText("Recording Codex: 12 requests");
  await expect(now.getByRole("status")).toHaveText("Recording Codex: 10 requests"); // announced at 1, 10, 100
  await takeScreenshot(page, "record-running");
  await expectAccessible(page);
  await now.getByRole("button", { name: "Stop recording" }).click();
  await expect(now).toContainText("12 requests were saved. Codex keeps running without being recorded.");
  expect(fs.existsSync(file)).toBe(false);

  const left = note("two", 3, 2 ** 22 + 1); // above the largest process id
  await expect(now).toContainText("Its command was killed. 3 requests were saved; any request in flight was lost.");
  await expectEveryLook(page);
  await takeScreenshot(page, "record-phone");
  await now.getByRole("button", { name: "Remove" }).click();
  await expect(now).not.toContainText("Its command was killed.");
  expect(fs.existsSync(left)).toBe(false);
  expect(errors).toEqual([]);
});
