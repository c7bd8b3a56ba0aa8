import { expect, test } from "vitest";
import { advise } from "@/lib/advice/advise";
import { candidateOf } from "@/lib/advice/candidate";
import { DEFAULT_FAMILIES } from "@/lib/advice/families";
import { measureSession } from "@/lib/advice/search-session";
import { exactly } from "@/lib/advice/terms";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { LoggedRequest } from "@/lib/replay/logged-request";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { PreparedReplay } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";
import { exampleToCompaction } from "../../support/transcripts";

/** The example session in a window of this many tokens. */
async function preparedIn(window: number | null): Promise<PreparedReplay> {
  const { sessions } = await mustImport([memoryFile(exampleToCompaction(7))]);
  const analysis = analyzeSession(sessions[0] as Session, loadVocabulary);
  const tokensOfPart = (part: { readonly id: string }) => analysis.ledger.parts.get(part.id)?.tokens;
  const environmentOf = (_: LoggedRequest) => testEnvironment({ tokensOfPart, budget: { window, reserve: 0 } });
  return prepareReplay(analysis, { environmentOf });
}

test("a search counts the policies that it gave up, and advice based on nothing else reports that they overflow", async () => {
  const { totals } = replayPolicy(await preparedIn(null), { kind: "logged", id: "logged" });
  const prepared = await preparedIn(totals.peakPrompt);
  // A trigger that no prompt reaches. Without compaction, the prompts of this log outgrow its window.
  const never = DEFAULT_FAMILIES.map((family) => candidateOf(family, 10_000_000));
  const search = measureSession(never, { prepared });
  if (typeof search === "string") throw new Error(search);
  expect(search.log.overWindow).toBe(0);
  expect([search.tried.length, search.givenUp]).toEqual([0, never.length]);
  expect(
    advise([], search.log, { price: exactly(0.05), mostLost: null, earliest: 0, parts: "tasks" }, search.givenUp)
      .reason,
  ).toBe("over-window");
});
