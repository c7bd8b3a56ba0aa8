import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { CLIENT_ID, CLIENT_SECRET, makeOpenIdProvider } from "../../support/openid-provider";
import { isBuilt, type ProductionServer, startProductionServer } from "../../support/production-server";
import { makeSession } from "../../support/transcripts";
import { collectErrors, expectAccessible, open, takeScreenshot } from "../support";

test.skip(!isBuilt, "there is no production build (npm run build)");
test.describe.configure({ mode: "serial" });

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-roles-"));
const provider = makeOpenIdProvider();
let server: ProductionServer;
/** Two projects with a session each. */
const alder = { project: "", session: "", title: "Work of Alder" };
const birch = { project: "", session: "", title: "Secret of Birch" };

const ask = async (at: string, init: RequestInit = {}) => {
  const own = fs.readFileSync(path.join(directory, "own.key"), "utf8");
  const headers = { authorization: `Bearer ${own}`, "content-type": "application/json", ...init.headers };
  const answer = await fetch(server.origin + at, { ...init, headers });
  expect([at, answer.ok]).toEqual([at, true]);
  return answer.status === 204 ? null : answer.json();
};
const post = (at: string, body: object) => ask(at, { method: "POST", body: JSON.stringify(body) });

async function fill(of: typeof alder, name: string, word: string): Promise<void> {
  of.project = (await post("/api/projects", { name })).id;
  const headers = { "content-type": "application/octet-stream", "x-winnow-project": of.project };
  const body = makeSession({ output: `the word is ${word}`, turns: 3 });
  of.session = (await ask("/api/sessions", { method: "POST", headers, body })).files[0].sessions[0];
  await post("/api/library/changes", { sessions: [of.session], title: of.title });
}

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
  }));
  await fill(alder, "Alder", "acorn");
  await fill(birch, "Birch", "quetzalcoatl");
});
test.afterAll(async () => {
  await server.stop();
  provider.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

/** A page of a person who signed in and then got these roles. */
async function pageOf(browser: Browser, name: string, roles: Readonly<Record<string, string>>): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  provider.person = { sub: name, name, email: `${name}@example.org`, email_verified: true };
  await page.goto(server.origin);
  await page.getByRole("link", { name: "Sign in with Example ID" }).click();
  await expect(page.getByRole("heading", { name: "No project yet" })).toBeVisible();
  const { people } = (await ask("/api/people")) as { people: { id: string; subject: string }[] };
  const id = people.find(({ subject }) => subject === name)?.id;
  for (const [project, role] of Object.entries(roles))
    await ask(`/api/people/${id}/roles/${project}`, { method: "PUT", body: JSON.stringify({ role }) });
  return page;
}

/** What a call from the page gets, as if typed into the console. */
const askFrom = (page: Page, method: string, at: string, body?: object) =>
  page.evaluate(
    async ([method, at, body]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(at, { method, headers, ...(body !== null && { body }) });
      return { status: answer.status, ...(await answer.json().catch(() => ({}))) };
    },
    [method, at, body === undefined ? null : JSON.stringify(body)] as const,
  );

test("a reader sees nothing that adds or deletes, and is refused in plain words", async ({ browser }) => {
  const page = await pageOf(browser, "reader", { [alder.project]: "reader" });
  const refused: string[] = [];
  page.on("response", (answer) => answer.status() === 403 && refused.push(answer.url()));
  const errors = collectErrors(page);
  await open(page, server.origin);
  await expect(page.getByRole("link", { name: alder.title })).toBeVisible();
  await expect(page.getByText("Adding sessions requires")).toBeVisible();
  await expect(page.getByText("Add files")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Delete|Rename|Move to the bin/ })).toHaveCount(0);
  await expectAccessible(page);
  await open(page, `${server.origin}/sessions/${alder.session}`);
  await expect(page.getByRole("button", { name: /Delete|Rename/ })).toHaveCount(0);
  await open(page, `${server.origin}/settings`);
  await expect(page.locator("#data")).not.toContainText(directory);
  await expect(page.getByRole("button", { name: /Delete the project/ })).toHaveCount(0);
  expect([refused, errors]).toEqual([[], []]);

  const words = "your roles do not allow this call; required: ";
  expect(await askFrom(page, "DELETE", `/api/sessions/${alder.session}`)).toMatchObject({
    status: 403,
    detail: `${words}manage`,
  });
  expect(await askFrom(page, "POST", "/api/sessions", {})).toMatchObject({ status: 403, detail: `${words}import` });
  const change = { sessions: [alder.session], title: "mine" };
  expect(await askFrom(page, "POST", "/api/library/changes", change)).toMatchObject({
    status: 403,
    detail: `${words}annotate`,
  });
  await page.context().close();
});

test("a member of one project finds nothing of another: list, search, palette, address", async ({ browser }) => {
  const page = await pageOf(browser, "member", { [alder.project]: "member" });
  await open(page, server.origin);
  await expect(page.getByRole("link", { name: alder.title })).toBeVisible();
  await expect(page.getByText(birch.title)).toHaveCount(0);
  for (const [word, found] of [["acorn", 1] as const, ["quetzalcoatl", 0] as const]) {
    await open(page, `${server.origin}/?q=${word}`);
    await expect(page.getByRole("link", { name: alder.title })).toHaveCount(found);
    await expect(page.getByText(birch.title)).toHaveCount(0);
  }
  await open(page, server.origin);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Birch");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("option").or(palette.getByText("Nothing")).first()).toBeVisible();
  await expect(palette).not.toContainText(birch.title);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Alder");
  await expect(palette).toContainText(alder.title);
  for (const view of ["", "/cache", "/findings", "/replay", "/compare", "/composition", "/advice"]) {
    const answer = await page.goto(`${server.origin}/sessions/${birch.session}${view}`);
    expect([view, answer?.status()]).toEqual([view, 404]);
    await expect(page.getByText(birch.title)).toHaveCount(0);
  }
  await takeScreenshot(page, "other-project");
  await page.context().close();
});

test("a member of two projects sees both, and chooses the one that pages show", async ({ browser }) => {
  const page = await pageOf(browser, "both", { [alder.project]: "reader", [birch.project]: "reader" });
  await open(page, server.origin);
  for (const { title } of [alder, birch]) await expect(page.getByRole("link", { name: title })).toBeVisible();
  const menu = page.getByRole("combobox", { name: "Project" });
  await menu.click();
  await page.getByRole("option", { name: "Birch" }).click();
  await expect(page.getByRole("link", { name: birch.title })).toBeVisible();
  await expect(page.getByRole("link", { name: alder.title })).toHaveCount(0);
  expect((await page.goto(`${server.origin}/sessions/${alder.session}`))?.status()).toBe(404);
  await open(page, server.origin);
  await menu.click();
  await page.getByRole("option", { name: "All projects" }).click();
  for (const { title } of [alder, birch]) await expect(page.getByRole("link", { name: title })).toBeVisible();
  await page.context().close();
});

test("an admin deletes a project after being told what is deleted with it", async ({ page, context }) => {
  const { key } = await post("/api/keys", { name: "admin", scopes: ["admin"] });
  await context.addCookies([{ name: "winnow-key", value: key, url: server.origin }]);
  await open(page, `${server.origin}/settings#projects`);
  await page.getByRole("button", { name: "Delete the project Birch" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("“Birch” has 1 session");
  await expectAccessible(page);
  await takeScreenshot(page, "delete-project");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete the project Birch" }).click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText(/“Birch” is deleted for good.*1 session was deleted with it/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete the project Birch" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete the project Alder" })).toBeVisible();
  expect((await page.goto(`${server.origin}/sessions/${birch.session}`))?.status()).toBe(404);
});
