import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOMS = [".", ".github", "bench", "components", "docs", "lib", "tests"];

const PAGES = ROOMS.flatMap((room) =>
  fs
    .readdirSync(room, { recursive: room !== ".", encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(room, file)),
);

/** Relative URLs of a page's links and pictures, without anchors. */
function linksOf(page: string): string[] {
  const text = fs.readFileSync(page, "utf8").replace(/```[\s\S]*?```/g, "");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)];
  return links.flatMap(([, link = ""]) => (/^(?:[a-z]+:|#)/.test(link) ? [] : [link.split("#")[0] ?? ""]));
}

test("every relative link of a page leads to a file", () => {
  expect(PAGES.length).toBeGreaterThan(30);
  const broken = PAGES.flatMap((page) =>
    linksOf(page)
      .filter((link) => !fs.existsSync(path.join(path.dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

describe("a page that refers to code", () => {
  const decisions = fs.readdirSync("docs/decisions").map((file) => `docs/decisions/${file}`);

  test.each(["SECURITY.md", ...decisions])("%s names files and folders that exist", (page) => {
    const quoted = [
      ...fs.readFileSync(page, "utf8").matchAll(/`((?:lib|tests|scripts|components|app|bench|prisma)\/[^`\s*…]+)`/g),
    ];
    const named = quoted.map(([, file = ""]) => file);
    expect(named.filter((file) => !fs.existsSync(file))).toEqual([]);
  });
});
