import fs from "node:fs";
import { expect, test } from "vitest";
import { TOUR, tourHref } from "@/lib/view-models/shell/tour";

test("every stop leads to an existing page, with its number", () => {
  expect(TOUR).toHaveLength(5);
  for (const [index] of TOUR.entries()) {
    const url = new URL(tourHref("abc", index + 1), "http://x");
    const folder = url.pathname.replace("/sessions/abc", "app/sessions/[id]");
    expect(fs.existsSync(`${folder}/page.tsx`), folder).toBe(true);
    expect(url.searchParams.get("tour")).toBe(`${index + 1}`);
  }
});

test("docs/tour.md has the same stops in the same order, each with its picture", () => {
  const page = fs.readFileSync("docs/tour.md", "utf8");
  const heads = [...page.matchAll(/^## \d\. (.*)$/gm)].map(([, title]) => title);
  expect(heads).toEqual(TOUR.map(({ title }) => title));
  for (const [index] of TOUR.entries()) {
    expect(page).toContain(`images/tour-${index + 1}.png`);
    expect(fs.existsSync(`docs/images/tour-${index + 1}.png`)).toBe(true);
  }
});
