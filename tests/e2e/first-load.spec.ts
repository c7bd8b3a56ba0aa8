import http from "node:http";
import { expect, test } from "@playwright/test";

/** At most this many transferred bytes (gzip) of JavaScript that a page needs before it responds. */
const MOST = 250_000;

/** Requested as by a browser, because Playwright reports uncompressed sizes. */
const bytesOnTheLine = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const read = (answer: http.IncomingMessage) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => resolve(bytes));
    };
    http.get(address, { headers: { "accept-encoding": "gzip" } }, read).on("error", reject);
  });

const CASES = [
  { name: "a session's page", path: (id: string) => `/sessions/${id}` },
  { name: "the library", path: () => "/" },
  { name: "Models", path: () => "/models" },
  { name: "Strategies on my sessions", path: () => "/all-sessions/strategies" },
  { name: "What to change", path: () => "/all-sessions" },
  { name: "Spend", path: (id: string) => `/sessions/${id}/spend` },
  { name: "Advice", path: (id: string) => `/sessions/${id}/advice` },
  { name: "Cache", path: (id: string) => `/sessions/${id}/cache` },
  { name: "Replay", path: (id: string) => `/sessions/${id}/replay` },
  { name: "Compare", path: (id: string) => `/sessions/${id}/compare` },
];

for (const { name, path } of CASES)
  test(`${name} initially requests no more JavaScript than allowed`, async ({ request, baseURL }) => {
    const { files } = await (await request.post("/api/example")).json();
    const document = await (await request.get(path(files[0].sessions[0]))).text();
    // Skips scripts for browsers without modules, which no current browser requests.
    const tags = (document.match(/<script[^>]*>/g) ?? []).filter((tag) => !/\snomodule/i.test(tag));
    const addresses = new Set(tags.flatMap((tag) => /src="([^"]+\.js)[^"]*"/.exec(tag)?.[1] ?? []));
    expect(addresses.size).toBeGreaterThan(5);
    const sizes = await Promise.all([...addresses].map((address) => bytesOnTheLine(`${baseURL}${address}`)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST);
  });
