import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkSession } from "@/tests/support/check-importer";
import { mutateBytes, mutateJsonText, seededBelow } from "@/tests/support/mutate";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { memoryFile } from "@/tests/support/transcript-file";

const FILES = isFull ? 50_000 : 1_000;
/**
 * Larger fixtures would only make the test longer, because the deciding parts are at the beginning of a file and of a
 * row.
 */
const LARGEST = 24 << 10;
const MOST_SEEDS = 4_000;
const SLOW_MS = 5_000;
const SEED = Number(process.env.WINNOW_SEED ?? 20_261_123);

const fixtures = fs
  .readdirSync("tests/fixtures", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== "README.md")
  .map((entry) => path.join(entry.parentPath, entry.name))
  .sort()
  .map((file) => new Uint8Array(fs.readFileSync(file)))
  .filter(({ length }) => length > 0 && length <= LARGEST);

/** An import's outcome, without its numbers. Files with different outcomes took different paths through the program. */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const result = await importTranscript([memoryFile(bytes)]);
  if (!result.ok) return `refused: ${result.error.code} ${result.error.message.replaceAll(/\d+|".*?"/g, "")}`;
  const { format, sessions, rows, issues } = result.value;
  for (const session of sessions) checkSession(session);
  expect(rows.interpreted + rows.kept + rows.bad).toBe(rows.read);
  const kinds = sessions.flatMap(({ keptRows, events }) => [
    ...keptRows.map(({ kind }) => kind),
    ...events.map(({ type }) => type),
  ]);
  const facts = [...issues.map(({ code }) => code), ...kinds];
  return [format, Math.min(sessions.length, 3), ...new Set(facts)].sort().join();
}

/** A changed file with a new outcome becomes a seed of further changes, as in coverage-guided fuzzing. */
test(
  `${FILES} files with random damage are imported or refused, and every row is accounted for`,
  { timeout: 3_000_000 },
  async () => {
    const below = seededBelow(SEED);
    const pick = (files: readonly Uint8Array<ArrayBuffer>[]) => files[below(files.length)] as Uint8Array<ArrayBuffer>;
    const seeds = [...fixtures];
    const outcomes = new Set<string>();
    let slowest = 0;
    for (let index = 0; index < FILES; index += 1) {
      const bytes = mutateBytes(pick(seeds), pick(fixtures), below).subarray(0, 2 * LARGEST);
      const startedAt = performance.now();
      const outcome = await outcomeOf(bytes).catch((error: unknown) => {
        throw new Error(`file ${index} of seed ${SEED}`, { cause: error });
      });
      slowest = Math.max(slowest, performance.now() - startedAt);
      if (outcomes.has(outcome)) continue;
      outcomes.add(outcome);
      if (seeds.length < MOST_SEEDS) seeds.push(bytes);
    }
    expect(outcomes.size).toBeGreaterThan(100);
    expect(slowest).toBeLessThan(SLOW_MS);
    recordFigure("F1", "damaged files", `${FILES}, ${outcomes.size} different outcomes, no exception`);
  },
);

/** Each block has its own seed, so that blocks can be run separately: `-t "of block 3"`. */
const BLOCKS = Array.from({ length: isFull ? 10 : 1 }, (_, block) => block);
const BLOCK_FILES = isFull ? 10_000 : 1_500;

/**
 * A word is replaced by an object, a list, a number or null, as other programs may write it. Damaged bytes rarely lead
 * to that.
 */
describe("files with random changes of their structure", () => {
  const texts = fixtures
    .map((bytes) => new TextDecoder().decode(bytes))
    .filter((text) => mutateJsonText(text, seededBelow(SEED)));
  const outcomes = new Set<string>();
  let tried = 0;
  afterAll(() => {
    if (tried !== BLOCKS.length * BLOCK_FILES) return;
    recordFigure("F1", "files of another structure", `${tried}, ${outcomes.size} different outcomes, no exception`);
  });

  test.each(BLOCKS)(
    `the ${BLOCK_FILES} of block %i are imported or refused, and every row is accounted for`,
    { timeout: 3_000_000 },
    async (block) => {
      const below = seededBelow(SEED + 1 + block);
      const before = outcomes.size;
      for (let index = 0; index < BLOCK_FILES; index += 1) {
        const text = mutateJsonText(texts[below(texts.length)] as string, below) ?? "";
        const outcome = await outcomeOf(new TextEncoder().encode(text)).catch((error: unknown) => {
          throw new Error(`file ${index} of block ${block}, seed ${SEED}: ${text.slice(0, 2_000)}`, { cause: error });
        });
        outcomes.add(outcome);
        tried += 1;
      }
      if (before === 0) expect(outcomes.size).toBeGreaterThan(100);
    },
  );
});
