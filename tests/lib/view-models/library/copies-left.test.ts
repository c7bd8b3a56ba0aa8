import { expect, test } from "vitest";
import { copiesLeft } from "@/lib/view-models/library/copies-left";

const said = (backups: { name: string; created_at: string }[] | null) => copiesLeft("Old", { backups });
const copy = (day: number) => ({ name: `winnow-${day}.db`, created_at: `2026-11-${day}T04:00:00.000Z` });

test("a deletion reports which database copies still contain the session, and when they are deleted", () => {
  expect(said([copy(21)])).toContain("1 copy of the database, made on 21 Nov 2026, still contains it");
  expect(said([copy(20), copy(22), copy(21)])).toContain(
    "3 copies of the database still contain it; the newest was made on 22 Nov 2026",
  );
  expect(said([copy(21)])).toContain("once there are five newer ones");
});

test("reports if there are no copies, or if they are made elsewhere", () => {
  expect(said([])).toBe("“Old” is deleted for good. No copy of the database made by Winnow contains it.");
  expect(said(null)).toContain("Winnow does not make the backups");
});
