import { expect, test } from "vitest";
import { type ImportLimits, importTranscript } from "@/lib/importers/import-transcript";
import { makeZip } from "@/tests/support/make-zip";
import { memoryFile } from "@/tests/support/transcript-file";

const FILES = 20;
const ROWS = 10;

const row = (file: number, index: number) =>
  JSON.stringify({
    type: "user",
    uuid: `${file}-${index}`,
    parentUuid: null,
    sessionId: `session-${file}`,
    timestamp: "2026-03-01T10:00:00.000Z",
    message: { role: "user", content: `message ${index}` },
  });

/** Twenty sessions of ten rows, each followed by `rest`. */
function archive(rest: readonly string[]) {
  return makeZip(
    Array.from({ length: FILES }, (_, file) => ({
      path: `${file}.jsonl`,
      content: `${[...Array.from({ length: ROWS }, (_, index) => row(file, index)), ...rest].join("\n")}\n`,
    })),
  );
}

const read = (zip: Uint8Array, limits: Partial<ImportLimits>) => importTranscript([memoryFile(zip)], { limits });

async function mustRead(zip: Uint8Array, limits: Partial<ImportLimits>) {
  const result = await read(zip, limits);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test("counts lines over all files of an archive, and nested archives", async () => {
  const zip = archive([]);
  const exact = FILES * ROWS;
  expect((await mustRead(zip, { maxLines: exact })).sessions).toHaveLength(FILES);
  const tooMany = { ok: false, error: { code: "too-large", message: expect.stringContaining(`${exact - 1} lines`) } };
  expect(await read(zip, { maxLines: exact - 1 })).toMatchObject(tooMany);
  const nested = makeZip([{ path: "inner.zip", content: zip }]);
  expect(await read(nested, { maxLines: exact - 1 })).toMatchObject(tooMany);
});

test("lists kept rows up to one limit for the archive, and counts all", async () => {
  const kept = Array.from({ length: 5 }, (_, index) => JSON.stringify({ type: "tomorrow", index }));
  const { sessions, rows } = await mustRead(archive(kept), { maxKeptRows: 12 });
  expect(sessions.reduce((sum, session) => sum + session.keptRows.length, 0)).toBe(12);
  expect(rows.kept).toBe(FILES * 5);
});

test("lists problems up to one limit for the archive, with one line for each file that has more", async () => {
  const bad = Array.from({ length: 5 }, () => "{not json");
  const { issues, rows } = await mustRead(archive(bad), { maxIssues: 12 });
  expect(issues.filter(({ code }) => code === "not-json")).toHaveLength(12);
  expect(issues.filter(({ code }) => code === "more-issues").length).toBeLessThanOrEqual(FILES);
  expect(rows.bad).toBe(FILES * 5);
});
