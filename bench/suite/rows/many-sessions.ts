import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { manySessions } from "../../importers/import-works";
import { barsOf, type Contender, clockMs, takeTurns } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { exponentOf, median, ratiosOf, spreadOf } from "../statistics";
import { bundleWorks, ownReaders } from "../transcript-readers";

const SIZES = [250, 500, 1_000] as const;

export const manySmallSessions: Row = {
  id: "many-sessions",
  title: "Importing many small sessions",
  what:
    "Imports one file with 250, 500 and 1,000 short chats, each of which becomes a session with its own file. Processor time. Compared with the " +
    "elapsed time of writing as many files of 4 KB.",
  isQuick: true,
  measure,
};

async function measure({ rounds }: Options): Promise<RowFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  const { bundle, remove } = await bundleWorks();
  try {
    const contenders = [...SIZES.map((size) => importOf(size, folder, bundle)), writing(SIZES[2], folder)];
    const times = await takeTurns(contenders, Math.min(rounds, 3), 0);
    const of = (size: number) => times.get(nameOf(size)) ?? [];
    const perSession = median(of(SIZES[2])) / SIZES[2];
    const growth = exponentOf(
      SIZES,
      SIZES.map((size) => median(of(size))),
    );
    const doubling = ratiosOf(of(SIZES[2]), of(SIZES[1]));
    const floor = median(times.get(WRITING) ?? []);
    return {
      unit: "ms",
      bars: barsOf(contenders, times),
      ratios: [
        {
          id: "many-sessions/doubling",
          meaning: `${SIZES[2]} sessions / ${SIZES[1]} sessions`,
          spread: spreadOf(doubling),
        },
      ],
      aims: [
        {
          meaning: "growth with the number of sessions",
          value: growth,
          most: 1.1,
          unit: "exponent",
          whyMissed: "No part is known to grow faster than the number of sessions.",
        },
      ],
      limit: {
        what: "Each session has to be written to a file.",
        distance: `A session costs ${perSession.toFixed(2)} ms, writing a file ${(floor / SIZES[2]).toFixed(2)} ms.`,
      },
      skipped: [],
    };
  } finally {
    remove();
    rmSync(folder, { recursive: true });
  }
}

const nameOf = (size: number) => `Winnow, ${size} sessions`;
const WRITING = `writing ${SIZES[2]} files`;

function importOf(size: number, folder: string, bundle: string): Contender {
  const file = path.join(folder, `${size}.json`);
  writeFileSync(file, manySessions(size));
  const { winnow } = ownReaders(bundle, file);
  return { name: nameOf(size), isOurs: true, measure: () => winnow.run().work?.processor ?? Number.NaN };
}

function writing(size: number, folder: string): Contender {
  const bytes = Buffer.alloc(4096, "x");
  const write = (round: number) => () => {
    for (let index = 0; index < size; index += 1) writeFileSync(path.join(folder, `${round}-${index}`), bytes);
  };
  return { name: WRITING, isOurs: false, measure: (round) => clockMs(write(round)) };
}
