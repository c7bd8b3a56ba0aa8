// What policies cost over the corpus' whole sessions, and what they lose, beside the logs. Keeps one line for each session in
// OUT, and does not measure it again, so that a long run can be made in parts; prints the table of what is there.
// node scripts/run-ts.mjs bench/corpus/policies.ts OUT [minutes = 4]
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { percent } from "../accuracy/print-table";
import { corpusRows, corpusSession } from "../corpus-sessions";
import { markdownTable } from "../evaluation/markdown-table";
import { type Losses, lossesOver } from "../evaluation/policy-losses";

type Params = Readonly<Record<string, number>>;
type Line = { readonly id: string; readonly fold: number; readonly losses: Readonly<Record<string, Losses>> };

const winnow = (id: string, params: Params): ReplayPolicy => ({ kind: "recipe", id, recipe: { id: "winnow", params } });
const GENTLE: Params = { leave: 0.6, excerpt: 0.4 };
const LOG = "the log";
const POLICIES: readonly ReplayPolicy[] = [
  { kind: "logged", id: LOG },
  { kind: "keep-all", id: "keep everything" },
  winnow("winnow", {}),
  winnow("winnow, trigger 160k", { trigger: 160_000 }),
  winnow("winnow, leave 0.6, excerpt 0.4", GENTLE),
  winnow("winnow, trigger 160k, leave 0.6, excerpt 0.4", { ...GENTLE, trigger: 160_000 }),
  winnow("winnow, leave 0.25, excerpt 0.1, horizon 1000", { leave: 0.25, excerpt: 0.1, horizon: 1000 }),
  ...[
    [150, 75],
    [140, 70],
    [120, 60],
    [100, 50],
  ].map(([trigger = 0, floor = 0]) =>
    winnow(`winnow, ${trigger}k to a floor of ${floor}k`, { trigger: trigger * 1000, floor: floor * 1000 }),
  ),
  ...["anthropic-clear-tool-uses", "swe-agent-last-n"].map(
    (recipe): ReplayPolicy => ({ kind: "recipe", id: `${recipe} at 100k`, recipe, trigger: { tokens: 100_000 } }),
  ),
];
const FEWEST_RESPONSES = 30;

const [out = "", minutes = "4"] = process.argv.slice(2);
const until = Date.now() + 60_000 * Number(minutes);
const linesIn = (): Line[] =>
  existsSync(out)
    ? readFileSync(out, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
const known = new Set(linesIn().map(({ id }) => id));
let left = 0;
for (const entry of corpusRows().filter(({ id }) => !known.has(id))) {
  if (Date.now() > until) {
    left += 1;
    continue;
  }
  const session = await corpusSession(entry);
  const isLong = (session?.responses.length ?? 0) >= FEWEST_RESPONSES;
  const measure = session && isLong ? lossesOver(session) : null;
  const losses = measure ? Object.fromEntries(POLICIES.map((policy) => [policy.id, measure(policy)])) : {};
  appendFileSync(out, `${JSON.stringify({ id: entry.id, fold: entry.fold, losses } satisfies Line)}\n`);
}

const priced = linesIn().filter(({ losses }) => losses[LOG] && losses[LOG].cost !== null);

function rowOf(id: string, lines: readonly Line[]): string[] {
  const sum = (name: string, figure: keyof Losses) =>
    lines.reduce((total, { losses }) => total + (losses[name]?.[figure] ?? 0), 0);
  const per100 = (figure: keyof Losses) => ((100 * sum(id, figure)) / sum(id, "requests")).toFixed(2);
  return [percent(sum(id, "cost") / sum(LOG, "cost")), per100("factsByContent")];
}

const folds = [1, 2, 3, 4, 5];
const cells = (id: string) =>
  [...folds.map((fold) => priced.filter((line) => line.fold === fold)), priced].map((lines) => {
    const [cost, lost] = rowOf(id, lines);
    return `${cost} / ${lost}`;
  });
console.log(
  `${priced.length} priced sessions; ${left === 0 ? "all are measured" : `${left} are left: run it again`}\n`,
);
console.log(
  markdownTable(
    ["policy", ...folds.map((fold) => `fold ${fold}`), "together"],
    POLICIES.map(({ id }) => [id, ...cells(id)]),
  ),
);
