// Takes the pictures of docs/tour.md from a running server with the built-in example, one per stop of the tour. Run:
// npm start, then node scripts/tour-pictures.mjs (ORIGIN=… for another address). It writes docs/images/tour-<stop>.png.
import fs from "node:fs";
import { chromium } from "@playwright/test";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { fromRoot } from "./setup-steps.mjs";

const { ORIGIN = "http://127.0.0.1:3000" } = process.env;
const STOPS = 5;
/** The last stop's search takes minutes on a busy machine. */
const PATIENCE = 600_000;

/** Elements that are on the page once a stop is ready. */
const READY = [
  (page) => page.getByRole("slider", { name: "Request", exact: true }),
  (page) => page.getByRole("region", { name: "Cause" }),
  (page) => page.getByRole("region", { name: "What could be left out" }),
  (page) => page.getByRole("region", { name: "Comparison" }),
  (page) => page.getByRole("region", { name: "Verdict" }),
];

const executablePath = await findOrInstallBrowser();
if (executablePath === null) throw new Error("no browser found: set CHROMIUM_PATH");
const { sessions } = await (await fetch(`${ORIGIN}/api/sessions?limit=200`)).json();
const example = sessions.find((session) => session.is_example);
if (!example) throw new Error("the built-in example is not in this library");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const context = await browser.newContext({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${ORIGIN}/sessions/${example.id}?request=111&tour=1`);
  for (let stop = 1; stop <= STOPS; stop += 1) {
    await page.getByRole("region", { name: "Tour" }).getByText(`${stop} of ${STOPS}`).waitFor();
    await READY[stop - 1](page).first().waitFor();
    await page.waitForTimeout(2_000);
    // The development server's badge is not part of the page.
    await page.addStyleTag({ content: "nextjs-portal{display:none}" }).catch(() => {});
    const file = `docs/images/tour-${stop}.png`;
    await page.screenshot({ path: fromRoot(file) });
    console.log(`${file}: ${Math.ceil(fs.statSync(fromRoot(file)).size / 1024)} KB`);
    if (stop < STOPS) await page.getByRole("region", { name: "Tour" }).getByRole("link", { name: /^Next/ }).click();
  }
} finally {
  await browser.close();
}
