import fs from "node:fs";
import { expect, test } from "@playwright/test";
import { collectErrors, open } from "./support";

const TYPES: Record<string, RegExp> = {
  svg: /^image\/svg\+xml/,
  png: /^image\/png/,
  webmanifest: /^application\/manifest\+json/,
};
const FILES = fs.readdirSync("public");

for (const file of FILES) {
  test(`/${file} is served with its type, and not to foreign host names`, async ({ request }) => {
    const answer = await request.get(`/${file}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toMatch(TYPES[file.split(".").at(-1) ?? ""] ?? /never/);
    const foreign = await request.get(`/${file}`, { headers: { host: "evil.example" } });
    expect(foreign.status()).toBe(403);
  });
}

test("a page links its icons, manifest and social image, and all of them exist", async ({ page, request }) => {
  const errors = collectErrors(page);
  await open(page, "/");
  const hrefs = await page.evaluate(() =>
    [
      ...document.querySelectorAll("link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]"),
      ...document.querySelectorAll("meta[property='og:image']"),
    ].map((node) => new URL(node.getAttribute("href") ?? node.getAttribute("content") ?? "", location.href).pathname),
  );
  const { icons } = await (await request.get("/manifest.webmanifest")).json();
  const named = [...hrefs, ...icons.map(({ src }: { src: string }) => src)];
  expect(new Set([...named, "/manifest.webmanifest"])).toEqual(new Set(FILES.map((file) => `/${file}`)));
  expect(errors).toEqual([]);
});
