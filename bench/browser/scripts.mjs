/**
 * Measures the JavaScript of pages on a running server, in transferred bytes (gzip):
 *
 *     node bench/browser/scripts.mjs http://127.0.0.1:3200 [--files] /sessions/<id> /
 *
 * "First" are the scripts in the document, which the page needs before it responds. "Later" are those that the page
 * requests by itself within five seconds: the chart, Markdown, and the code of a session's other views. `--files` lists
 * the first scripts, largest first. Without a page, the built-in example is imported.
 */
import { openBrowser } from "./browser.mjs";

const [base = "http://127.0.0.1:3200", ...rest] = process.argv.slice(2);
const isListed = rest.includes("--files");
const named = rest.filter((part) => part.startsWith("/"));

const browser = await openBrowser();
try {
  const pages = named.length > 0 ? named : [await examplePage(), "/"];
  for (const path of pages) print(path, await measure(path));
} finally {
  await browser.close();
}

async function examplePage() {
  const answer = await fetch(`${base}/api/example`, { method: "POST" });
  return `/sessions/${(await answer.json()).files[0].sessions[0]}`;
}

async function measure(path) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const network = await page.context().newCDPSession(page);
  const addresses = new Map();
  const bytes = new Map();
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || response.url.endsWith(".js")) addresses.set(requestId, response.url);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address) bytes.set(address, encodedDataLength);
  });
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  const document = await (await fetch(base + path)).text();
  await page.goto(base + path, { waitUntil: "load" });
  await page.waitForTimeout(5_000);
  await page.close();
  const files = [...bytes].map(([address, size]) => {
    const name = address.slice(address.lastIndexOf("/") + 1);
    return { name, size, isFirst: document.includes(name) };
  });
  return files.toSorted((one, other) => other.size - one.size);
}

function print(path, files) {
  const sum = (of) => (of.reduce((total, { size }) => total + size, 0) / 1000).toFixed(0);
  const first = files.filter(({ isFirst }) => isFirst);
  const later = files.filter(({ isFirst }) => !isFirst);
  console.log(`${path}: first ${sum(first)} kB in ${first.length} files, later ${sum(later)} kB in ${later.length}`);
  if (!isListed) return;
  for (const { name, size } of first) console.log(`  ${(size / 1000).toFixed(1).padStart(7)} kB  ${name}`);
}
