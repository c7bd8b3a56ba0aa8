import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { CLIENT_ID, CLIENT_SECRET, makeOpenIdProvider } from "../support/openid-provider";
import { isBuilt, type ProductionServer, startProductionServer } from "../support/production-server";
import { collectErrors, expectAccessible, expectBothWidths, expectEveryLook, open, takeScreenshot } from "./support";

test.skip(!isBuilt, "there is no production build (npm run build)");
test.describe.configure({ mode: "serial" });

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-people-"));
const provider = makeOpenIdProvider();
const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.org", email_verified: true };
const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.org", email_verified: true };
let server: ProductionServer;
test.beforeAll(async () => {
  await provider.start();
  server = await startProductionServer((port) => ({
    WINNOW_DATA_DIR: directory,
    WINNOW_ALLOWED_HOSTS: "winnow.example",
    WINNOW_PUBLIC_URL: `http://127.0.0.1:${port}`,
    WINNOW_OIDC_ISSUER: provider.issuer(),
    WINNOW_OIDC_CLIENT_ID: CLIENT_ID,
    WINNOW_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    WINNOW_OIDC_NAME: "Example ID",
    WINNOW_OIDC_ADMINS: "ada@example.org",
  }));
});
test.afterAll(async () => {
  await server.stop();
  provider.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function signIn(page: Page, person: typeof ADA, at = "/"): Promise<void> {
  provider.person = person;
  await page.goto(server.origin + at);
  await page.getByRole("link", { name: "Sign in with Example ID" }).focus();
  await page.keyboard.press("Enter");
}

test("a new person signs in, asks for a role, gets it, and reads", async ({ browser }) => {
  const [graces, adas] = [await browser.newContext(), await browser.newContext()];
  const [grace, ada] = [await graces.newPage(), await adas.newPage()];
  await signIn(ada, ADA, "/settings/people");
  await expect(ada.getByRole("heading", { name: "People" })).toBeVisible();
  expect(new URL(ada.url()).pathname).toBe("/settings/people");

  await signIn(grace, GRACE);
  await expect(grace.getByRole("heading", { name: "No project yet" })).toBeVisible();
  await expect(grace.getByText("Ada Lovelace (ada@example.org)")).toBeVisible();
  await expectAccessible(grace);
  await takeScreenshot(grace, "no-project");

  const errors = collectErrors(ada);
  await open(ada, `${server.origin}/settings/people`);
  const row = ada.getByRole("listitem").filter({ hasText: "Grace Hopper" });
  await expect(row).toContainText("no role yet");
  await row.getByRole("combobox", { name: "Add Grace Hopper to a project" }).focus();
  await ada.keyboard.press("Enter");
  await expect(ada.getByRole("option").first()).toBeFocused(); // the list is loaded when it is first needed
  await ada.keyboard.press("Enter"); // the first project
  const role = row.getByRole("combobox", { name: /^Role of Grace Hopper in/ });
  await expect(role).toContainText("Reader");
  await expectAccessible(ada);

  await grace.getByRole("link", { name: "Try again" }).click();
  await expect(grace.locator("#main")).toBeVisible();
  await expect(grace.getByText("Add files")).toHaveCount(0);
  await open(grace, `${server.origin}/settings`);
  await expect(grace.getByText("grace@example.org")).toBeVisible();
  expect((await grace.goto(`${server.origin}/settings/people`))?.status()).toBe(404);

  await role.click();
  await ada.getByRole("option", { name: /^Member/ }).click();
  await expect(role).toContainText("Member");
  await row.getByRole("button", { name: "Sign out everywhere: Grace Hopper" }).click();
  await ada.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(row).toContainText("not signed in");
  await grace.reload();
  await expect(grace.getByRole("link", { name: "Sign in with Example ID" })).toBeVisible();

  await open(ada, `${server.origin}/settings/audit`);
  const log = ada.getByRole("region", { name: "Audit log" });
  await expect(log).toContainText("none → reader");
  await expect(log).toContainText("reader → member");
  await ada.getByRole("button", { name: "Only actions by Grace Hopper" }).first().click();
  await expect(log).not.toContainText("none → reader");
  await expect(ada).toHaveURL(/actor=person_/);
  await expectAccessible(ada);
  const saved = ada.waitForEvent("download");
  await ada.getByRole("link", { name: "Save as CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("audit.csv");
  expect(errors).toEqual([]);

  await open(ada, `${server.origin}/settings`);
  await ada.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(ada.getByRole("link", { name: "Sign in with Example ID" })).toBeVisible();
});

test("a failed sign-in explains why, and a key still works", async ({ page }) => {
  provider.person = GRACE;
  provider.tampering = { claims: { nonce: "another nonce" } };
  await page.goto(`${server.origin}/all-sessions`);
  await page.getByRole("link", { name: "Sign in with Example ID" }).click();
  await expect(page.getByRole("alert")).toContainText("could not be verified");
  provider.tampering = {};
  await expectAccessible(page);
  const own = fs.readFileSync(path.join(directory, "own.key"), "utf8");
  const headers = { authorization: `Bearer ${own}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "reader", scopes: ["read"] });
  const { key } = await (await fetch(`${server.origin}/api/keys`, { method: "POST", headers, body })).json();
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.origin}/all-sessions`);
  await expect(page.locator("#main")).toBeVisible();
});

test("the pages in every theme, in both languages, and on a phone", async ({ browser }) => {
  for (const locale of ["en-US", "zh-CN"]) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const look = async (name: string) => {
      await (locale === "en-US" ? expectEveryLook(page) : expectBothWidths(page));
      await takeScreenshot(page, `${name}-${locale}`);
    };
    await page.goto(`${server.origin}/?sign-in=provider-unavailable`);
    await look("sign-in");
    provider.person = ADA;
    await page.locator("a.primary").click();
    for (const place of ["settings/people", "settings/audit", "settings"]) {
      await open(page, `${server.origin}/${place}`);
      await look(place.replace("/", "-"));
    }
    await context.close();
  }
});
