// Walks through the user's own session as a newcomer would. Prints clicks and seconds until the fill, the breaks, the
// loss, the spend and the setting have been found: by mouse and by keyboard, in both languages, on a desktop and a
// phone. Run: npm start, import a session with a compaction, then node scripts/newcomers-minute.mjs (ORIGIN=… for
// another address, PICTURES=… for a folder of screenshots). The session is the library's newest that is not an example.
import path from "node:path";
import { chromium } from "@playwright/test";
import { findOrInstallBrowser } from "./find-browser.mjs";

const { ORIGIN = "http://127.0.0.1:3000", PICTURES } = process.env;
/** Reading time at each step, included in the seconds. */
const READING_MS = 4_000;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LANGUAGES = {
  English: { locale: "en-GB", receipt: "See the receipt", verdict: "Verdict", close: "Close" },
  Chinese: { locale: "zh-CN", receipt: "查看明细", verdict: "结论", close: "关闭" },
};

const { sessions } = await (await fetch(`${ORIGIN}/api/sessions?limit=200`)).json();
const own = sessions.find(({ is_example: isExample, compactions }) => !isExample && compactions > 0);
if (!own) throw new Error("no session of one's own with a compaction in this library");
const tab = (page, name) => page.locator(`nav a[href*="/sessions/${own.id}/${name}"]`);
const dialog = (page) => page.getByRole("dialog");

/** What is found at each step, and how: clicks (or taps), and keys. A step of several actions lists them. */
const stepsOf = (words, isPhone) =>
  [
    {
      finds: "fill and breaks",
      // The number in the column of compactions leads directly to the receipt; a phone's list has no columns.
      click: [(page) => page.locator(`a[href="/sessions/${own.id}"]`).filter({ visible: true }).first()],
      keys: ["j", "Enter"],
      sees: (page) => page.locator("#main").getByRole("slider").first(),
    },
    {
      finds: "loss",
      click: [(page) => page.getByRole("button", { name: words.receipt })],
      keys: ["r"],
      sees: (page) => dialog(page).getByRole("heading").first(),
    },
    {
      finds: "spend",
      click: [(page) => dialog(page).getByRole("button", { name: words.close }), (page) => tab(page, "spend")],
      keys: ["Escape", "Alt+2"],
      sees: (page) => page.locator("#main table tbody tr").nth(3),
    },
    {
      finds: "setting",
      click: [(page) => tab(page, "advice")],
      keys: ["Alt+6"],
      sees: (page) => page.getByRole("region", { name: words.verdict }),
    },
  ].map((step) => ({ ...step, isPhone }));

async function walk(browser, { language, size, isByKeys }) {
  const words = LANGUAGES[language];
  const context = await browser.newContext({ viewport: SIZES[size], locale: words.locale, hasTouch: size === "phone" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(ORIGIN);
  await page.locator(`a[href="/sessions/${own.id}"]`).filter({ visible: true }).first().waitFor();
  await page.waitForTimeout(1_000);
  const start = performance.now();
  let actions = 0;
  const found = [];
  for (const [at, step] of stepsOf(words, size === "phone").entries()) {
    for (const act of isByKeys ? step.keys : step.click) {
      if (isByKeys) await page.keyboard.press(act);
      else await act(page).first().click();
      actions += 1;
    }
    await step.sees(page).waitFor();
    found.push(`${step.finds} ${((performance.now() - start) / 1000).toFixed(0)}`);
    await page.waitForTimeout(READING_MS);
    const name = `${at + 1}-${language}-${size}-${isByKeys ? "keys" : "mouse"}.png`;
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, name) });
  }
  await context.close();
  return { actions, found };
}

const executablePath = await findOrInstallBrowser();
if (executablePath === null) throw new Error("no browser found: set CHROMIUM_PATH");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  console.log("| by | language | width | actions | seconds until found |\n| --- | --- | --- | --- | --- |");
  for (const language of Object.keys(LANGUAGES))
    for (const [size, isByKeys] of [
      ["desktop", false],
      ["desktop", true],
      ["phone", false],
    ]) {
      const { actions, found } = await walk(browser, { language, size, isByKeys });
      const by = isByKeys ? "keys" : size === "phone" ? "finger" : "mouse";
      console.log(`| ${by} | ${language} | ${SIZES[size].width} | ${actions} | ${found.join(", ")} |`);
    }
} finally {
  await browser.close();
}
