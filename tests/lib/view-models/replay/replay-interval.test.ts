import { expect, test } from "vitest";
import type { ReplayRowAnswer } from "@/lib/api/schemas/replay";
import { changeSentence, changeWords, replayChange, sureSide } from "@/lib/view-models/replay/replay-interval";

const usd = (amount: number) => ({ amount, currency: "USD" as const });
const rows = (costs: readonly (number | null)[], fetches: number = 0): ReplayRowAnswer[] =>
  costs.map((cost, request) => ({
    request,
    prompt_tokens: 1,
    cache_read: null,
    cache_write: null,
    uncached: null,
    output: null,
    cost: cost === null ? null : usd(cost),
    summary_cost: null,
    fired: false,
    broke_cache: false,
    regretted: 0,
    fetches,
    fetch_cost: usd(fetches * 0.5),
  }));
const REQUESTS = Array.from({ length: 40 }, (_, at) => at);
const TASKS = [0, 5, 10, 15, 20, 25, 30, 35];
const logged = rows(REQUESTS.map(() => 1));

test("a policy that costs a third less in every task certainly costs less, by that much", () => {
  const change = replayChange(rows(REQUESTS.map(() => 2 / 3)), logged, TASKS, null);
  expect(change?.share).toBeCloseTo(-1 / 3);
  expect(change?.low).toBeCloseTo(-1 / 3);
  expect(change?.high).toBeCloseTo(-1 / 3);
  expect(change && sureSide(change)).toBe("less");
  expect(change && changeWords(change)).toBe("\u221233\u202f% (\u221233 to \u221233)");
});

test("a policy without prices has no change compared with a log with costs", () => {
  expect(replayChange(rows(REQUESTS.map(() => null)), logged, TASKS, null)).toBeNull();
});

test("a policy that gains in one task and loses in the others is unclear", () => {
  const mixed = rows(REQUESTS.map((at) => (at < 5 ? 0.1 : 1.05)));
  const change = replayChange(mixed, logged, TASKS, null);
  expect(change?.share).toBeLessThan(0);
  expect(change && sureSide(change)).toBeNull();
});

test("fetches are charged as modelled, or at the reader's price", () => {
  expect(
    replayChange(
      rows(
        REQUESTS.map(() => 1),
        1,
      ),
      logged,
      TASKS,
      null,
    )?.share,
  ).toBeCloseTo(0.5);
  expect(
    replayChange(
      rows(
        REQUESTS.map(() => 1),
        1,
      ),
      logged,
      TASKS,
      0.1,
    )?.share,
  ).toBeCloseTo(0.1);
});

test("without tasks the requests are split into stretches; a short session has no interval; without prices there is nothing", () => {
  expect(replayChange(rows(REQUESTS.map(() => 0.5)), logged, [], null)?.high).toBeCloseTo(-0.5);
  const short = REQUESTS.slice(0, 12);
  const change = replayChange(rows(short.map(() => 0.5)), rows(short.map(() => 1)), [0, 2, 4, 6, 8, 10], null);
  expect(change).toMatchObject({ share: -0.5, low: null, high: null });
  expect(replayChange(rows([null]), rows([null]), [], null)).toBeNull();
});

test("a change in words, with its interval if known", () => {
  const change = { share: -0.18, low: -0.4, high: 0.04 };
  expect(changeSentence(change as never)).toBe("18\u202f% less; between 40\u202f% less and 4\u202f% more");
  expect(changeSentence({ ...change, low: null, high: null } as never)).toBe("18\u202f% less");
});
