// The browser of the measurements: CHROMIUM_PATH, /usr/bin/chromium or Playwright's own.
import fs from "node:fs";
import { chromium } from "@playwright/test";

export function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? ["/usr/bin/chromium"].find((file) => fs.existsSync(file));
  return chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-gpu"] });
}
