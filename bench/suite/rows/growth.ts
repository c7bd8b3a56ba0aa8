import { prepareAnalysis } from "../../cache/prepare-analysis";
import { LOGGED, POLICIES, prepareRun } from "../../replay/prepare-run";
import { barsOf, type Contender, processorMs, takeTurns } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { exponentOf, median, ratiosOf, spreadOf } from "../statistics";

const MAX_EXPONENT = 1.1;
const REPLAYED = [250, 500, 1_000] as const;
const ANALYSED = [1_000, 2_000, 4_000] as const;

export const replayGrowth: Row = {
  id: "replay",
  title: "Replaying policies over a session",
  what:
    "Replays the log and five policies over a generated session of 250, 500 and 1,000 requests, which compacts about every hundred requests. Its parts " +
    "are counted beforehand. Processor time.",
  isQuick: true,
  async measure({ rounds }: Options): Promise<RowFigures> {
    const runs = await Promise.all(REPLAYED.map(prepareRun));
    const contenders = runs.map(
      ({ requests, replay }): Contender => ({
        name: nameOf(requests),
        isOurs: true,
        measure: () => processorMs(() => replay([LOGGED, ...POLICIES])),
      }),
    );
    return growthFigures("replay", REPLAYED, contenders, Math.min(rounds, 5), WHY_REPLAY);
  },
};

export const cacheGrowth: Row = {
  id: "cache",
  title: "Explaining the cache of a session",
  what:
    "Finds the prefixes, breaks, costs and findings of a generated session of 1,000, 2,000 and 4,000 requests with prompts of 150,000 " +
    "tokens, counted beforehand. Processor time.",
  isQuick: true,
  async measure({ rounds }: Options): Promise<RowFigures> {
    const contenders = ANALYSED.map(prepareAnalysis).map(
      ({ requests, analyze }): Contender => ({
        name: nameOf(requests),
        isOurs: true,
        measure: () => processorMs(analyze),
      }),
    );
    return growthFigures(
      "cache",
      ANALYSED,
      contenders,
      rounds,
      "No part is known to grow faster than the number of requests.",
    );
  },
};

const WHY_REPLAY = "Each time a policy runs, it reads the entire prompt again; nothing is kept from its previous run.";

const nameOf = (requests: number) => `${requests.toLocaleString("en")} requests`;

/** Measures doubling sizes, and how the time grows with them. */
export async function growthFigures(
  id: string,
  sizes: readonly number[],
  contenders: readonly Contender[],
  rounds: number,
  whyMissed: string,
): Promise<RowFigures> {
  const times = await takeTurns(contenders, rounds);
  const lists = contenders.map(({ name }) => times.get(name) ?? []);
  const [last = 0, before = 0] = [sizes.at(-1), sizes.at(-2)];
  const doubling = ratiosOf(lists.at(-1) ?? [], lists.at(-2) ?? []);
  const growth = exponentOf(sizes, lists.map(median));
  const each = median(lists.at(-1) ?? []) / last;
  return {
    unit: "ms",
    bars: barsOf(contenders, times),
    ratios: [{ id: `${id}/doubling`, meaning: `${nameOf(last)} / ${nameOf(before)}`, spread: spreadOf(doubling) }],
    aims: [
      {
        meaning: "growth with the number of requests",
        value: growth,
        most: MAX_EXPONENT,
        unit: "exponent",
        whyMissed,
      },
    ],
    limit: {
      what: "Linear growth (an exponent of 1): each request has to be read once.",
      distance: `The exponent is ${growth.toFixed(2)}; a request costs ${each.toFixed(2)} ms in the longest session.`,
    },
    skipped: [],
  };
}
