/**
 * Measures how smoothly the Compare page scrolls and how soon it responds to a click, on a running server:
 *
 *     node bench/compare/measure.mjs http://127.0.0.1:3000 [session id] [runs]
 *
 * Without an id, it uses the session with the most requests. It runs six strategies on the request with the largest
 * prompt. Frames of a scroll are timed with requestAnimationFrame, clicks from the event to the task after the paint that
 * shows the effect. It also prints the processor time of the main thread, which does not depend on other work of the
 * machine. The browser is CHROMIUM_PATH, /usr/bin/chromium or Playwright's own.
 */
import fs from "node:fs";
import { chromium } from "@playwright/test";

const [base = "http://127.0.0.1:3000", wanted, runs = "3"] = process.argv.slice(2);
const STRATEGIES = [
  "winnow",
  "claude-code",
  "roo-latest-truncate",
  "swe-agent-last-n",
  "anthropic-clear-tool-uses",
  "continue-prune",
];
const PIXELS_PER_FRAME = 90;
const SCROLL_FRAMES = 240;

const session = wanted ?? (await largestSession());
const executablePath = process.env.CHROMIUM_PATH ?? ["/usr/bin/chromium"].find((file) => fs.existsSync(file));
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const processor = await processorClock(page);
  await openComparison(page);
  const scrolls = [];
  for (const name of ["Aligned transcript", "Differences"]) {
    if (name === "Differences") await page.getByRole("button", { name: "Diff two…" }).click();
    for (let run = 0; run < Number(runs); run += 1) scrolls.push({ name, ...(await scroll(page, name, processor)) });
    if (name === "Differences") await page.getByRole("button", { name: "Side by side" }).click();
  }
  printScrolls(scrolls);
  await printClicks(page, processor);
} finally {
  await browser.close();
}

async function largestSession() {
  const { sessions } = await (await fetch(`${base}/api/sessions`)).json();
  const [first] = sessions.sort((a, b) => b.requests - a.requests);
  if (!first) throw new Error(`${base} has no session: import one first`);
  return first.id;
}

async function openComparison(page) {
  const choice = STRATEGIES.map((id, at) => `${at + 1}.${id}`).join(",");
  const startedAt = performance.now();
  await page.goto(`${base}/sessions/${session}/compare?s=${choice}&force=true&run=true`, { timeout: 120_000 });
  await page
    .getByRole("region", { name: "Side by side" })
    .getByText(/parts, .* changed/)
    .waitFor({ timeout: 120_000 });
  console.log(`session ${session}: whole after ${Math.round(performance.now() - startedAt)} ms`);
  const parts = await page.getByRole("region", { name: "Side by side" }).getByRole("status").textContent();
  console.log(`${STRATEGIES.length} strategies, ${parts}\n`);
  await page.waitForTimeout(1000);
}

/** The processor time that the page's main thread has used so far, in ms. */
async function processorClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
}

/** Frames of a steady scroll through the list, in ms. */
async function scroll(page, name, processor) {
  await page.getByRole("region", { name, exact: true }).scrollIntoViewIfNeeded();
  const before = await processor();
  const frames = await page.evaluate(
    ([label, pixels, count]) =>
      new Promise((resolve) => {
        const list = document.querySelector(`section[aria-label="${label}"]`);
        list.scrollTop = 0;
        const times = [];
        let last = null;
        const step = (now) => {
          if (last !== null) times.push(now - last);
          last = now;
          list.scrollTop += pixels;
          const isEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
          if (times.length >= count || isEnd) resolve(times);
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [name, PIXELS_PER_FRAME, SCROLL_FRAMES],
  );
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] * 10) / 10;
  return {
    frames: frames.length,
    median: at(0.5),
    p95: at(0.95),
    worst: at(1),
    cpu: Math.round(((await processor()) - before) / frames.length),
    late: frames.filter((ms) => ms > 34).length,
  };
}

function printScrolls(rows) {
  console.log(
    "| list | frames | median ms | 95 % ms | worst ms | above 34 ms | processor ms per frame |\n| --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const { name, frames, median, p95, worst, late, cpu } of rows)
    console.log(`| ${name} | ${frames} | ${median} | ${p95} | ${worst} | ${late} | ${cpu} |`);
  console.log("");
}

/** Times each click until its effect is visible on the page. */
async function printClicks(page, processor) {
  const button = (text) => `button:text("${text}")`;
  const steps = [
    ["next change", button("Next change"), null, 5],
    ["previous change", button("Previous"), null, 3],
    ["changes only", '[role=radio]:text("Changes only")', '[role=radio][aria-checked=true]:text("Changes only")'],
    ["all rows", '[role=radio]:text("All rows")', '[role=radio][aria-checked=true]:text("All rows")'],
    ["another column", `thead button:has-text("${STRATEGIES[2]}")`, `h2:has-text("Lost facts of ${STRATEGIES[2]}")`],
    ["evidence of tokens", '[title^="Tokens after of claude-code"]', "[role=dialog] [aria-label=Evidence]"],
    ["close it", '[role=dialog] [aria-label="Close"]', null],
    ["evidence of survival", '[title^="Survival by kind of roo"]', "[role=dialog] [aria-label=Evidence]"],
    ["close it", '[role=dialog] [aria-label="Close"]', null],
    [
      "trade-off as table",
      '[aria-label="Show saved versus kept as"] [role=radio]:text("Table")',
      '[aria-label="Saved versus kept"] table',
    ],
    ["diff two", button("Diff two…"), '[aria-label="Two strategies"]'],
    ["next difference", button("Next difference"), null, 5],
    ["swap A and B", '[aria-label="Swap A and B"]', null],
    ["side by side", button("Side by side"), '[aria-label="Side by side"]'],
    ["strategies", button("Strategies"), '[aria-label="Strategies"]'],
    ["tune another", '[title="Parameters of swe-agent-last-n"]', '[aria-label="Parameters of swe-agent-last-n"]'],
    [
      "recipe as JSON",
      '[aria-label="Parameters as"] [role=radio]:text("JSON")',
      '[aria-label="Recipe of swe-agent-last-n"]',
    ],
    [
      "unchoose one",
      '[aria-label="Compare continue-prune"]',
      '[aria-label="Compare continue-prune"][data-state=unchecked]',
    ],
    [
      "choose it again",
      '[aria-label="Compare continue-prune"]',
      '[aria-label="Compare continue-prune"][data-state=checked]',
    ],
    ["hide setup", button("Hide setup"), null],
  ];
  console.log("| click | times | median ms | worst ms | processor ms |\n| --- | --- | --- | --- | --- |");
  let worst = 0;
  for (const [name, target, effect, times = 1] of steps) {
    const taken = [];
    let cpu = 0;
    for (let time = 0; time < times; time += 1) {
      const { wall, thread } = await timeClick(page, target, effect, processor);
      taken.push(wall);
      cpu = Math.max(cpu, thread);
    }
    taken.sort((a, b) => a - b);
    worst = Math.max(worst, taken.at(-1));
    console.log(
      `| ${name} | ${times} | ${Math.round(taken[taken.length >> 1])} | ${Math.round(taken.at(-1))} | ${Math.round(cpu)} |`,
    );
  }
  console.log(`\nworst click: ${Math.round(worst)} ms`);
}

async function timeClick(page, target, effect, processor) {
  const element = await page.locator(target).first().elementHandle({ timeout: 15_000 });
  const wanted = effect && !effect.includes(":") ? effect : null;
  const before = await processor();
  const wall = await page.evaluate(
    ([node, selector]) =>
      new Promise((resolve) => {
        const startedAt = performance.now();
        const after = () => setTimeout(() => resolve(performance.now() - startedAt));
        const look = () =>
          requestAnimationFrame(() => (selector === null || document.querySelector(selector) ? after() : look()));
        // Dispatches a press as well, because menus and toggles of the page react to it.
        node.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
        node.click();
        look();
      }),
    [element, wanted],
  );
  const thread = (await processor()) - before;
  if (effect) await page.locator(effect).first().waitFor({ timeout: 10_000 });
  await page.waitForTimeout(400);
  return { wall, thread };
}
