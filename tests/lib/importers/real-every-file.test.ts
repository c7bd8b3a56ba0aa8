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
 * Every shared real transcript: who claims it, what became of each row, and the numbers that were read, as text to be
 * reviewed. `npx vitest run tests/lib/importers/real-every-file.test.ts -u` writes them anew.
 */
for (const [shared, goldens] of [
  ["transcripts", "goldens"],
  ["transcripts-2", "goldens/newer"],
] as const)
  describeShared(shared, (folder) => {
    test.each([...readRealIndex(folder)])("%s: the numbers of every file", async (format, cases) => {
      const drawn: string[] = [];
      for (const real of cases) drawn.push(`${real.name}\n${await summaryOf(real)}\n`);
      await expect(drawn.join("\n")).toMatchFileSnapshot(`${goldens}/${format}.txt`);
    });
  });

/** The summary of what is imported, whatever the file is called; for what is no transcript, why. */
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
