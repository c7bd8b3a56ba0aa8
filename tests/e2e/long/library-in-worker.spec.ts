import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { build } from "esbuild";

/** One program of the small library, bundled for Node and for a browser's worker, as its users do. */

const root = process.cwd();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-worker-"));
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/")
    return response.setHeader("content-type", "text/html").end("<!doctype html><title>worker</title>");
  const file = path.join(pathname.startsWith("/lib/") ? root : folder, pathname);
  if (pathname.endsWith(".js")) response.setHeader("content-type", "text/javascript");
  fs.createReadStream(file)
    .on("error", () => response.writeHead(404).end())
    .pipe(response);
});
let origin = "";

const bundle = (entry: string, contents: string, outfile: string) =>
  build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    outfile: path.join(folder, outfile),
    alias: { "winnow/small": path.join(root, "package/entries", entry), "@": root },
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: entry.includes("browser") ? "browser" : "node",
    logLevel: "error",
  });

test.beforeAll(async () => {
  const program = 'from "./tests/support/library-program"';
  await bundle("small.ts", `export { answers } ${program};`, "two/deep/node.mjs");
  await bundle(
    "small-browser.ts",
    `import { answers } ${program}; answers().then((all) => postMessage(all));`,
    "two/deep/worker.js",
  );
  fs.symlinkSync(path.join(root, "lib"), path.join(folder, "lib"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test("compresses in a browser's worker to the same bytes as in Node", async ({ page }) => {
  const { answers } = (await import(pathToFileURL(path.join(folder, "two/deep/node.mjs")).href)) as {
    answers: () => Promise<string[]>;
  };
  const expected = await answers();
  expect(expected).toHaveLength(10);
  expect(expected.filter((answer) => answer.includes("put aside as out_")).length).toBeGreaterThan(0);
  await page.goto(origin);
  const inWorker = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const worker = new Worker("/two/deep/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data as string[]);
        worker.onerror = ({ message }) => reject(new Error(message));
      }),
  );
  expect(inWorker).toEqual(expected);
});
