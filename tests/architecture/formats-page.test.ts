import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { IMPORTERS } from "@/lib/importers/index";

const PAGE = readFileSync("docs/formats.md", "utf8");
const TABLES = ["Coding agents", "Chats and providers", "Traces, evaluations, frameworks"];
/** Recognised only to be refused: the page says so in a sentence. */
const REFUSED = ["terminal-cast"];

/** The importers that the last cells of the table under a heading name. */
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

test("docs/formats.md has a row for every importer, and no row of one that is gone", () => {
  const named = new Set(TABLES.flatMap((heading) => namedUnder(PAGE, heading)));
  const ids = IMPORTERS.map(({ id }) => id).filter((id) => !REFUSED.includes(id));
  expect([...named].sort()).toEqual(ids.sort());
  for (const id of REFUSED) expect(PAGE).toContain(`\`${id}\`) is recognised and refused`);
});

/** What a person would look for: the first word of the title, which is the product's or the format's name. */
const productOf = (title: string) => title.split(/[\s,]/)[0] ?? title;
/** General titles that name no product; README says what they are in other words. */
const GENERAL = ["message-list", "raw-streams", ...REFUSED];

test("README names what every importer reads", () => {
  const list = /## What it reads\n([\s\S]*?)\n## /.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  const missing = IMPORTERS.filter(({ id, title }) => !GENERAL.includes(id) && !list.includes(productOf(title)));
  expect(missing.map(({ title }) => title)).toEqual([]);
});
