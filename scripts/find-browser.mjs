// Finds a Chromium for the end-to-end tests, or installs one with Playwright or apt.
import fs from "node:fs";
import { createRequire } from "node:module";
import { fromRoot, run, runNode } from "./setup-steps.mjs";

/** The headless shell comes first: it draws no window, which saves a quarter of the processor time. */
const KNOWN_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a browser, or null. Prints what it does. */
export async function findOrInstallBrowser() {
  return found() ?? (await installWithPlaywright()) ?? (await installWithApt());
}

function found() {
  const places = [process.env.CHROMIUM_PATH, ...KNOWN_PLACES, playwrightsOwn()];
  return places.find((place) => place && fs.existsSync(place)) ?? null;
}

function playwrightsOwn() {
  try {
    return createRequire(fromRoot("package.json"))("@playwright/test").chromium.executablePath();
  } catch {
    return null;
  }
}

async function installWithPlaywright() {
  console.log("[winnow] no browser found: trying Playwright's Chromium");
  await runNode([fromRoot("node_modules/@playwright/test/cli.js"), "install", "chromium"]);
  return found();
}

async function installWithApt() {
  const isAllowed = process.platform === "linux" && process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");
  if (!isAllowed) return null;
  console.log("[winnow] trying Debian's Chromium");
  await run("apt-get", ["update", "-qq"]);
  for (const name of ["chromium-headless-shell", "chromium"]) {
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
      DEBIAN_FRONTEND: "noninteractive",
    });
    if (found()) break;
  }
  return found();
}
