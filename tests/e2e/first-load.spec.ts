import http from "node:http";
import { expect, test } from "@playwright/test";

/** The aim: at most this many transferred bytes (gzip) of JavaScript that a page needs before it responds. */
const AIM = 250_000;

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

/** Pages that do not meet the aim have separate limits, which may only be lowered. */
const CASES = [
  { name: "a session's page", path: (id: string) => `/sessions/${id}`, most: AIM },
  { name: "the library", path: () => "/", most: AIM },
  { name: "Models", path: () => "/models", most: AIM },
  { name: "Strategies on my sessions", path: () => "/all-sessions/strategies", most: AIM },
  { name: "What to change", path: () => "/all-sessions", most: AIM },
  { name: "Spend", path: (id: string) => `/sessions/${id}/spend`, most: AIM },
  { name: "Advice", path: (id: string) => `/sessions/${id}/advice`, most: AIM },
  { name: "Cache", path: (id: string) => `/sessions/${id}/cache`, most: 304_000 },
  { name: "Replay", path: (id: string) => `/sessions/${id}/replay`, most: 296_000 },
  { name: "Compare", path: (id: string) => `/sessions/${id}/compare`, most: 358_000 },
];

for (const { name, path, most } of CASES)
  test(`${name} initially requests no more JavaScript than allowed`, async ({ request, baseURL }) => {
    const { files } = await (await request.post("/api/example")).json();
    const document = await (await request.get(path(files[0].sessions[0]))).text();
    // Skips scripts for browsers without modules, which no current browser requests.
    const tags = (document.match(/<script[^>]*>/g) ?? []).filter((tag) => !/\snomodule/i.test(tag));
    const addresses = new Set(tags.flatMap((tag) => /src="([^"]+\.js)[^"]*"/.exec(tag)?.[1] ?? []));
    expect(addresses.size).toBeGreaterThan(5);
    const sizes = await Promise.all([...addresses].map((address) => bytesOnTheLine(`${baseURL}${address}`)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most);
  });
