import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FOLDER = "tests/fixtures/opencode";
const texts = (parts: readonly { type: string; text?: string }[]) => parts.map((part) => part.text ?? part.type);

test("an export behind a line of the shell: tools, a compaction with a tail, pruned outputs, errors", async () => {
  const file = diskFile(`${FOLDER}/export-with-lead-in.json`);
  expect(await checkImporter([file], "opencode")).toMatchSnapshot();
  const { sessions, rows, issues } = await mustImport([file]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  expect(rows).toMatchObject({ bad: 1 });
  expect(session.keptRows[0]).toMatchObject({ kind: "lead-in", source: { line: 1, byteOffset: 0 } });
  expect(issues.map((issue) => issue.code)).toEqual(["invalid-row", "session-totals-differ"]);
  expect(session.responses[0]?.usage).toMatchObject({ uncachedInput: 10, output: 25, reasoning: 5, cacheRead: 100 });
  const [, , summary, after] = session.responses.map((_, index) => contextAt(session, index).messages);
  expect(summary?.length).toBe(4);
  expect(after?.map(({ parts }) => texts(parts))).toEqual([["Done reading."], ["The plan was read."], ["Continue."]]);
});

test("the storage tree is the same session, joined from its files", async () => {
  const names = readdirSync(`${FOLDER}/storage`).filter((name) => name !== "ses_1.json");
  const files = ["ses_1.json", ...names.reverse()].map((name) => diskFile(`${FOLDER}/storage/${name}`));
  expect(await checkImporter(files, "opencode")).toMatchSnapshot();
});
