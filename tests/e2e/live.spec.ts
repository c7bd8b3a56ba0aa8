import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { growingSession } from "../support/growing-session";
import { collectErrors, expectAccessible, expectEveryLook, open, SIZES, takeScreenshot } from "./support";

const folder = () => path.join(process.env.WINNOW_E2E_HOME ?? "", ".claude", "projects", "live");

/** Waits for the session with this title in the library; returns its page. */
async function pageOf(page: Page, title: string): Promise<string> {
  for (;;) {
    const { sessions } = await (await page.request.get("/api/library/sessions")).json();
    const found = sessions.find((session: { title: string }) => session.title.startsWith(title));
    if (found) return `/sessions/${found.id}`;
    await page.waitForTimeout(250);
  }
}

test("a followed session grows on its open page; the page follows, pauses, and forecasts", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  fs.mkdirSync(folder(), { recursive: true });
  const file = path.join(folder(), "live.jsonl");
  const startedAt = new Date(Date.now() - 170_000); // with 35 requests, the session ends now
  const grow = (count: number) => fs.writeFileSync(file, growingSession(count, startedAt));
  const followed = await page.request.put("/api/follow", { data: { root: "claude-code", on: true } });
  expect(followed.ok()).toBe(true);
  grow(30);
  await open(page, await pageOf(page, "Grow the live page"));

  const live = page.getByRole("region", { name: "Live" });
  await expect(live).toContainText("Compaction in about");
  await expect(live).toContainText("Stays cached for");
  const following = live.getByRole("switch", { name: "Follow new requests" });
  await expect(following).toBeChecked();
  const chart = page.getByRole("slider").first();
  await expect(chart).toHaveAttribute("aria-valuetext", /Request 30 of 30/);
  await page.waitForTimeout(2_000); // the follower waits after an import

  const spoken: string[] = [];
  await page.exposeFunction("noteSpoken", (text: string) => spoken.push(text));
  await live.getByRole("status").evaluate((node) => {
    const tell = () => (window as unknown as { noteSpoken: (text: string) => void }).noteSpoken(node.textContent ?? "");
    new MutationObserver(tell).observe(node, { childList: true, characterData: true, subtree: true });
  });
  const growsSince = Date.now();
  const took: number[] = [];
  for (const count of [31, 32, 33, 34, 35, 36]) {
    const writtenAt = Date.now();
    grow(count);
    // Checked in each frame, because a polling expectation would add up to a second.
    await page.waitForFunction(
      (text) => document.querySelector("[role=slider]")?.getAttribute("aria-valuetext")?.includes(text),
      `Request ${count} of ${count}`,
      { polling: "raf" },
    );
    took.push(Date.now() - writtenAt);
    await page.waitForTimeout(2_000);
  }
  // Announced at most once in 30 seconds, however often it grows.
  expect(spoken[0]).toMatch(/^Request 3\d\. Window [\d.]+.%\. Compaction/);
  expect(spoken.length).toBeLessThanOrEqual(1 + (Date.now() - growsSince) / 30_000);
  const load = os.loadavg()[0]?.toFixed(1);
  process.stdout.write(`shown after ${took.join(", ")} ms, load ${load}\n`);

  await page.keyboard.press("k");
  await expect(following).not.toBeChecked();
  grow(38);
  await expect(following).toContainText("Paused. 2 new requests");
  await expect(chart).toHaveAttribute("aria-valuetext", /Request 35 of 38/);
  await page.keyboard.press("f");
  await expect(chart).toHaveAttribute("aria-valuetext", /Request 38 of 38/);
  await expect(following).toBeChecked();
  await takeScreenshot(page, "live");
  await expectAccessible(page);
  await expectEveryLook(page);
  await takeScreenshot(page, "live-phone");
  expect(errors).toEqual([]);
});
