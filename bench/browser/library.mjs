/**
 * Measures a large library on a running server: the time until the first rows can be used, and the time from a sort, a
 * filter and a search to the frame that shows the rows.
 *
 *     node bench/browser/library.mjs http://127.0.0.1:3200 [runs]
 *
 * "Usable" is the time from the navigation until rows are drawn and React answers their events. The browser is
 * CHROMIUM_PATH, /usr/bin/chromium or Playwright's own.
 */
import { Figures, openBrowser, timeToUse } from "./browser.mjs";

const [base = "http://127.0.0.1:3200", runs = "7"] = process.argv.slice(2);
const browser = await openBrowser();
const figures = new Figures();

try {
  const { total } = await (await fetch(`${base}/api/library/sessions?limit=1`)).json();
  for (let run = 0; run < Number(runs) + 1; run += 1) await measure(run > 0); // the first run warms up
  console.log(`${total} sessions, ${runs} runs, median (fastest to slowest), milliseconds`);
  for (const line of figures.lines()) console.log(line);
} finally {
  await browser.close();
}

async function measure(isCounted) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await watchLongTasks(page);
  const empty = await timeToUse(page, `${base}/no-such-page`, "h1, h2");
  const usable = await timeToUse(page, `${base}/`, "a[data-row]");
  const sort = await act(page, "th button:has-text('Cost')", "sort=cost");
  await page.locator("main button:text-is('Has')").click();
  const filter = await act(page, "[role=menuitemcheckbox]:has-text('has break')", "has=break");
  await page.locator("button:has-text('has break')").click();
  await page.waitForTimeout(400);
  const search = await type(page, "retry12 stale12");
  const fast = await typeFast(page, "cache14 stale13");
  const longest = await page.evaluate(() => globalThis.longest);
  if (isCounted) {
    figures.note("an empty page, usable", empty);
    figures.note("library, usable", usable);
    figures.note("sort", sort);
    figures.note("filter", filter);
    figures.note("search, from the last key", search);
    figures.note("search typed at ten keys a second, from the last", fast);
    figures.note("longest task of the page", longest);
  }
  await page.close();
}

async function watchLongTasks(page) {
  await page.addInitScript(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: "longtask", buffered: true });
  });
}

/** Measures the time from a click until the new rows are drawn; until then the table is marked busy. */
async function act(page, selector, query) {
  await page.locator(selector).first().waitFor();
  return page.evaluate(
    async ([wanted, part]) => {
      const element = document.querySelectorAll("main button, [role=menuitemcheckbox]");
      const text = /'(.*)'/.exec(wanted)?.[1] ?? "";
      const button = [...element].findLast((one) => one.textContent.includes(text));
      const rows = () => [...document.querySelectorAll("a[data-row]")].map((row) => row.dataset.row).join();
      const before = rows();
      const start = performance.now();
      button.click();
      await new Promise((resolve) => {
        const look = () => {
          const isDone =
            location.search.includes(part) && rows() !== before && !document.querySelector("[aria-busy=true]");
          if (isDone) resolve(null);
          else requestAnimationFrame(look);
        };
        look();
      });
      return performance.now() - start;
    },
    [selector, query],
  );
}

async function type(page, words) {
  const input = page.getByRole("textbox", { name: /Search/ }).first();
  await input.fill(words.slice(0, -1));
  await page.waitForTimeout(1_000);
  const found = await page.locator("[role=status]").first().textContent();
  const start = await page.evaluate(() => performance.now());
  await input.press(words.at(-1));
  await page.waitForFunction(
    (before) =>
      document.querySelector("[role=status]")?.textContent !== before && !document.querySelector("[aria-busy=true]"),
    found,
    { polling: "raf" },
  );
  return (await page.evaluate(() => performance.now())) - start;
}

/** Like `search`, without a pause before the last key, as people type. */
async function typeFast(page, words) {
  const input = page.getByRole("textbox", { name: /Search/ }).first();
  await input.fill("");
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    globalThis.found = document.querySelector("[role=status]")?.textContent;
    // Time from the last key to the frame that shows the rows for that key; answers for earlier keys may arrive
    // before.
    document.addEventListener("input", () => {
      globalThis.lastKey = performance.now();
    });
    const look = () => {
      const isBusy = document.querySelector("[aria-busy=true]") !== null;
      if (isBusy) globalThis.lastBusy = performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
  await input.pressSequentially(words, { delay: 100 });
  await page.waitForTimeout(1_500);
  return page.evaluate(() => globalThis.lastBusy - globalThis.lastKey);
}
