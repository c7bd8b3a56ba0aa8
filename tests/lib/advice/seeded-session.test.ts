import { expect, test } from "vitest";
import { advise } from "@/lib/advice/advise";
import { candidateOf, type Family } from "@/lib/advice/candidate";
import { measureSession } from "@/lib/advice/search-session";
import { exactly } from "@/lib/advice/terms";
import { Random } from "@/lib/example/random";
import { SessionWriter } from "@/lib/example/session-writer";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";

const TASKS = 12;
const STEPS = 5;
/**
 * Names in early prompts, one each except in the first, which every cut keeps. Each later task needs one of them, and
 * nothing has mentioned it since.
 */
const AGREED = ["retry-budget", "carrier-quota", "label-printer", "depot-lookup", "customs-form", "pickup-slots"].map(
  (name) => `services/parcel-intake/${name}.ts`,
);
const WORDS = ["wind", "river", "stone", "meadow", "cloud", "harbour", "lantern", "orchard"];

/** Tasks whose outputs (this many words) are never needed again, while the user's first words are needed to the end. */
function seeded(outputWords: number): string {
  const random = new Random(3);
  const writer = new SessionWriter(random, Date.UTC(2026, 2, 10, 9));
  const rows: unknown[] = [];
  for (let task = 0; task < TASKS; task += 1) {
    rows.push(...writer.typed(AGREED[task - 1] ? `Later we need ${AGREED[task - 1]}.` : `Go on with part ${task}.`));
    for (let step = 0; step < STEPS; step += 1) {
      const words = Array.from({ length: outputWords }, () => WORDS[random.int(0, WORDS.length - 1)]).join(" ");
      const needed = step === STEPS - 1 ? AGREED[task - (TASKS - AGREED.length)] : undefined;
      const input = { command: needed ? `cat ${needed}` : "make", description: "Look" };
      const detail = { stdout: words, stderr: "", interrupted: false };
      rows.push(...writer.respond({ calls: [{ name: "Bash", input, result: words, detail, seconds: 2 }] }));
    }
    rows.push(...writer.respond({ text: "Done.", calls: [] }));
  }
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

const family = (id: string): Family => ({ id, recipe: id });
const POLICIES = ["anthropic-clear-thinking", "roo-truncate", "anthropic-clear-tool-uses"].map((id) =>
  candidateOf(family(id), 40_000),
);

/** @param price US dollars of a lost fact. */
async function adviceOn(transcript: string, price: number) {
  const { sessions } = await mustImport([memoryFile(transcript)]);
  const analysis = analyzeSession(sessions[0] as Session, loadVocabulary);
  const tokensOfPart = (part: { readonly id: string }) => analysis.ledger.parts.get(part.id)?.tokens;
  const environmentOf = () => testEnvironment({ tokensOfPart });
  const search = measureSession(POLICIES, { prepared: prepareReplay(analysis, { environmentOf }) });
  if (typeof search === "string") throw new Error(search);
  const outcomes = search.tried.map(({ outcome }) => outcome);
  return advise(
    outcomes,
    search.log,
    { price: exactly(price), mostLost: 5, earliest: 0, parts: "tasks" },
    search.givenUp,
  );
}

test("a session in which only old outputs can be dropped without loss is advised to clear them", async () => {
  const advice = await adviceOn(seeded(1_500), 1);
  expect(advice.reason).toBeNull();
  expect(advice.best?.outcome.id).toBe("anthropic-clear-tool-uses@40000");
  expect(advice.best?.change.high).toBeLessThan(0);
  const lost = new Map(
    advice.weighed.map(({ outcome: { id, blocks } }) => [id, blocks.reduce((sum, block) => sum + block.lost, 0)]),
  );
  expect(lost.get("anthropic-clear-tool-uses@40000")).toBe(0);
  expect(lost.get("roo-truncate@40000")).toBeGreaterThan(0);
  expect(advice.heldOut?.share).toBeLessThan(0);
});

test("a session in which every policy has the same effect gets no advice", async () => {
  const advice = await adviceOn(seeded(3), 1);
  expect(advice).toMatchObject({ reason: "nothing-fired", best: null });
});
