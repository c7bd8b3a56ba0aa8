import { expect, test } from "vitest";
import type { FileReport } from "@/lib/api/schemas/import-report";
import { keptSentence, reportState, summariseImports } from "@/lib/view-models/library/import-summary";
import { sketchAnswer } from "../../../support/sketch-answer";

const ROWS = { read: 5, interpreted: 5, kept: 0, bad: 0, blank: 0, pending_bytes: 0 };
const reportOf = (rows: Partial<typeof ROWS>) =>
  sketchAnswer<FileReport>({
    issues: [],
    duplicate: false,
    sessions: ["ses_1"],
    rows: { ...ROWS, ...rows },
    error: null,
  });
const FIGURES = { requests: 2, output_tokens: 5, cost: null, unnamed: 0, unreported: 0 };
const withFigures = (figures: Partial<typeof FIGURES>): FileReport => ({
  ...reportOf({}),
  figures: { ...FIGURES, ...figures },
});

test("a file truncated in its last line is not done, and says that something is missing", () => {
  const cut = reportOf({ pending_bytes: 40 });
  expect(reportState(cut)).toBe("partial");
  expect(summariseImports([{ phase: "done", reports: [cut] }])).toContain("1 unfinished last line left out");
  expect(keptSentence(cut.rows)).toContain("The other 5 rows were read. The content of that line is missing");
});

test("a completely read file has nothing to add", () => {
  expect(reportState(reportOf({}))).toBe("done");
  expect(reportState(withFigures({}))).toBe("done");
  expect(reportState(withFigures({ unnamed: 1 }))).toBe("partial");
  expect(reportState(withFigures({ unreported: 1 }))).toBe("partial");
  expect(keptSentence(ROWS)).toBeNull();
  expect(summariseImports([{ phase: "done", reports: [reportOf({})] }])).toBe("1 of 1 import done · 1 session added");
});
