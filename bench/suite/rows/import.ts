import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeTranscript } from "../../importers/write-transcript";
import type { WorkTime } from "../program";
import type { Bar, Options, Ratio, Row, RowFigures, Skipped } from "../row";
import { median, ratiosOf, spreadOf } from "../statistics";
import { bundleWorks, otherReaders, ownReaders, type Reader } from "../transcript-readers";

const MEGABYTES = 25;
const LARGE_MEGABYTES = 100;
const MAX_RATIO = 6;

const WHAT =
  "Imports a generated Claude Code transcript: reads and parses it, counts every part, finds the cache breaks and writes what the pages show. " +
  "Compared with the minimum for a reader of lines in the same language (both without the start of a process), and with other programs that read " +
  "the same file (all as whole processes). **The others do less**: they add up the reported usage, and neither count tokens nor rebuild requests. " +
  "Nothing is cached between rounds.";

export const importOfTranscript: Row = {
  id: "import",
  title: `Importing a transcript of ${MEGABYTES} MB`,
  what: WHAT,
  isQuick: true,
  measure: ({ isQuick }: Options) => measure(MEGABYTES, isQuick ? 3 : 5),
};

export const importOfLargeTranscript: Row = {
  id: "import-large",
  title: `Importing a transcript of ${LARGE_MEGABYTES} MB`,
  what: "The same with four times the bytes, so that starting a thread and compiling matter less.",
  isQuick: false,
  measure: () => measure(LARGE_MEGABYTES, 3),
};

type Runs = { readonly reader: Reader; readonly work: WorkTime[]; readonly whole: WorkTime[] };

async function measure(megabytes: number, rounds: number): Promise<RowFigures> {
  const home = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  const projects = path.join(home, ".claude/projects/made-up");
  mkdirSync(projects, { recursive: true });
  const file = path.join(projects, "11111111-2222-4333-8444-555555555555.jsonl");
  await writeTranscript("claude-code", file, megabytes * 1e6, 1);
  const { readers, skipped } = otherReaders(home);
  const { bundle, remove } = await bundleWorks();
  const { bare, winnow } = ownReaders(bundle, file);
  try {
    const all = [bare, winnow, ...readers].map((reader): Runs => ({ reader, work: [], whole: [] }));
    for (let round = 0; round < rounds; round += 1)
      for (const { reader, work, whole } of all) {
        const run = reader.run();
        if (run.work) work.push(run.work);
        whole.push(run.whole);
      }
    return figuresOf(megabytes, all, skipped);
  } finally {
    remove();
    rmSync(home, { recursive: true });
  }
}

const clocks = (times: readonly WorkTime[]) => times.map(({ clock }) => clock);
const processors = (times: readonly WorkTime[]) => times.map(({ processor }) => processor);

function figuresOf(megabytes: number, all: readonly Runs[], skipped: readonly Skipped[]): RowFigures {
  const [bare, winnow, ...others] = all as [Runs, Runs, ...Runs[]];
  const ratio = (id: string, meaning: string, values: readonly number[]): Ratio => ({
    id: `import-${megabytes}/${id}`,
    meaning,
    spread: spreadOf(values),
  });
  const byClock = ratiosOf(clocks(winnow.work), clocks(bare.work));
  const ofProcessor = ratiosOf(processors(winnow.work), processors(bare.work));
  return {
    unit: "ms",
    bars: [bare, winnow]
      .flatMap((runs) => barsOf(runs, "", runs.work))
      .concat([winnow, ...others].flatMap((runs) => barsOf(runs, ", whole process", runs.whole))),
    ratios: [
      ratio("parsing-by-clock", "Winnow / JSON.parse of each line, elapsed", byClock),
      ratio("parsing", "Winnow / JSON.parse of each line, processor", ofProcessor),
      ...others.map(({ reader, whole }) => {
        const values = ratiosOf(clocks(winnow.whole), clocks(whole));
        return ratio(reader.name.split(" ")[0] ?? "", `Winnow / ${reader.name}, whole processes, elapsed`, values);
      }),
    ],
    aims: [
      {
        meaning: "Winnow / JSON.parse of each line, elapsed",
        value: median(byClock),
        most: MAX_RATIO,
        unit: "×",
        whyMissed: WHY,
      },
    ],
    limit: {
      what: "Splitting the bytes and calling `JSON.parse` on each line, the minimum for any reader in this language.",
      distance: `Winnow takes ${median(byClock).toFixed(1)} × its elapsed time and ${median(ofProcessor).toFixed(1)} × its processor time.`,
    },
    skipped,
  };
}

const barsOf = ({ reader: { name, isOurs } }: Runs, what: string, times: readonly WorkTime[]): Bar[] => [
  { name: `${name}${what}, elapsed`, isOurs, spread: spreadOf(clocks(times)) },
  { name: `${name}${what}, processor`, isOurs, spread: spreadOf(processors(times)) },
];

const WHY =
  "On top of parsing, every text is hashed and counted, each request is rebuilt and its cache simulated, and what the pages show is written. " +
  "In a profile of 25 MB, reading, counting and rebuilding the requests took 39% of the time, which alone is six times the parsing. Finding what " +
  "compactions dropped took 23%, and the other data of the pages 38%.";
