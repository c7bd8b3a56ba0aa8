/**
 * Measures how smooth the prefix lanes of the Cache page are: frames while scrolling, dragging, pressing keys and zooming,
 * and the time from a click to the next paint. Run it on a production build:
 *
 *     node bench/cache/lanes.mjs http://127.0.0.1:3000 <session id> [theme]
 *
 * CHROMIUM is the path of the browser, if Playwright has none of its own.
 */
import { chromium } from "@playwright/test";

const [base, session, theme = "light"] = process.argv.slice(2);
if (!base || !session) throw new Error("usage: node bench/cache/lanes.mjs <base url> <session id> [theme]");

const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: theme });
  await page.goto(`${base}/sessions/${session}/cache`, { waitUntil: "load", timeout: 120_000 });
  const lanes = page.getByRole("slider", { name: "Request in the prefix lanes" });
  await lanes.waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1500);
  await page.evaluate(startRecorder);
  const box = await lanes.boundingBox();
  if (!box) throw new Error("the lanes have no place on the page");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const rows = [];
  const measure = async (name, work) => rows.push([name, ...(await framesOf(page, work))]);

  await page.mouse.move(middle.x, middle.y);
  await measure("wheel, 60 turns", () => repeat(60, (at) => page.mouse.wheel(0, at < 40 ? 120 : -200)));
  await measure("pointer, 120 moves", () =>
    repeat(120, (at) => page.mouse.move(middle.x, box.y + 10 + ((at * 37) % (box.height - 20)))),
  );
  await lanes.focus();
  await measure("arrow keys, 60", () => repeat(60, () => page.keyboard.press("ArrowUp")));
  await measure("page keys, 30", () => repeat(30, () => page.keyboard.press("PageUp")));
  for (const zoom of ["4×", "2×", "1×"])
    await measure(`zoom to ${zoom}`, () => page.getByRole("radio", { name: zoom }).click());
  console.log(`${await lanes.getAttribute("aria-valuemax")} requests, ${theme}`);
  printTable(["what", "frames", "median ms", "95 % ms", "longest ms", "over 50 ms"], rows);

  const clicks = [];
  for (let at = 0; at < 15; at += 1) {
    await page.mouse.move(middle.x, box.y + 20 + ((at * 53) % (box.height - 40)));
    clicks.push(await paintAfter(page, () => page.mouse.click(middle.x, box.y + 20 + ((at * 53) % (box.height - 40)))));
  }
  clicks.sort((a, b) => a - b);
  printTable(
    ["click to paint", "median ms", "longest ms"],
    [["15 clicks", clicks[7].toFixed(0), clicks.at(-1).toFixed(0)]],
  );
} finally {
  await browser.close();
}

/** Records the time of every frame, and of the first frame after every input. */
function startRecorder() {
  globalThis.frameTimes = [];
  let last = performance.now();
  const onFrame = (now) => {
    globalThis.frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  addEventListener(
    "click",
    (event) => {
      // After two frames, the change caused by the click has been painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          globalThis.lastPaint = performance.now() - event.timeStamp;
        }),
      );
    },
    true,
  );
}

async function framesOf(page, work) {
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    globalThis.frameTimes.length = 0;
  });
  await work();
  await page.waitForTimeout(200);
  const frames = (await page.evaluate(() => globalThis.frameTimes)).sort((a, b) => a - b);
  const at = (share) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0;
  return [frames.length, at(0.5), at(0.95), at(1)]
    .map((value, index) => value.toFixed(index === 0 ? 0 : 1))
    .concat(`${frames.filter((time) => time > 50).length}`);
}

async function paintAfter(page, click) {
  await page.evaluate(() => {
    globalThis.lastPaint = null;
  });
  await click();
  await page.waitForFunction(() => globalThis.lastPaint !== null, null, { timeout: 20_000 });
  return page.evaluate(() => globalThis.lastPaint);
}

async function repeat(times, step) {
  for (let at = 0; at < times; at += 1) await step(at);
}

function printTable(head, rows) {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  console.log([line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n"), "\n");
}
