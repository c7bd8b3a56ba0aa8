import { expect, test } from "vitest";
import {
  isFiltering,
  isKept,
  keepSearch,
  type LibrarySearch,
  parseKept,
  searchName,
  searchOf,
  withoutSearch,
} from "@/lib/view-models/library/kept-searches";

const NOTHING: LibrarySearch = {
  q: "",
  in: "transcripts",
  has: [],
  client: null,
  model: null,
  project: null,
  tag: null,
  from: null,
  to: null,
};
const search = (more: Partial<LibrarySearch>): LibrarySearch => ({ ...NOTHING, ...more });

test("a search is labelled by its filters", () => {
  const all = search({ q: "retry", client: "Codex", project: "/home/me/work/shop", tag: "", has: ["break"] });
  expect(searchName(all)).toBe("“retry” · Codex · work/shop · not tagged · has break");
  expect(searchName(search({ q: "retry", in: "titles", from: "2026-11-01" }))).toBe(
    "“retry” in titles · from 1 Nov 2026",
  );
});

test("equal filters are the same search, in any order of choosing", () => {
  const clicked = searchOf(search({ has: ["error", "compaction"], in: "titles" }));
  const [stored] = parseKept(JSON.stringify([clicked]));
  expect(isKept([stored as LibrarySearch], searchOf(search({ has: ["compaction", "error"] })))).toBe(true);
});

test("keeps the newest first, each once, and can forget one", () => {
  const [one, two] = [search({ q: "one" }), search({ client: "Codex" })];
  const kept = keepSearch(keepSearch(keepSearch([], one), two), one);
  expect(kept).toEqual([one, two]);
  expect([isKept(kept, search({ q: "one" })), isKept(kept, search({ q: "on" }))]).toEqual([true, false]);
  expect(withoutSearch(kept, one)).toEqual([two]);
  const many = Array.from({ length: 30 }, (_, number) => search({ q: `word ${number}` }));
  expect(many.reduce(keepSearch, [] as readonly LibrarySearch[])).toHaveLength(20);
});

test("reads what a browser has stored, and ignores invalid searches", () => {
  const whole = search({ q: "x", has: ["error"], tag: "" });
  expect(parseKept(JSON.stringify([whole, NOTHING, 7, { q: 3 }, { client: "pi", has: ["gone"] }]))).toEqual([
    whole,
    search({ client: "pi" }),
  ]);
  expect([parseKept(null), parseKept("{"), parseKept('{"q":1}')]).toEqual([[], [], []]);
  expect(isFiltering(search({ tag: "" }))).toBe(true);
});
