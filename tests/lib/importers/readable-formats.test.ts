import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { IMPORTERS } from "@/lib/importers/index";
import { readableFormats } from "@/lib/importers/readable-formats";
import { diskFile } from "@/tests/support/transcript-file";

test("lists importable formats from the registry, without those that are only refused", () => {
  const formats = readableFormats();
  expect(formats).toHaveLength(IMPORTERS.length - 1);
  expect(formats).toEqual(expect.arrayContaining(["Claude Code", "Codex", "Crush", "List of messages"]));
  expect(formats).not.toContain("Terminal recording");
  expect(formats).toEqual([...formats].sort((a, b) => a.localeCompare(b, "en")));
});

test("refuses a terminal recording with its reason", async () => {
  const imported = await importTranscript([diskFile("tests/fixtures/terminal-cast/recording.cast")]);
  expect(imported).toMatchObject({ ok: false, error: { code: "not-a-transcript" } });
  expect(!imported.ok && imported.error.message).toContain("terminal recording");
});
