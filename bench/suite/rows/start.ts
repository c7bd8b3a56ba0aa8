import { barsOf, type Contender, clockMs, ratioOf, takeTurns } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { startBare, startWinnow } from "../servers";
import { median } from "../statistics";

const OURS = "Winnow: start to the first page";
const BARE = "bare server: start to the first answer";
const MAX_MS = 2_000;

export const startToFirstPage: Row = {
  id: "start",
  title: "From the start to the first page",
  what:
    "Starts the built server on an empty data directory, including migrations, and fetches the complete library page, elapsed. Compared with a Node " +
    "process that answers with two bytes. `npm` and the build are not included.",
  isQuick: true,
  async measure({ rounds }: Options): Promise<RowFigures> {
    const contenders: Contender[] = [
      { name: OURS, isOurs: true, measure: () => firstPage(startWinnow) },
      { name: BARE, isOurs: false, measure: () => firstPage(startBare) },
    ];
    const times = await takeTurns(contenders, Math.min(rounds, 5), 0);
    const [ours, bare] = [median(times.get(OURS) ?? []), median(times.get(BARE) ?? [])];
    return {
      unit: "ms",
      bars: barsOf(contenders, times),
      ratios: [ratioOf("start/bare", times, OURS, BARE)],
      aims: [
        {
          meaning: "start to the first page",
          value: ours,
          most: MAX_MS,
          unit: "ms",
          whyMissed: "Most of the time is loading Next and creating the database of a new data directory.",
        },
      ],
      limit: {
        what: "A Node process that listens and answers.",
        distance: `Winnow takes ${(ours / bare).toFixed(1)} × that; the rest is loading Next, opening the database and rendering the page.`,
      },
      skipped: [],
    };
  },
};

async function firstPage(start: typeof startWinnow): Promise<number> {
  let stop = async () => {};
  try {
    return await clockMs(async () => {
      const server = await start();
      stop = server.stop;
      const answer = await fetch(server.origin);
      await answer.text();
      if (!answer.ok) throw new Error(`the first page answered ${answer.status}`);
    });
  } finally {
    await stop();
  }
}
