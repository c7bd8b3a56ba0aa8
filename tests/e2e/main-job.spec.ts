import { expect, type Page, test } from "@playwright/test";
import { generateExample } from "@/lib/example/generate-example";
import { collectErrors, expectAccessible, expectEveryLook, open, SIZES, takeScreenshot } from "./support";

test.describe.configure({ mode: "serial" });

/** A different seed than the built-in example, so that it is a new file. */
const transcript = {
  name: "parcel-second.jsonl",
  mimeType: "application/jsonl",
  buffer: Buffer.from(generateExample(7)),
};
const broken = {
  name: "broken.jsonl",
  mimeType: "application/jsonl",
  buffer: Buffer.concat([transcript.buffer.subarray(0, transcript.buffer.length - 200), Buffer.from("\n{not json}\n")]),
};
const page404 = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<!doctype html><title>404</title>") };

let session = "";

test("a newcomer finds the built-in example", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, "/");
  await expect(page.getByText("built-in example").first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test("a dropped file becomes a session, and a report shows what was read", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, "/");
  await page.getByTestId("file-input").first().setInputFiles(transcript);
  await expect(page.getByText("parcel-second.jsonl").first()).toBeVisible();
  await expect.poll(async () => (await findSession(page, false))?.id ?? "", { timeout: 40_000 }).not.toBe("");
  session = (await findSession(page, false))?.id ?? "";
  await page.reload();
  await page.locator(`a[href="/sessions/${session}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${session}`));
  await expect(page.getByText("read from cache").first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("a file that is not a transcript, and one with a bad row, get a clear answer", async ({ page }) => {
  await open(page, "/");
  await page.getByTestId("file-input").first().setInputFiles([page404, broken]);
  // The page contains the reason twice: under the name for phones, and in a separate column elsewhere.
  await expect(page.getByText(/HTML/).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("broken.jsonl").first()).toBeVisible();
  await takeScreenshot(page, "import-report");
});

test("from the session to a comparison by keyboard alone", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  await open(page, `/sessions/${session}?request=1`);
  await expect(page.getByRole("region", { name: "Timeline" }).locator("svg").first()).toBeVisible();
  await expect(page.getByText(/parts, prompt and answer of request 1$/)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/request=2\b/);
  await page.keyboard.press("]");
  await expect(page).not.toHaveURL(/request=2\b/);
  await expect(page.getByRole("complementary", { name: "Inspector" })).toContainText("expected read");
  await page.keyboard.press("G");
  await expect(page).toHaveURL(/request=2\d\d\b/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("compare at this request");
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/compare\?request=2\d\d\b/);
  expect(errors).toEqual([]);
});

test("the page's keys also work after a click in the list of requests", async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  await open(page, `/sessions/${session}?request=1`);
  await page.getByRole("option", { name: /Request 4\b/ }).click();
  await expect(page).toHaveURL(/request=4\b/);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/request=5\b/);
});

test("Alt and an arrow belong to the browser, also while the timeline has the focus", async ({ page }) => {
  await open(page, `/sessions/${session}?request=4`);
  await page.getByRole("slider", { name: "Request" }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/request=5\b/);
});

test("the rest of the page stays visible while a part loads", async ({ page }) => {
  await open(page, `/sessions/${session}`);
  let load = () => {};
  const isAllowed = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/_next/static/**", async (route) => {
    await isAllowed;
    await route.continue();
  });
  const code = page.waitForRequest("**/_next/static/**");
  await page.keyboard.press("t");
  await code;
  await page.waitForTimeout(500); // React delays a loading line by up to 300 ms
  expect(await page.getByRole("listbox", { name: "Requests" }).isVisible()).toBe(true);
  load();
  await expect(page.getByRole("region", { name: "Requests as a table" })).toBeVisible();
});

test("three strategies side by side, in every theme and at both widths, and the link reopens the same view", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  await open(page, `/sessions/${session}/compare`);
  await runComparison(page);
  const matrix = page.getByRole("region", { name: "Comparison" });
  await expect(matrix).toContainText("Tokens after");
  await expect(matrix).toContainText("best");
  await page.getByRole("button", { name: /^Side by side/ }).click();
  await expect(page.getByRole("region", { name: "Side by side" })).toContainText("kept");
  await expectEveryLook(page);
  await takeScreenshot(page, "compare-phone");
  await page.setViewportSize(SIZES.desktop);
  const link = page.url();
  await open(page, "/");
  await open(page, link);
  await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Tokens after", { timeout: 20_000 });
  expect(errors).toEqual([]);
});

test("the API compresses the stored session, and returns what was put aside", async ({ request }) => {
  const answer = await request.post("/api/compress", {
    data: { session: { id: session }, format: "anthropic", strategy: "centagent-externalise", force: true },
  });
  expect(answer.status()).toBe(200);
  const body = await answer.json();
  expect(body.status).toBe("applied");
  expect(body.stats.tokens_after).toBeLessThan(body.stats.tokens_before);
  const reference = await request.get(`/api/refs/${body.refs[0].id}?start=1&end=2`);
  expect((await reference.json()).text.length).toBeGreaterThan(0);
});

/** A click before the page has hydrated is lost, so it is repeated until it works. */
async function runComparison(page: Page) {
  const run = page.getByRole("button", { name: /^Run \d/ }).first();
  await expect(async () => {
    await run.click({ timeout: 2_000 });
    await expect(page).toHaveURL(/[?&]run=/, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole("region", { name: "Comparison" })).toBeVisible({ timeout: 30_000 });
}

type Listed = { id: string; title: string; is_example: boolean };

async function findSession(page: Page, isExample: boolean): Promise<Listed | undefined> {
  const { sessions } = await (await page.request.get("/api/sessions")).json();
  // Other test files import sessions too.
  return (sessions as Listed[]).find((row) => row.is_example === isExample && row.title.startsWith("Parcel tracking"));
}
