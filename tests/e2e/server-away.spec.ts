import { expect, type Page, test } from "@playwright/test";
import { importExample } from "./pages";
import { open, SIZES } from "./support";

/** Simulates a stopped server: every request of the page fails immediately. */
const stopServer = (page: Page) => page.context().setOffline(true);
const startServer = (page: Page) => page.context().setOffline(false);
const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "Winnow's server is not responding." });

test("without a server the page stays, says so, and continues by itself", async ({ page, request }) => {
  const id = await importExample(request);
  await page.setViewportSize(SIZES.desktop);
  await open(page, `/sessions/${id}?request=111`);
  await expect(page.getByText(/parts, prompt and answer of request 111$/)).toBeVisible();
  await page.waitForLoadState("networkidle"); // the code of the other tabs too
  await stopServer(page);
  await page.keyboard.press("j"); // what is already on the page still works
  await expect(page).toHaveURL(/request=112\b/);
  await page.getByRole("link", { name: "Cache", exact: true }).click();
  await expect(banner(page)).toBeVisible();
  await banner(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("slider", { name: "Request", exact: true })).toBeVisible();

  await startServer(page);
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole("region", { name: "Cache breaks" })).toBeVisible();
});

test("messages that could not be loaded are loaded once the server is back", async ({ page, request }) => {
  const id = await importExample(request);
  await page.setViewportSize(SIZES.desktop);
  await open(page, `/sessions/${id}?request=111`);
  await expect(page.getByText(/parts, prompt and answer of request 111$/)).toBeVisible();
  await stopServer(page);
  await page.keyboard.press("G");
  await expect(banner(page)).toBeVisible();
  await startServer(page);
  await expect(banner(page)).toBeHidden();
  await expect(page.getByText(/parts, prompt and answer of request \d+$/)).toBeVisible();
});

test("the library's dialogs open while the server does not respond", async ({ page, request }) => {
  // With the built-in session alone the first-run page is shown.
  expect((await request.post("/api/examples/roo-window")).ok()).toBe(true);
  await page.setViewportSize(SIZES.desktop);
  await open(page, "/");
  await page.waitForLoadState("networkidle"); // the code of the dialogs too
  await stopServer(page);
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: "Rename" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Paste JSON" }).click();
  await expect(page.getByRole("dialog", { name: "Paste JSON" })).toBeVisible();
});

test("a page that lacks code is reloaded once the server is back", async ({ page, request }) => {
  const address = `/sessions/${await importExample(request)}`;
  const html = await (await request.get(address)).text();
  const isLoadedLater = ({ pathname }: URL) => pathname.startsWith("/_next/static/chunks/") && !html.includes(pathname);
  await page.route(isLoadedLater, (route) => route.abort());
  await page.goto(address);
  await expect(page.getByText("This page could not be displayed")).toBeVisible();
  await page.unroute(isLoadedLater);
  await stopServer(page);
  await expect(banner(page)).toBeVisible();
  await startServer(page);
  await expect(page.getByRole("slider", { name: "Request", exact: true })).toBeVisible();
});
