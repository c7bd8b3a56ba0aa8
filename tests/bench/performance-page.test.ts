import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chartOf } from "@/bench/suite/report/chart";
import { performancePage } from "@/bench/suite/report/page";
import { readResults } from "@/bench/suite/results";
import { ROWS } from "@/bench/suite/rows";

const { rows } = readResults();

describe("docs/performance.md", () => {
  test("is generated from the committed figures", () =>
    expect(readFileSync("docs/performance.md", "utf8")).toBe(performancePage(rows)));

  test("has a chart for each row, generated from its figures", () => {
    for (const row of rows) {
      const file = `docs/images/performance/${row.id}.svg`;
      expect(existsSync(file) && readFileSync(file, "utf8")).toBe(chartOf(row));
    }
  });

  test("has the rows that the command measures, in its order", () =>
    expect(ROWS.map(({ id }) => id).filter((id) => rows.some((row) => row.id === id))).toEqual(
      rows.map(({ id }) => id),
    ));

  test("gives a limit for each row, and a reason for each missed target", () => {
    for (const { limit, aims } of rows) {
      expect(limit.what).not.toBe("");
      expect(limit.distance).not.toBe("");
      for (const { whyMissed } of aims) expect(whyMissed.length).toBeGreaterThan(10);
    }
  });
});
