import http from "node:http";
import { expect, test } from "@playwright/test";

/** Bytes of JavaScript over the line (gzip) that the document of a session names: what the page needs before it answers. */
const MAX_BYTES = 250_000;

/** As a browser gets it. Playwright's own requests tell the unpacked size. */
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

test("the page of a session asks first for no more JavaScript than it may", async ({ request, baseURL }) => {
  const { files } = await (await request.post("/api/example")).json();
  const document = await (await request.get(`/sessions/${files[0].sessions[0]}`)).text();
  // Scripts for browsers without modules are named too, and no browser of today asks for them.
  const tags = (document.match(/<script[^>]*>/g) ?? []).filter((tag) => !/\snomodule/i.test(tag));
  const addresses = new Set(tags.flatMap((tag) => /src="([^"]+\.js)[^"]*"/.exec(tag)?.[1] ?? []));
  expect(addresses.size).toBeGreaterThan(5);
  const sizes = await Promise.all([...addresses].map((address) => bytesOnTheLine(`${baseURL}${address}`)));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
});
