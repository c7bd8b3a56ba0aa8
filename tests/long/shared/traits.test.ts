import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { readOwnFixtures } from "@/tests/support/own-fixtures";
import { readRealIndex } from "@/tests/support/real-index";
import { traitsOf } from "@/tests/support/session-traits";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/** Covered by files that a test creates in code; tests/fixtures/README.md names it. */
const MADE_IN_CODE = new Set(["crush"]);

/** Nobody without the shared transcripts could test a trait that only they have. */
describeShared("transcripts", async (folder) => {
  const own = await readOwnFixtures();
  test.each([...readRealIndex(folder)])("%s: our own fixtures cover what real transcripts have", async (_, cases) => {
    const missing = new Set<string>();
    for (const { name, files } of cases) {
      const imported = await importTranscript(files.map(diskFile));
      if (!imported.ok || MADE_IN_CODE.has(imported.value.format)) continue;
      const traits = own.get(imported.value.format)?.traits ?? new Set();
      for (const trait of traitsOf(imported.value))
        if (!traits.has(trait)) missing.add(`${imported.value.format}: ${trait} (${name})`);
    }
    expect([...missing]).toEqual([]);
  });
});
