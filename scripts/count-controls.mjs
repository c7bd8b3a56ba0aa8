// For each page of a running server with the built-in example, counts what a person has to read and can operate:
// controls and words on the entire page as it opens, and controls and screens at 1440 × 900. Run: npm start, then node
// scripts/count-controls.mjs (ORIGIN=… for another address; page names as arguments for some of them only).
import { chromium } from "@playwright/test";
import { findOrInstallBrowser } from "./find-browser.mjs";

const { ORIGIN = "http://127.0.0.1:3000" } = process.env;
const VIEWPORT = { width: 1440, height: 900 };
/** Milliseconds to wait for figures that arrive after the page has loaded; too short for the longest calculations. */
const SETTLED_MS = 4_000;

const PAGES = {
  library: "/",
  "what-to-change": "/all-sessions",
  "who-spent-it": "/all-sessions/spend",
  "did-it-help": "/all-sessions/help",
  "strategies-on-my-sessions": "/all-sessions/strategies",
  strategies: "/strategies",
  tokens: "/tokens",
  models: "/models",
  metrics: "/metrics",
  api: "/api-docs",
  settings: "/settings",
  imports: "/imports",
  session: "/sessions/EXAMPLE?request=111",
  spend: "/sessions/EXAMPLE/spend",
  cache: "/sessions/EXAMPLE/cache",
  compare: "/sessions/EXAMPLE/compare?request=273&run=true",
  replay: "/sessions/EXAMPLE/replay",
  advice: "/sessions/EXAMPLE/advice",
};

/** Runs in the page. A control is a visible element that can be clicked, typed into or reached by Tab. */
function countPage() {
  const focusable =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=slider],[role=switch],[role=checkbox],[role=radio],[role=tab],[role=combobox],[tabindex]:not([tabindex='-1'])";
  const isDrawn = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && node.checkVisibility({ checkVisibilityCSS: true });
  };
  const controls = [...document.querySelectorAll(focusable)].filter((node) => isDrawn(node) && !node.disabled);
  const onScreen = controls.filter((node) => node.getBoundingClientRect().top < innerHeight);
  // biome-ignore lint/performance/useDomNodeTextContent: only what is drawn counts
  const words = document.body.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const height = Math.max(document.documentElement.scrollHeight, document.querySelector("#main")?.scrollHeight ?? 0);
  return { controls: controls.length, onScreen: onScreen.length, words: words.length, screens: height / innerHeight };
}

const executablePath = await findOrInstallBrowser();
if (executablePath === null) throw new Error("no browser found: set CHROMIUM_PATH");
const { sessions } = await (await fetch(`${ORIGIN}/api/sessions?limit=200`)).json();
const example = sessions.find(({ is_example, requests }) => is_example && requests > 100);
if (!example) throw new Error("the built-in example is not in this library");
const only = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const context = await browser.newContext({ colorScheme: "light", viewport: VIEWPORT, locale: "en-GB" });
  console.log("| page | controls | of them on the first screen | words | screens |\n| --- | --- | --- | --- | --- |");
  for (const [name, path] of Object.entries(PAGES)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const page = await context.newPage();
    await page.goto(ORIGIN + path.replace("EXAMPLE", example.id));
    await page.waitForTimeout(SETTLED_MS);
    const { controls, onScreen, words, screens } = await page.evaluate(countPage);
    console.log(`| ${name} | ${controls} | ${onScreen} | ${words} | ${screens.toFixed(1)} |`);
    await page.close();
  }
} finally {
  await browser.close();
}
