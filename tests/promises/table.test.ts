import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readFigures } from "../support/record-figure";
import { GUARDS } from "./guards";
import { PROMISES } from "./promises";
import { renderTables, withTables } from "./render";
import { readRuns, readTriedGuards } from "./results";

/** The numbers of each letter in the specification, so that none is left out silently. */
const NUMBERS = { I: 13, D: 9, P: 11, S: 17, F: 4, L: 6 };
const page = fs.readFileSync("docs/reliability.md", "utf8");

describe("the table of promises", () => {
  test("has each promise once, in order", () => {
    const all = Object.entries(NUMBERS).flatMap(([letter, last]) =>
      Array.from({ length: last }, (_, index) => `${letter}${index + 1}`),
    );
    expect(PROMISES.map(({ id }) => id)).toEqual(all);
    for (const id of all) expect(page, id).toContain(`\n| ${id} | `);
  });

  test("names existing tests, and a reason if a promise is not kept as written", () => {
    for (const { id, tests, state, note } of PROMISES) {
      for (const file of tests) expect(fs.existsSync(path.join("tests", file)), `${id}: ${file}`).toBe(true);
      expect(tests.length > 0 || state === "no", id).toBe(true);
      expect(state === "kept", id).toBe(note === undefined);
    }
  });

  test("has the last runs' results", () => {
    const results = { figures: readFigures(), runs: readRuns(), tried: readTriedGuards() };
    expect(withTables(page, renderTables(PROMISES, GUARDS, results))).toBe(page);
  });
});

describe("the list of guards", () => {
  test.each(GUARDS.map((guard) => [guard.guard, guard] as const))(
    "%s is where the list says",
    (_, { file, from, test: held }) => {
      expect(fs.readFileSync(file, "utf8").split(from)).toHaveLength(2);
      expect(PROMISES.flatMap(({ tests }) => tests)).toContain(held);
    },
  );

  test("has one for each kept promise about import, storage, calls and security, or the promise says why not", () => {
    const guarded = new Set(GUARDS.map(({ promise }) => promise));
    const measured = new Set([
      "I11",
      "I13",
      "D6",
      "D7",
      "D8",
      "D9",
      "P7",
      "F1",
      "F2",
      "F3",
      "F4",
      "L1",
      "L2",
      "L3",
      "L4",
      "L5",
      "L6",
    ]);
    const without = PROMISES.filter(({ id, state }) => state !== "no" && !guarded.has(id) && !measured.has(id));
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test("removing any of them made a test fail", () => {
    expect(readTriedGuards().filter(({ fails }) => fails.length === 0)).toEqual([]);
  });
});
