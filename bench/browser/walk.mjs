/**
 * Walks through a session as a reader does, on a running server, and measures what that reader waits for:
 *
 *     node bench/browser/walk.mjs http://127.0.0.1:3200 <session id> [runs]
 *
 * Each run starts a new browser, so that the first page is cold. An interaction is one press of a key or button, from
 * the event to the next paint (Event Timing). A layout shift counts unless it follows an interaction within half a
 * second, as browsers count it. Without an id the built-in example is walked through. The figures are medians over the
 * runs, next to those of an empty page of the same server.
 */
import { Figures, openBrowser, timeToUse } from "./browser.mjs";

const [base = "http://127.0.0.1:3200", named, runs = "5"] = process.argv.slice(2);
const REQUEST = "[role=listbox][aria-label='Requests'] [role=option]";
const figures = new Figures();
const slow = new Map();
const id = named ?? (await example());

async function example() {
  const answer = await fetch(`${base}/api/example`, { method: "POST" });
  return (await answer.json()).files[0].sessions[0];
}

async function walk() {
  const browser = await openBrowser();
  try {
    const empty = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    figures.note("an empty page, usable", await timeToUse(empty, `${base}/no-such-page`, "h1, h2"));
    await empty.close();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watch);
    figures.note("session, usable, cold", await timeToUse(page, `${base}/sessions/${id}`, REQUEST));
    await page.waitForTimeout(3_000);
    for (const [name, act] of STEPS) await step(page, name, act);
    const { shift, longest, over } = await page.evaluate(() => globalThis.seen);
    figures.note("layout shift", shift);
    figures.note("longest task", longest);
    figures.note("tasks over 100 ms", over);
    figures.note("interaction, 95th percentile", percentile(await page.evaluate(() => globalThis.seen.events), 0.95));
    figures.note("interaction, slowest", percentile(await page.evaluate(() => globalThis.seen.events), 1));
  } finally {
    await browser.close();
  }
}

/** Runs in the page before any other script. */
function watch() {
  const seen = { shift: 0, longest: 0, over: 0, events: [], byId: new Map() };
  globalThis.seen = seen;
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  observe("longtask", ({ duration }) => {
    seen.longest = Math.max(seen.longest, duration);
    if (duration > 100) seen.over += 1;
  });
  // One interaction has several events (down, up, click); the longest one is what the reader waited for.
  observe(
    "event",
    ({ interactionId, duration }) => {
      if (!interactionId) return;
      seen.byId.set(interactionId, Math.max(seen.byId.get(interactionId) ?? 0, duration));
      seen.events = [...seen.byId.values()];
    },
    { durationThreshold: 16 },
  );
}

async function step(page, name, act) {
  const before = await page.evaluate(() => globalThis.seen.events.length);
  await act(page);
  await page.waitForTimeout(400);
  const own = (await page.evaluate(() => globalThis.seen.events)).slice(before);
  slow.set(name, Math.max(slow.get(name) ?? 0, ...own));
}

function percentile(all, share) {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function press(key, times = 1) {
  return async (page) => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(120);
    }
  };
}

function tab(name) {
  return async (page) => {
    await page.getByRole("navigation", { name: "Views of this session" }).getByRole("link", { name }).click();
    await page.waitForURL((url) => url.pathname.endsWith(name === "Transcript" ? id : name.toLowerCase()));
    await page.waitForTimeout(1_500);
  };
}

const STEPS = [
  ["next request", press("j", 8)],
  ["previous request", press("k", 4)],
  ["next break", press("]", 3)],
  ["first request", async (page) => page.keyboard.type("gg")],
  ["last request", press("G")],
  ["full history", press("w")],
  ["live window", press("w")],
  ["table of requests", press("t")],
  ["chart of requests", press("t")],
  ["zoom in", press("+", 3)],
  ["zoom out", press("0")],
  ["a row of the list", (page) => page.locator(REQUEST).nth(4).click()],
  ["open the palette", press("Control+k")],
  ["type into it", (page) => page.keyboard.type("retry", { delay: 80 })],
  ["close it", press("Escape")],
  ["the sheet of keys", press("?")],
  ["close the sheet", press("Escape")],
  ["Spend", tab("Spend")],
  ["Cache", tab("Cache")],
  ["a break", press("]", 3)],
  ["Compare", tab("Compare")],
  ["Replay", tab("Replay")],
  ["Transcript", tab("Transcript")],
];

for (let run = 0; run < Number(runs); run += 1) await walk();
console.log(`${id}, ${runs} runs, median (fastest to slowest); times in milliseconds`);
for (const line of figures.lines()) console.log(line);
const slowest = [...slow].toSorted((a, b) => b[1] - a[1]).slice(0, 5);
console.log(`slowest steps: ${slowest.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(", ")}`);
