import { expect, test } from "vitest";
import { ImportRun } from "@/lib/importers/import-run";
import { claimsOf, importTranscript } from "@/lib/importers/import-transcript";
import type { TranscriptFile } from "@/lib/importers/importer";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { takeSample } from "@/lib/importers/take-sample";
import { checkSession } from "@/tests/support/check-importer";
import { type RealCase, readRealIndex } from "@/tests/support/real-index";
import { drawSummary } from "@/tests/support/real-summary";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/**
 * For every shared real transcript: its importer, the outcome of each row, and the figures, as text for review. `npx
 * vitest run tests/lib/importers/real-every-file.test.ts -u` updates them.
 */
for (const [shared, goldens] of [
  ["transcripts", "goldens"],
  ["transcripts-2", "goldens/newer"],
] as const)
  describeShared(shared, (folder) => {
    test.each([...readRealIndex(folder)])("%s: the figures of every file", async (format, cases) => {
      const drawn: string[] = [];
      for (const real of cases) drawn.push(`${real.name}\n${await summaryOf(real)}\n`);
      await expect(drawn.join("\n")).toMatchFileSnapshot(`${goldens}/${format}.txt`);
    });
  });

/** The summary of the import, independent of the file's name; for a file that is not a transcript, the reason. */
async function summaryOf({ files }: RealCase): Promise<string> {
  const [main, ...companions] = files.map(diskFile) as [TranscriptFile, ...TranscriptFile[]];
  const imported = await importTranscript([{ ...main, name: "unknown" }, ...companions]);
  if (!imported.ok) return `  refused        ${imported.error.code}`;
  const { format, sessions, rows, issues } = imported.value;
  expect(await claimants(main)).toEqual([format]);
  expect(rows.read).toBe(rows.interpreted + rows.kept + rows.bad);
  expect(issues.length).toBeGreaterThanOrEqual(rows.bad);
  for (const session of sessions) checkSession(session);
  return drawSummary({ ...imported.value });
}

async function claimants(file: TranscriptFile): Promise<string[]> {
  const sample = await takeSample(file, new ImportRun(DEFAULT_LIMITS));
  if (!sample.ok) throw new Error(sample.error.message);
  return claimsOf(sample.value).map(({ importer }) => importer.id);
}
