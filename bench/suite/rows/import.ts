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
  "Imports a made-up Claude Code transcript: reading, parsing, counting every part, finding the cache breaks, and writing what the pages show. " +
  "Beside it the least that a reader of lines does in the same language (both without the start of their processes), and other programs that read the same file (as " +
  "whole processes, and so is Winnow then). **The others do less**: they add up the usage that the log reports, and neither count tokens nor " +
  "rebuild requests. Nothing is remembered from a round before.";

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
  what: "The same with four times the bytes, where starting a thread and compiling weigh less.",
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
      ratio("parsing-by-clock", "Winnow by JSON.parse of each line, by the clock", byClock),
      ratio("parsing", "Winnow by JSON.parse of each line, processor", ofProcessor),
      ...others.map(({ reader, whole }) => {
        const values = ratiosOf(clocks(winnow.whole), clocks(whole));
        return ratio(reader.name.split(" ")[0] ?? "", `Winnow by ${reader.name}, whole processes by the clock`, values);
      }),
    ],
    aims: [
      {
        meaning: "times JSON.parse of each line, by the clock",
        value: median(byClock),
        most: MAX_RATIO,
        unit: "×",
        whyMissed: WHY,
      },
    ],
    limit: {
      what: "Splitting the bytes and `JSON.parse` of each line: no reader in this language can do less.",
      distance: `Ours takes ${median(byClock).toFixed(1)} × its time by the clock, ${median(ofProcessor).toFixed(1)} × its processor time.`,
    },
    skipped,
  };
}

const barsOf = ({ reader: { name, isOurs } }: Runs, what: string, times: readonly WorkTime[]): Bar[] => [
  { name: `${name}${what}, clock`, isOurs, spread: spreadOf(clocks(times)) },
  { name: `${name}${what}, processor`, isOurs, spread: spreadOf(processors(times)) },
];

const WHY =
  "On top of parsing, every text is hashed and counted, each request is rebuilt and its cache simulated, and what the pages show is written.";
