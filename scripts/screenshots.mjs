// Takes the pictures of the README in both themes, from a separate server with only the built-in example. Run: node
// scripts/screenshots.mjs (PORT=… for another port). It writes docs/images/compare-{dark,light}.png.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { fromRoot, runNode } from "./setup-steps.mjs";

const { PORT = "3188" } = process.env;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const WIDTH = 1200;
/** Three strategies that shorten the prompt just before the example's first compaction. */
const COMPARISON = "request=159&s=1.winnow,2.swe-agent-last-n,3.claude-code&force=true&run=true";

async function waitFor(ask, what, seconds = 300) {
  for (let second = 0; second < seconds; second += 1) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`${what} was not ready within ${seconds} s`);
}

async function readExample() {
  const { sessions } = await (await fetch(`${ORIGIN}/api/sessions`)).json();
  return sessions.find((session) => session.is_example) ?? null;
}

/** Takes a picture of the page from its top to the end of the table of figures. */
async function takeComparison(browser, id, theme) {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width: WIDTH, height: 1600 } });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/sessions/${id}/compare?${COMPARISON}`);
  await page.getByRole("region", { name: "Comparison" }).waitFor();
  await page.waitForLoadState("networkidle");
  const table = await page.getByRole("region", { name: "Comparison" }).boundingBox();
  const file = `docs/images/compare-${theme}.png`;
  const clip = { x: 0, y: 0, width: WIDTH, height: Math.ceil(table.y + table.height) };
  await page.screenshot({ path: fromRoot(file), clip });
  console.log(`${file}: ${Math.ceil(fs.statSync(fromRoot(file)).size / 1024)} KB`);
  await context.close();
}

const executablePath = await findOrInstallBrowser();
if (executablePath === null) throw new Error("no browser found: set CHROMIUM_PATH");
const data = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-pictures-"));
const environment = { PORT, WINNOW_DATA_DIR: data, WINNOW_DISCOVERY_HOME: data, LOG_LEVEL: "warn" };
let server;
const stopped = runNode([fromRoot("scripts/run.mjs"), "start"], environment, {}, (child) => {
  server = child;
});
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const { id } = await waitFor(readExample, "the built-in example");
  fs.mkdirSync(fromRoot("docs/images"), { recursive: true });
  for (const theme of ["dark", "light"]) await takeComparison(browser, id, theme);
} finally {
  await browser.close();
  server.kill("SIGTERM");
  await stopped;
  fs.rmSync(data, { recursive: true, force: true });
}
