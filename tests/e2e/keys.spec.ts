import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { type ProductionServer, startProductionServer } from "../support/production-server";
import { collectErrors, expectAccessible, expectBothWidths, expectEveryLook, open, takeScreenshot } from "./support";

/** A server that is reachable from outside, so it requires keys. */
let server: ProductionServer;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-keys-"));
test.beforeAll(async () => {
  server = await startProductionServer({ WINNOW_DATA_DIR: directory, WINNOW_ALLOWED_HOSTS: "winnow.example" });
});
test.afterAll(async () => {
  await server.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

/** A key created with the server's own start key. */
async function newKey(name: string, scopes: readonly string[]): Promise<string> {
  const own = fs.readFileSync(path.join(directory, "own.key"), "utf8");
  const headers = { authorization: `Bearer ${own}`, "content-type": "application/json" };
  const body = JSON.stringify({ name, scopes });
  const answer = await fetch(`${server.origin}/api/keys`, { method: "POST", headers, body });
  return (await answer.json()).key;
}

async function signIn(page: Page, key: string): Promise<void> {
  await page.goto(server.origin);
  await page.getByLabel("Key").fill(key);
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeVisible();
}
const signedIn = (context: BrowserContext, key: string) =>
  context.addCookies([{ name: "winnow-key", value: key, url: server.origin }]);

test("an admin creates a key, copies it once and revokes it, all by keyboard", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, await newKey("admin", ["admin"]));
  await open(page, `${server.origin}/settings`);
  await page.getByLabel("Name of the new key").focus();
  await page.keyboard.type("the team");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Tab"); // past the button and `read`
  await page.keyboard.press("Space");
  await page.getByLabel("Name of the new key").press("Enter");

  const shown = page.getByRole("textbox", { name: "The new key", exact: true });
  await expect(shown).toBeFocused();
  const key = await shown.inputValue();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const ask = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${server.origin}/api/sessions`, { headers })).status;
  };
  expect(await ask()).toBe(200);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(shown).toBeHidden();

  const inUse = page.getByRole("list", { name: "Active keys" });
  await expect(inUse.getByRole("listitem").filter({ hasText: "the team" })).toContainText(/read\s*import/);
  await page.getByRole("button", { name: "Revoke the team" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("cannot be undone");
  expect(await ask()).toBe(200);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused(); // a held Enter does not confirm
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(inUse).not.toContainText("the team");
  expect(await ask()).toBe(401);
});

test("a reader is offered nothing that would be refused, and can sign out", async ({ page, context }) => {
  await signedIn(context, await newKey("reader", ["read"]));
  const refused: string[] = [];
  page.on("response", (answer) => answer.status() === 403 && refused.push(answer.url()));
  const errors = collectErrors(page);
  await open(page, server.origin);
  await expect(page.getByText("Your key can read sessions.")).toBeVisible();
  await expect(page.getByText("Found on this machine")).toHaveCount(0);
  await open(page, `${server.origin}/examples`);
  await expect(page.getByRole("button", { name: "Open Tour in five steps" })).toBeDisabled();
  await open(page, `${server.origin}/settings`);
  await expect(page.getByRole("heading", { name: "API keys", exact: true })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Always" })).toBeDisabled();
  await page.getByRole("radio", { name: "Light" }).click(); // the theme belongs to this browser
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectAccessible(page);
  expect([refused, errors]).toEqual([[], []]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toBeVisible();
});

test("the keys in every theme, in both languages, and on a phone", async ({ browser }) => {
  const key = await newKey("a name that is longer than a phone is wide, and then some", ["admin"]);
  for (const locale of ["en-US", "zh-CN"]) {
    const context = await browser.newContext({ locale });
    await signedIn(context, key);
    const page = await context.newPage();
    await open(page, `${server.origin}/settings#api-keys`);
    await (locale === "en-US" ? expectEveryLook(page) : expectBothWidths(page));
    await takeScreenshot(page, `keys-${locale}`);
    await context.close();
  }
});
