import { expect, test } from "vitest";
import type { FileReport } from "@/lib/api/schemas/import-report";
import { detailsLabel } from "@/lib/view-models/library/import-summary";
import { noteSentences } from "@/lib/view-models/session/format-notes";
import { sketchAnswer } from "../../../support/sketch-answer";

test("a format's gaps come first, then what was not compared with a real file", () => {
  expect(noteSentences({ limitations: ["No times."], unchecked: "its databases" })).toEqual([
    "No times.",
    expect.stringContaining("Not checked against a real file: its databases."),
  ]);
  expect(noteSentences({ limitations: [], unchecked: null })).toEqual([]);
});

test("a button appears if there is more to know about a file", () => {
  const clean = sketchAnswer<FileReport>({ issues: [], notes: { limitations: [], unchecked: null }, shape: null });
  const issue = sketchAnswer<FileReport["issues"][number]>({ line: 1 });
  expect(detailsLabel(clean)).toBeNull();
  expect(detailsLabel(sketchAnswer<FileReport>({ issues: [] }))).toBeNull();
  expect(detailsLabel({ ...clean, issues: [issue, issue] })).toBe("Show 2");
  expect(detailsLabel({ ...clean, shape: "{}" })).toBe("Details");
  expect(detailsLabel({ ...clean, notes: { limitations: ["No times."], unchecked: null } })).toBe("Details");
});
