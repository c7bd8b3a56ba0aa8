import { expect, test } from "vitest";
import { matchItems, PAGES, paletteGroup, sessionItems, sessionOfPath } from "@/lib/view-models/shell/palette";

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

test("all words must occur, in the label or its keywords; labels that begin with them come first", () => {
  expect(labels(matchItems(PAGES, "tok count"))).toEqual(["Tokens"]);
  expect(labels(matchItems(PAGES, "COMPARE bills"))).toEqual(["Did it help?"]);
  expect(labels(matchItems(PAGES, "co"))).toEqual([
    "What to change",
    "Who spent it",
    "Did it help?",
    "Strategies on my sessions",
    "Record",
    "Tokens",
  ]);
  expect(labels(matchItems(PAGES, "refused"))).toEqual(["Imports"]);
  expect(matchItems(PAGES, "")).toHaveLength(PAGES.length);
  expect(matchItems(PAGES, "zebra")).toEqual([]);
});

test("a group shows its first hits and the total", () => {
  expect(paletteGroup("Pages", PAGES, "", 2)).toMatchObject({ items: PAGES.slice(0, 2), total: PAGES.length });
  expect(paletteGroup("Pages", PAGES, "zebra", 2)).toBeNull();
});

test("the views of the session at an address", () => {
  expect(sessionOfPath("/sessions/ab12/cache")).toBe("ab12");
  expect(sessionOfPath("/models")).toBeNull();
  expect(sessionItems("ab12").map(({ href, note }) => [note, href])).toContainEqual(["Alt+3", "/sessions/ab12/cache"]);
  expect(sessionItems("ab12").at(-1)?.href).toBe("/api-docs?session=ab12");
});
