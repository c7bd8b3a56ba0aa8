// Draws the images in public/ with the browser of the end-to-end tests: the icons from the project's mark, and the
// social image from the prompts of the built-in example. Run: node scripts/run-ts.mjs scripts/draw-icons.ts
import fs from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { generateExample } from "@/lib/example/generate-example";
import { findOrInstallBrowser } from "./find-browser.mjs";

type Colours = { readonly paper: string; readonly ink: string; readonly accent: string };
const DARK: Colours = { paper: "#0e1013", ink: "#e7eaee", accent: "#86a3ff" };
const LIGHT: Colours = { paper: "#ffffff", ink: "#15181c", accent: "#2a55d6" };

/** The mark on a grid of 16 units: columns of a context window, and a small square for the put-aside part. */
const COLUMNS = `<rect x="1" y="7" width="2.5" height="5"/><rect x="5" y="4" width="2.5" height="8"/><rect x="9" y="8" width="2.5" height="4"/><rect x="1" y="13.5" width="14" height="1.5"/>`;
const SQUARE = `x="12" y="2" width="3" height="3"`;

const mark = ({ ink, accent }: Colours) => `<g fill="${ink}">${COLUMNS}</g><rect ${SQUARE} fill="${accent}"/>`;

/** The icon of a browser tab: no background, and the colours of the reader's theme. */
const TAB_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <title>Winnow</title>
  <style>g { fill: ${LIGHT.ink} } .set-aside { fill: ${LIGHT.accent} } @media (prefers-color-scheme: dark) { g { fill: ${DARK.ink} } .set-aside { fill: ${DARK.accent} } }</style>
  <g>${COLUMNS}</g>
  <rect class="set-aside" ${SQUARE}/>
</svg>
`;

/** The mark on a filled square. `share` is the mark's edge divided by the square's; systems may crop the margin. */
function appIcon(edge: number, share: number): string {
  const scale = (edge * share) / 16;
  const margin = (edge * (1 - share)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" style="display:block"><rect width="${edge}" height="${edge}" fill="${DARK.paper}"/><g transform="translate(${margin} ${margin}) scale(${scale})">${mark(DARK)}</g></svg>`;
}

/**
 * Prompt tokens of each request of the example's main thread, in order. Rows of one answer repeat its usage and count
 * once; the client's own answers have no prompt.
 */
function examplePrompts(): number[] {
  const prompts = new Map<string, number>();
  for (const line of generateExample().split("\n").filter(Boolean)) {
    const { message, isSidechain } = JSON.parse(line);
    if (!message?.usage || isSidechain) continue;
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = message.usage;
    prompts.set(message.id, input_tokens + cache_creation_input_tokens + cache_read_input_tokens);
  }
  return [...prompts.values()].filter((tokens) => tokens > 0);
}

const SOCIAL = { width: 1200, height: 630 } as const;
/** The typeface of the interface, so the picture is the same on every machine. */
const FONT = fs.readFileSync("node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", "base64");

/** A page with the name, a sentence about the project, and the prompt of each request of the built-in example. */
function socialPage(prompts: readonly number[]): string {
  const area = { left: 80, width: 1040, height: 220 };
  const pitch = area.width / prompts.length;
  const bars = prompts.map((tokens, index) => {
    const height = (tokens / 200_000) * area.height;
    return `<rect x="${(index * pitch).toFixed(2)}" y="${(area.height - height).toFixed(2)}" width="${(pitch * 0.72).toFixed(2)}" height="${height.toFixed(2)}" fill="${DARK.accent}"/>`;
  });
  return `<style>@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${FONT}) }</style>
  <body style="margin:0;width:${SOCIAL.width}px;height:${SOCIAL.height}px;background:${DARK.paper};color:${DARK.ink};font-family:Inter">
    <div style="display:flex;align-items:center;gap:28px;padding:72px 80px 0">
      <svg width="72" height="72" viewBox="0 0 16 16">${mark(DARK)}</svg>
      <div style="font-size:72px;font-weight:700">Winnow</div>
    </div>
    <p style="margin:28px 80px 0;font-size:32px;line-height:1.35;color:#a9b2bd">What filled the context window, what the prompt cache did with it,<br>and what each way to compress it would lose.</p>
    <svg style="position:absolute;left:${area.left}px;top:340px" width="${area.width}" height="${area.height}">
      <line x1="0" x2="${area.width}" y1="0.5" y2="0.5" stroke="#6b737d" stroke-dasharray="6 5"/>${bars.join("")}
    </svg>
    <div style="position:absolute;left:80px;top:576px;font-size:20px;color:#8a94a0">${prompts.length} requests of the built-in example; the dashed line is a window of 200,000 tokens</div>
  </body>`;
}

async function draw(browser: Browser, file: string, html: string, size: { width: number; height: number }) {
  const page = await browser.newPage({ viewport: size });
  await page.setContent(`<style>body{margin:0}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `public/${file}` });
  await page.close();
  console.log(`public/${file}: ${Math.ceil(fs.statSync(`public/${file}`).size / 1024)} KB`);
}

const executablePath = await findOrInstallBrowser();
if (executablePath === null) throw new Error("no browser found: set CHROMIUM_PATH");
fs.writeFileSync("public/icon.svg", TAB_ICON);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
for (const [file, edge, share] of [
  ["icon-192.png", 192, 0.7],
  ["icon-512.png", 512, 0.7],
  ["icon-maskable-512.png", 512, 0.52],
  ["apple-touch-icon.png", 180, 0.64],
] as const)
  await draw(browser, file, appIcon(edge, share), { width: edge, height: edge });
await draw(browser, "social.png", socialPage(examplePrompts()), SOCIAL);
await browser.close();
