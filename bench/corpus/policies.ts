// Policies over the corpus' whole sessions, by fold. `measure` appends a line for each session and policy to a file, and
// goes on where it stopped; `table` prints the shares of the logs' cost and losses, and what is chosen on four folds.
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
/** The share of the logs' losses that a policy may have to be chosen. */
const MAX_LOSSES = 0.5;
/** Settings gentler than the default. */
const SETTINGS = [
  { leave: 0.5, excerpt: 0.3 },
  { leave: 0.57, excerpt: 0.37 },
  { leave: 0.6, excerpt: 0.4 },
  { leave: 0.7, excerpt: 0.5 },
  { trigger: 130_000, leave: 0.5, excerpt: 0.3 },
  { trigger: 130_000, leave: 0.57, excerpt: 0.37 },
  { trigger: 160_000, leave: 0.6, excerpt: 0.4 },
];

const winnow = (params?: Readonly<Record<string, number>>): Contender => {
  const name = ["winnow", ...Object.entries(params ?? {}).map(([key, value]) => `${key} ${value}`)].join(", ");
  const contender = presetContender(name, params ? { id: "winnow", params } : "winnow", 100_000);
  if (typeof contender === "string") throw new Error(contender);
  return contender;
};
const CONTENDERS = [...REFERENCES, winnow(), ...SETTINGS.map(winnow)];

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

  const log = REFERENCES[0]?.id ?? "";
  const choices = FOLDS.map((fold) => {
    const others = FOLDS.filter((other) => other !== fold);
    const allowed = MAX_LOSSES * of(log, others).lost;
    const fit = policies.filter((policy) => policy !== log && of(policy, others).lost <= allowed);
    const chosen = fit.toSorted((a, b) => of(a, others).cost - of(b, others).cost)[0] ?? log;
    return { fold, chosen, log: of(log, [fold]), shares: of(chosen, [fold]) };
  });
  console.log(
    `\nThe cheapest that loses at most ${percent(MAX_LOSSES)} of what the logs lost, chosen on four folds:\n`,
  );
  console.log(
    markdownTable(
      ["fold", "chosen on the others", "cost / lost", "the log"],
      choices.map(({ fold, chosen, log: own, shares }) => [String(fold), chosen, write(shares), write(own)]),
    ),
  );
  const left = choices.flatMap(({ fold, chosen }) =>
    lines.filter((line) => line.policy === chosen && line.fold === fold),
  );
  console.log(`\nTogether: ${write(sharesOf(left))}; the logs: ${write(of(log, FOLDS))}`);
}

const [command, file = "", ...rest] = process.argv.slice(2);
if (command === "measure") await measure(file, Number(rest[0] ?? 0), Number(rest[1] ?? 1));
else table([file, ...rest]);
