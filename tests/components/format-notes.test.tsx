import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ImportDetails } from "@/components/library/import-file-row";
import { FormatNotes } from "@/components/session/format-notes";
import { notesOf } from "@/lib/importers/format-notes";
import { noteSentences } from "@/lib/view-models/session/format-notes";

const drawn = (format: string) => renderToStaticMarkup(<FormatNotes notes={noteSentences(notesOf(format))} />);

test("a session lists what its format leaves out, or nothing", () => {
  expect(drawn("cursor-transcript")).toContain("have no tool results, models, times or usage");
  expect(drawn("cursor-ide")).toContain("Not checked against a real file: Cursor&#x27;s IDE database.");
  expect(drawn("claude-code")).toBe("");
  expect(drawn("a-format-of-tomorrow")).toBe("");
});

test("a file's report offers its shape if the format is not well known", () => {
  const report = {
    file_name: "a.json",
    sha256: "",
    bytes: 1,
    format: null,
    detected_by: null,
    duplicate: false,
    sessions: [],
    rows: { read: 0, interpreted: 0, kept: 0, bad: 0, blank: 0, pending_bytes: 0 },
    issues: [],
    notes: null,
    error: { code: "not-a-transcript", message: "no" },
  };
  expect(renderToStaticMarkup(<ImportDetails report={{ ...report, shape: '{"value":"string"}' }} />)).toContain(
    "Copy its shape",
  );
  expect(renderToStaticMarkup(<ImportDetails report={{ ...report, shape: null }} />)).not.toContain("Copy its shape");
});
