import { expect, test } from "vitest";
import { compressRequest } from "@/lib/compress/compress-request";
import { CODECS } from "@/lib/formats";
import { mutateJson, seededBelow } from "@/tests/support/mutate";
import { plainSurroundings } from "@/tests/support/plain-surroundings";
import { randomBody } from "@/tests/support/random-bodies";
import { isFull, recordFigure } from "@/tests/support/record-figure";

const BODIES = isFull ? 40_000 : 1_000;
const CALLS = isFull ? 1_000 : 60;
const SEED = Number(process.env.WINNOW_SEED ?? 20_261_123);

test(`${BODIES} bodies with random changes: every format reads or refuses each, and writes what it has read`, () => {
  const below = seededBelow(SEED);
  let read = 0;
  for (let index = 0; index < BODIES; index += 1) {
    let body: unknown = randomBody(below(1_000));
    for (let count = below(4); count > 0; count -= 1) body = mutateJson(body, below);
    const codec = CODECS[below(CODECS.length)] as (typeof CODECS)[number];
    try {
      const decoded = codec.decode(body);
      if (!decoded.ok) {
        expect(decoded.error.message.length).toBeGreaterThan(10);
        continue;
      }
      read += 1;
      const again = codec.decode(codec.encode(decoded.value.conversation, decoded.value.wire));
      expect(again.ok).toBe(true);
    } catch (error) {
      throw new Error(`body ${index} of seed ${SEED} as ${codec.id}`, { cause: error });
    }
  }
  expect(read).toBeGreaterThan(BODIES / 20);
  recordFigure("F2", "changed bodies", `${BODIES}, ${read} of them read and written again, no exception`);
}, 3_000_000);

test(`${CALLS} changed bodies are compressed or refused, and no result is larger`, async () => {
  const below = seededBelow(SEED + 1);
  let applied = 0;
  for (let index = 0; index < CALLS; index += 1) {
    let body: unknown = randomBody(below(1_000_000));
    for (let count = below(3); count > 0; count -= 1) body = mutateJson(body, below);
    const { surroundings } = plainSurroundings();
    const result = await compressRequest(body, {}, surroundings).catch((error: unknown) => {
      throw new Error(`call ${index} of seed ${SEED}`, { cause: error });
    });
    if (!result.ok) {
      expect(result.error.status, result.error.detail).toBeLessThan(500);
      continue;
    }
    const { stats, status } = result.value.answer as { stats?: Record<string, number>; status?: string };
    if (status !== "applied") continue;
    applied += 1;
    expect(stats?.tokens_after, `call ${index}`).toBeLessThanOrEqual(stats?.tokens_before ?? 0);
  }
  expect(applied).toBeGreaterThan(CALLS / 20);
  recordFigure("F2", "compressed bodies", `${CALLS}, ${applied} changed, none larger, no exception`);
}, 3_000_000);
