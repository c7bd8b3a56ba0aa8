import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { IMPORTERS } from "@/lib/importers/index";

const PAGE = readFileSync("docs/formats.md", "utf8");
const TABLES = ["Coding agents", "Chats and providers", "Traces, evaluations, frameworks"];
/** Formats that are recognised only to be refused; the page mentions them in a sentence. */
const REFUSED = ["terminal-cast"];

/** The importers in the last cells of the table under a heading. */
function namedUnder(page: string, heading: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).flatMap((row) => {
    const last =
      row
        .replace(/\|\s*$/, "")
        .split("|")
        .at(-1) ?? "";
    const names = [...last.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
    expect(names, `this row of docs/formats.md names no importer: ${row}`).not.toEqual([]);
    return names;
  });
}

test("docs/formats.md has a row for every importer, and no row for a removed one", () => {
  const named = new Set(TABLES.flatMap((heading) => namedUnder(PAGE, heading)));
  const ids = IMPORTERS.map(({ id }) => id).filter((id) => !REFUSED.includes(id));
  expect([...named].sort()).toEqual(ids.sort());
  for (const id of REFUSED) expect(PAGE).toContain(`\`${id}\`) is recognised and refused`);
});

/** The first word of the title, which is the product's or the format's name. */
const productOf = (title: string) => title.split(/[\s,]/)[0] ?? title;
/** General titles without a product name; README describes these formats in other words. */
const GENERAL = ["message-list", "raw-streams", ...REFUSED];

test("README mentions what every importer reads", () => {
  const list = /## What it reads\n([\s\S]*?)\n## /.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  const missing = IMPORTERS.filter(({ id, title }) => !GENERAL.includes(id) && !list.includes(productOf(title)));
  expect(missing.map(({ title }) => title)).toEqual([]);
});
