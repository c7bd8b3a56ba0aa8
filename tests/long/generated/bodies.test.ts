import { afterAll, describe, expect, test } from "vitest";
import { compressRequest } from "@/lib/compress/compress-request";
import { KnownMessages } from "@/lib/compress/known-messages";
import { CODECS } from "@/lib/formats";
import { STRATEGIES } from "@/lib/strategies";
import { mutateJson, seededBelow } from "@/tests/support/mutate";
import { plainSurroundings } from "@/tests/support/plain-surroundings";
import { BODIES, steadySession } from "@/tests/support/prefix-law";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { smallRecipe } from "@/tests/support/small-params";

/** Bodies of POST /api/compress with random changes of their structure get an answer or a refusal below 500. */
const BLOCKS = Array.from({ length: isFull ? 10 : 1 }, (_, block) => block);
const BLOCK_BODIES = isFull ? 10_000 : 1_000;
const SEED = Number(process.env.WINNOW_SEED ?? 20_261_125);

const recipes = STRATEGIES.filter(({ needsModel }) => !needsModel).map(({ id }) => smallRecipe(id));
const LIMITS: readonly object[] = [
  {},
  { force: true },
  { target: { fraction: 0.5 } },
  { target: { tokens: 300 } },
  { trigger: { tokens: 300 }, drain: { tokens: 150 } },
  { context_window: 600, reserve: 50 },
];
const histories = BODIES.map(({ format, model }) => {
  const codec = CODECS.find(({ id }) => id === format);
  return { format, model, sent: JSON.parse(JSON.stringify(codec?.encode(steadySession(5, 5)))) as object };
});

describe("bodies with random changes of their structure", () => {
  const codes = new Set<string>();
  let [tried, answered] = [0, 0];
  afterAll(() => {
    if (tried !== BLOCKS.length * BLOCK_BODIES) return;
    recordFigure(
      "F3",
      "bodies of another structure",
      `${tried}, ${answered} compressed, ${codes.size} kinds of refusal, no exception`,
    );
  });

  test.each(BLOCKS)(
    `the ${BLOCK_BODIES} of block %i are answered or refused`,
    { timeout: 3_000_000 },
    async (block) => {
      const below = seededBelow(SEED + block);
      const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
      const surroundings = { ...plainSurroundings().surroundings, known: new KnownMessages() };
      for (let index = 0; index < BLOCK_BODIES; index += 1) {
        const { format, model, sent } = pick(histories);
        const named = below(2) === 0 ? { format } : {};
        const settings = { model, ...named, tokenizer: "generic", strategy: pick(recipes), ...pick(LIMITS), store: false };
        let body: unknown = { ...sent, ...settings };
        for (let count = 1 + below(3); count > 0; count -= 1) body = mutateJson(body, below);
        const result = await compressRequest(body, {}, surroundings).catch((error: unknown) => {
          throw new Error(`body ${index} of block ${block}, seed ${SEED}: ${JSON.stringify(body)}`, { cause: error });
        });
        tried += 1;
        if (result.ok) answered += 1;
        else codes.add(result.error.code);
        if (!result.ok && result.error.status >= 500)
          throw new Error(`body ${index} of block ${block}: ${result.error.code} ${JSON.stringify(body)}`);
      }
      expect(answered).toBeGreaterThan(BLOCK_BODIES / 20);
    },
  );
});
