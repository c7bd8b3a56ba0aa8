// Replays policies over the corpus's entire sessions, by fold. `measure` appends a line for each session and
// policy to a file, and continues where it stopped. `table` prints the shares of the logs' cost and losses, and
// the choice on four folds.
// node scripts/run-ts.mjs bench/corpus/policies.ts measure rows.jsonl [PART OF]
// node scripts/run-ts.mjs bench/corpus/policies.ts table rows.jsonl [MORE.jsonl …]
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type Contender, presetContender, REFERENCES } from "@/lib/benchmark/contender";
import { measureSession, type WholeFigures } from "@/lib/benchmark/measure-session";
import { prepareSession } from "@/lib/benchmark/prepare-session";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { percent } from "../accuracy/print-table";
import { type CorpusRow, corpusRows, corpusSession } from "../corpus-sessions";
import { markdownTable } from "../evaluation/markdown-table";

const FOLDS = [1, 2, 3, 4, 5];
const LOG = REFERENCES[0]?.id ?? "";
/** How much a chosen policy may lose, given the loss of the logs; both per 100 requests. */
const LIMITS = [
  { says: "at most one fact more than the logs", of: (logged: number) => logged + 1 },
  { says: "at most half of what the logs lost", of: (logged: number) => logged / 2 },
];
/** Settings of `winnow`, from gentle to deep. */
const SETTINGS = [
  { leave: 0.5, excerpt: 0.3 },
  { leave: 0.57, excerpt: 0.37 },
  { leave: 0.6, excerpt: 0.4 },
  { leave: 0.7, excerpt: 0.5 },
  { trigger: 130_000, leave: 0.5, excerpt: 0.3 },
  { trigger: 130_000, leave: 0.57, excerpt: 0.37 },
  { trigger: 160_000, leave: 0.6, excerpt: 0.4 },
  { leave: 0.33, excerpt: 0.16 },
  { leave: 0.25, excerpt: 0.1, horizon: 1000 },
  { trigger: 150_000, floor: 75_000 },
  { trigger: 140_000, floor: 70_000 },
  { trigger: 120_000, floor: 60_000 },
  { trigger: 100_000, floor: 50_000 },
];
const AT = 100_000;

const found = (contender: Contender | string): Contender => {
  if (typeof contender === "string") throw new Error(contender);
  return contender;
};
const withSettings = SETTINGS.map((params) => {
  const name = Object.entries(params).map(([key, value]) => `${key} ${value}`);
  return found(presetContender(["winnow", ...name].join(", "), { id: "winnow", params }, AT));
});
const others = ["anthropic-clear-tool-uses", "swe-agent-last-n"].map((id) =>
  found(presetContender(`${id}@${AT}`, id, AT, { trigger: AT, floor: null })),
);
const CONTENDERS = [...REFERENCES, found(presetContender("winnow", "winnow", AT)), ...withSettings, ...others];

type Line = Pick<CorpusRow, "id" | "fold"> & { readonly policy: string; readonly whole: WholeFigures };

const readLines = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];

async function measure(file: string, part: number, of: number): Promise<void> {
  const done = new Set(readLines(file).map(({ id }) => id));
  const rows = corpusRows().filter(({ id }, at) => at % of === part && !done.has(id));
  for (const row of rows) {
    const session = await corpusSession(row);
    const prepared = session && prepareSession(analyzeSession(session, loadVocabulary), 0, WORKER_SURROUNDINGS);
    if (prepared === null || typeof prepared === "string") continue;
    const lines: Line[] = [];
    for (const contender of CONTENDERS) {
      const { whole } = await measureSession({ id: row.id, repository: row.repo }, prepared, contender, () => 0);
      lines.push({ id: row.id, fold: row.fold, policy: contender.id, whole });
    }
    appendFileSync(file, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  }
}

type Shares = { readonly cost: number; readonly lost: number };

/** Cost as a share of the logs', and lost facts per 100 requests. */
function sharesOf(lines: readonly Line[]): Shares {
  const sum = (pick: (whole: WholeFigures) => number | null) =>
    lines.reduce((total, { whole }) => total + (pick(whole) ?? 0), 0);
  return {
    cost: sum(({ cost }) => cost) / sum(({ logged }) => logged),
    lost: (100 * sum(({ lost }) => lost)) / sum(({ requests }) => requests),
  };
}

const write = ({ cost, lost }: Shares): string => `${percent(cost)} / ${lost.toFixed(2)}`;

function table(files: readonly string[]): void {
  const lines = files.flatMap(readLines).filter(({ whole }) => whole.cost !== null && whole.logged !== null);
  const policies = [...new Set(lines.map(({ policy }) => policy))];
  const of = (policy: string, folds: readonly number[]) =>
    sharesOf(lines.filter((line) => line.policy === policy && folds.includes(line.fold)));
  console.log(`${new Set(lines.map(({ id }) => id)).size} sessions with prices\n`);
  const rows = policies.map((policy) => [
    policy,
    ...FOLDS.map((fold) => write(of(policy, [fold]))),
    write(of(policy, FOLDS)),
  ]);
  console.log(markdownTable(["policy", ...FOLDS.map((fold) => `fold ${fold}`), "together"], rows));

  for (const limit of LIMITS) {
    const choices = FOLDS.map((fold) => choose(of, policies, fold, limit.of));
    console.log(`\nThe cheapest that loses ${limit.says}, chosen on four folds:\n`);
    const cells = choices.map(({ fold, chosen }) => [
      `${fold}`,
      chosen,
      write(of(chosen, [fold])),
      write(of(LOG, [fold])),
    ]);
    console.log(markdownTable(["fold", "chosen on the others", "cost / lost", "the log"], cells));
    const left = choices.flatMap((one) =>
      lines.filter(({ policy, fold }) => policy === one.chosen && fold === one.fold),
    );
    console.log(`\nTogether: ${write(sharesOf(left))}; the logs: ${write(of(LOG, FOLDS))}`);
  }
}

/** The cheapest policy on the other folds among those within the limit there; the log if there is none. */
function choose(
  of: (policy: string, folds: readonly number[]) => Shares,
  policies: readonly string[],
  fold: number,
  limit: (logged: number) => number,
) {
  const others = FOLDS.filter((other) => other !== fold);
  const allowed = limit(of(LOG, others).lost);
  const fit = policies.filter((policy) => policy !== LOG && of(policy, others).lost <= allowed);
  const [chosen = LOG] = fit.toSorted((a, b) => of(a, others).cost - of(b, others).cost);
  return { fold, chosen };
}

const [command, file = "", ...rest] = process.argv.slice(2);
if (command === "measure") await measure(file, Number(rest[0] ?? 0), Number(rest[1] ?? 1));
else table([file, ...rest]);
