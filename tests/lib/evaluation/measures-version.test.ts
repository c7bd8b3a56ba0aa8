import { expect, test } from "vitest";
import { candidateOf, type Family } from "@/lib/advice/candidate";
import { wholeBlock } from "@/lib/advice/outcome";
import { measureSession } from "@/lib/advice/search-session";
import { MEASURES_VERSION } from "@/lib/evaluation/measures-version";
import { generateExample } from "@/lib/example/generate-example";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";

const FAMILIES: readonly Family[] = [
  { id: "winnow", recipe: "winnow" },
  { id: "anthropic-clear-tool-uses", recipe: "anthropic-clear-tool-uses" },
];

test("if the example's figures change, the version of the measures must be increased", async () => {
  const { sessions } = await mustImport([memoryFile(generateExample(7))]);
  const analysis = analyzeSession(sessions[0] as Session, loadVocabulary);
  const tokensOfPart = (part: { readonly id: string }) => analysis.ledger.parts.get(part.id)?.tokens;
  const environmentOf = () => testEnvironment({ tokensOfPart, budget: { window: 200_000, reserve: 0 } });
  const tried = FAMILIES.map((family) => candidateOf(family, 60_000));
  const search = measureSession(tried, { prepared: prepareReplay(analysis, { environmentOf }) });
  if (typeof search === "string") throw new Error(search);
  const figures = [search.log, ...search.tried.map((one) => one.outcome)].map((outcome) => {
    const { cost, lost } = wholeBlock(outcome);
    return `${outcome.id}: ${cost.toFixed(4)} $, ${lost} lost`;
  });
  // If a figure below changes, increase MEASURES_VERSION and update the figure. If only a strategy was edited, increase
  // that strategy's version instead.
  expect([`measures ${MEASURES_VERSION}`, ...figures]).toMatchInlineSnapshot(`
    [
      "measures 10",
      "logged: 13.4239 $, 20 lost",
      "winnow@60000: 11.5109 $, 1 lost",
      "anthropic-clear-tool-uses@60000: 8.6759 $, 9 lost",
    ]
  `);
});
