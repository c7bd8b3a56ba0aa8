import { describe, expect, test } from "vitest";
import type { FileReport } from "@/lib/api/schemas/import-report";
import { KEPT_KINDS, keptKindText } from "@/lib/read-models/kept-kinds";
import {
  importChanges,
  importReportText,
  keptKindRows,
  toCutLine,
  whatToDo,
} from "@/lib/view-models/library/import-report";
import { byNotes, reportState } from "@/lib/view-models/library/import-summary";
import { sketchAnswer } from "../../../support/sketch-answer";

const ROWS = { read: 5, interpreted: 3, kept: 2, bad: 0, blank: 0, pending_bytes: 40 };
const FIGURES = {
  requests: 12,
  output_tokens: 40_505,
  cost: { amount: 1.25, currency: "USD" as const },
  unnamed: 0,
  unreported: 0,
};
const report = (changes: Partial<FileReport> = {}) =>
  sketchAnswer<FileReport>({
    ...{ file_name: "a.jsonl", format: "claude-code", duplicate: false, sessions: ["s1"], error: null, notes: null },
    ...{ rows: ROWS, figures: FIGURES, issues: [], kept_kinds: [] },
    ...changes,
  });
const cut = { bytes: 1_390, inside: "string" as const, tail: '"text":"and then' };
const issue = {
  line: 1_206,
  byte_offset: 460_728,
  code: "unfinished-line",
  message: "…",
  excerpt: '{"uuid":"a20e',
  cut,
};

describe("a truncated last line", () => {
  test("has its place, its text with a mark at the end, and what it leaves unknown", () => {
    expect(toCutLine(report({ issues: [issue] }))).toEqual({
      line: 1_206,
      code: "unfinished-line",
      title: "Line 1,206, the last: ends inside a string at byte 462,118",
      head: '{"uuid":"a20e',
      tail: '"text":"and then',
      mark: "the file ends after 1,390 bytes",
      kept: "the 5 rows before it, and the file unchanged.",
      missing:
        "the content of this line: 1,390 bytes, not included in any figure. Its sums are lower bounds: ≥ 12 requests, ≥ 40,505 tokens out, ≥ $1.25.",
    });
  });

  test("is shown in full if short", () => {
    const short = {
      ...issue,
      excerpt: '{"uuid":"a20e',
      cut: { bytes: 13, inside: "string" as const, tail: '{"uuid":"a20e' },
    };
    expect(toCutLine(report({ issues: [short] }))).toMatchObject({ head: '{"uuid":"a20e', tail: "" });
  });

  test("of a log without usage mentions no lower bound, and a file that ends properly has none", () => {
    const figures = { ...FIGURES, output_tokens: null, cost: null };
    expect(toCutLine(report({ issues: [issue], figures }))?.missing).not.toContain("≥");
    expect(toCutLine(report())).toBeNull();
  });
});

describe("what the files affect", () => {
  test("a file with notes is incomplete, shows the first one, and precedes files with fewer", () => {
    const note = { line: 3, byte_offset: 0, code: "agent-not-in-log", message: "Sub-agent a is missing.", excerpt: "" };
    const noted = report({ rows: { ...ROWS, pending_bytes: 0 }, issues: [note, note] });
    expect(reportState(noted)).toBe("partial");
    expect(importChanges([noted])).toEqual([{ file: "a.jsonl", text: "2 notes: Sub-agent a is missing." }]);
    expect(whatToDo(noted)).toBeNull();
    expect([report({ issues: [note] }), noted].sort(byNotes)[0]).toBe(noted);
  });

  test("a completely read file with nothing missing affects no figures", () => {
    expect(importChanges([report({ rows: { ...ROWS, pending_bytes: 0 } })])).toEqual([]);
  });

  test("reports missing rows, models and usage for new files", () => {
    const figures = { ...FIGURES, unnamed: 2, unreported: 3 };
    const changes = importChanges([report({ figures, sessions: ["a", "b", "c"] }), report({ duplicate: true })]);
    expect(changes.map(({ text }) => text)).toEqual([
      "Its sums are lower bounds: ≥ 12 requests, ≥ 40,505 tokens out, ≥ $1.25.",
      "2 of 3 sessions name no model; you can set it once on each session's page",
      "3 of 3 sessions report no usage: tokens are estimated, cache and cost simulated",
    ]);
  });
});

describe("rows that are kept, not interpreted", () => {
  test("are grouped by format and kind, most frequent first, with their meaning", () => {
    const kept_kinds = [
      { kind: "file-history-snapshot", count: 6 },
      { kind: "brand-new", count: 9 },
    ];
    expect(keptKindRows([report({ kept_kinds }), report({ kept_kinds: [], duplicate: true })])).toEqual([
      { kind: "brand-new", format: "Claude Code", count: "9", what: "no importer reads rows of this kind yet" },
      {
        ...{ kind: "file-history-snapshot", format: "Claude Code", count: "6" },
        what: "for undo in the client, never sent to the model",
      },
    ]);
  });

  test("the same kind in another format is different", () => {
    expect(keptKindText("codex", "file-history-snapshot")).toBe("no importer reads rows of this kind yet");
    expect(keptKindText(null, "user:empty")).toBe("a row without content");
  });

  test("every fact has a date", () => {
    for (const { asOf } of KEPT_KINDS) expect(asOf).toMatch(/^2026-\d\d-\d\d$/);
  });
});

test("the report as text has a line per file and what the page shows below it", () => {
  const text = importReportText([report({ issues: [issue] })], "1 import");
  expect(text).toContain("- `a.jsonl`: Claude Code; 5 rows: 3 read, 2 only stored, 0 bad; Line 1,206, the last: ends");
  expect(text).toContain("## What it changes");
});

describe("what to do about a file", () => {
  const whole = { ...ROWS, pending_bytes: 0 };
  test.each([
    [{}, "Import the file again once it is complete."],
    [{ rows: { ...whole, bad: 2 } }, "Export the session again; the unreadable lines are in the details."],
    [{ rows: whole, figures: { ...FIGURES, unnamed: 1 } }, "Open it and choose its model."],
    [{ rows: whole, figures: { ...FIGURES, unreported: 1 } }, "Record the next session to get its counts."],
    [{ rows: whole }, null],
    [{ error: { code: "unknown-format", message: "Import a session." } }, null],
  ])("%o: %s", (changes, said) => {
    expect(whatToDo(report(changes as Partial<FileReport>))).toBe(said);
  });
});
