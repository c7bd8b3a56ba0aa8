import { expect, test } from "vitest";
import { DEFAULT_FAMILIES } from "@/lib/advice/families";
import { generateExample } from "@/lib/example/generate-example";
import { measureForAdvice } from "@/lib/library/advise-analysis";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { mustImport } from "../../support/check-importer";
import { memoryFile } from "../../support/transcript-file";

const POLICIES = { families: DEFAULT_FAMILIES.slice(0, 1), latest: 200_000, most: 1, prices: [0] };

async function outcomeOf(log: string) {
  const { sessions } = await mustImport([memoryFile(log)]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  return measureForAdvice(
    { id: "s", analysis: analyzeSession(session, loadVocabulary) },
    POLICIES,
    WORKER_SURROUNDINGS,
  );
}

/** The log with every text, input and output replaced, as some exporters write it. */
const redacted = (log: string): string =>
  log
    .split("\n")
    .map((line) => (line === "" ? line : JSON.stringify(JSON.parse(line, hideContent))))
    .join("\n");

const hideContent = (key: string, value: unknown): unknown => {
  if (key === "input" || key === "toolUseResult") return { redacted: "[REDACTED]" };
  const isContent = key === "text" || key === "thinking" || key === "content";
  return isContent && typeof value === "string" ? "[REDACTED]" : value;
};

test("a log with redacted calls and results shows no losses, so it gets no advice", async () => {
  const example = generateExample(7);
  expect(await outcomeOf(example)).toMatchObject({ ok: true });
  expect(await outcomeOf(redacted(example))).toMatchObject({ ok: false, code: "no-content" });
});
