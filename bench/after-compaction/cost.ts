/**
 * What a loss at a compaction really costs, measured on the logged compactions of the corpus's sessions:
 *
 * node scripts/run-ts.mjs bench/after-compaction/cost.ts [--kept FILE]
 *
 * Compares what followed each compaction with stretches of the same session that are far from any compaction
 * (`lib/replay/cost-of-loss.ts`). For intervals, entire repositories are drawn, and compactions within them.
 * `--kept` stores the cases, so that a long run can be split.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type CorpusRow, corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { MANIFEST } from "@/lib/benchmark/manifest";
import { randomIndexes } from "@/lib/evaluation/seeded-random";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { type CompactionCase, compactionCases, type Stretch } from "@/lib/replay/cost-of-loss";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { printTable } from "../accuracy/print-table";
import { spearman } from "../evaluation/spearman";

type Kept = {
  readonly id: string;
  readonly repo: string;
  readonly client: string;
  readonly cases: readonly CompactionCase[];
};
type Case = CompactionCase & { readonly repo: string };
/** Compactions with known later requests, and with stretches to compare them with. */
type Compared = Case & { readonly after: Stretch; readonly elsewhere: Stretch };

const DRAWS = 2_000;
const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];

const all = (await keptCases()).flatMap(({ repo, cases }) => cases.map((one): Case => ({ ...one, repo })));
const compared = all.flatMap((one): Compared[] =>
  one.after && one.elsewhere ? [{ ...one, after: one.after, elsewhere: one.elsewhere }] : [],
);
if (all.length > 0) {
  printFollowing();
  printRepositories();
  printPrice();
  printPredictors();
}

async function keptCases(): Promise<readonly Kept[]> {
  const file = option("--kept");
  const known =
    file && existsSync(file)
      ? readFileSync(file, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Kept)
      : [];
  for (const row of corpusRows(({ compactions }) => compactions > 0)) {
    if (known.some(({ id }) => id === row.id)) continue;
    const kept = await casesOf(row);
    known.push(kept);
    if (file) appendFileSync(file, `${JSON.stringify(kept)}\n`);
  }
  return known;
}

async function casesOf(row: CorpusRow): Promise<Kept> {
  const { id, repo, client } = row;
  const session = await corpusSession(row);
  if (!session) return { id, repo, client, cases: [] };
  const analysis = analyzeSession(session, loadVocabulary);
  const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
  return { id, repo, client, cases: compactionCases(prepareReplay(analysis, { environmentOf })) };
}

function byRepository<T extends { readonly repo: string }>(cases: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const one of cases) found.set(one.repo, [...(found.get(one.repo) ?? []), one]);
  return found;
}

/** Resamples entire repositories, and compactions within them. */
function draws<T extends { readonly repo: string }>(from: readonly T[]): readonly (readonly T[])[] {
  const byRepo = [...byRepository(from).values()];
  const next = randomIndexes(42);
  const pick = <V>(items: readonly V[]) => items[next(items.length)] as V;
  return Array.from({ length: DRAWS }, () =>
    byRepo.flatMap(() => {
      const own = pick(byRepo);
      return own.map(() => pick(own));
    }),
  );
}

type Range = readonly [value: number, low: number, high: number];

function rangeOf<T extends { readonly repo: string }>(
  from: readonly T[],
  figure: (cases: readonly T[]) => number,
): Range {
  const drawn = draws(from)
    .map(figure)
    .filter((value) => Number.isFinite(value))
    .sort((a, b) => a - b);
  const at = (share: number) => drawn[Math.floor(drawn.length * share)] ?? Number.NaN;
  return [figure(from), at(0.025), at(0.975)];
}

function sumOf<T>(cases: readonly T[], pick: (one: T) => number): number {
  return cases.reduce((sum, one) => sum + pick(one), 0);
}

function text([value, low, high]: Range, digits = 1): string {
  return `${value.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

function printFollowing(): void {
  const kinds = [
    ["requests until a file is changed", (one: Stretch) => one.requests, 1],
    ["actions before a file is changed", (one: Stretch) => one.actions, 1],
    ["reads and searches among them", (one: Stretch) => one.lookups, 1],
    ["actions identical to an earlier one", (one: Stretch) => one.repeated, 1],
    ["thousands of prompt tokens", (one: Stretch) => one.promptTokens / 1_000, 0],
    ["US dollars, without the first request", (one: Stretch) => one.cost ?? Number.NaN, 2],
  ] as const;
  printTable(
    `What followed ${compared.length} of ${all.length} compactions in ${new Set(compared.map(({ repo }) => repo)).size} repositories`,
    ["", "after a compaction", "elsewhere in the session", "difference, 95 %"],
    kinds.map(([name, pick, digits]) => {
      const known = compared.filter(({ after, elsewhere }) => Number.isFinite(pick(after) + pick(elsewhere)));
      const mean = (of: (one: Compared) => number) => (sumOf(known, of) / known.length).toFixed(digits);
      const difference = rangeOf(
        known,
        (cases) => sumOf(cases, ({ after, elsewhere }) => pick(after) - pick(elsewhere)) / cases.length,
      );
      return [
        name,
        mean(({ after }) => pick(after)),
        mean(({ elsewhere }) => pick(elsewhere)),
        text(difference, digits),
      ];
    }),
  );
}

/** Only digests of the benchmark's held-out part are known. */
function isPublic(repo: string): boolean {
  return MANIFEST.public.some(({ repository }) => repository === repo);
}

function printRepositories(): void {
  printTable(
    "By repository",
    ["repository", "compactions", "requests after, elsewhere", "actions after, elsewhere", "mean lost facts"],
    [...byRepository(compared)].map(([repo, cases]) => {
      const mean = (of: (one: Compared) => number) => (sumOf(cases, of) / cases.length).toFixed(1);
      return [
        isPublic(repo) ? repo : "held out of the benchmark",
        cases.length,
        `${mean(({ after }) => after.requests)}, ${mean(({ elsewhere }) => elsewhere.requests)}`,
        `${mean(({ after }) => after.actions)}, ${mean(({ elsewhere }) => elsewhere.actions)}`,
        mean(({ lost }) => lost),
      ];
    }),
  );
}

function printPrice(): void {
  const extra = ({ after, elsewhere }: Compared) => after.requests - elsewhere.requests;
  const perLoss = (lost: (one: Compared) => number) => (cases: readonly Compared[]) =>
    sumOf(cases, extra) / sumOf(cases, lost);
  const money = (cases: readonly Compared[]) =>
    sumOf(cases, (one) => extra(one) * (one.requestCost ?? 0)) / sumOf(cases, ({ lost }) => lost);
  printTable(
    "What a lost fact costs",
    ["", "95 %"],
    [
      [
        "requests per lost fact, counted as for policies (the price that Winnow uses)",
        text(
          rangeOf(
            compared,
            perLoss(({ lost }) => lost),
          ),
          2,
        ),
      ],
      ["the same in US dollars, at each session's price of a request", text(rangeOf(compared, money), 3)],
      [
        "requests per removed fact written later, also those shown again first",
        text(
          rangeOf(
            compared,
            perLoss(({ gone }) => gone),
          ),
          2,
        ),
      ],
    ],
  );
}

function printPredictors(): void {
  const rates: readonly (readonly [string, (one: Case) => number | null])[] = [
    ["facts used after they were gone, per call", ({ unseen, calls }) => (calls === 0 ? null : unseen / calls)],
    ["share of the later facts that were gone", ({ gone, used }) => (used === 0 ? null : gone / used)],
    ["recall of needed facts", ({ recall }) => recall],
  ];
  const outcomes: readonly (readonly [string, (one: Case) => number | null])[] = [
    [
      "reads and searches beyond the usual",
      ({ after, elsewhere }) => (after && elsewhere ? after.lookups - elsewhere.lookups : null),
    ],
    [
      "requests beyond the usual",
      ({ after, elsewhere }) => (after && elsewhere ? after.requests - elsewhere.requests : null),
    ],
    ["share of later calls identical to an earlier one", ({ rework }) => rework],
  ];
  printTable(
    "What predicts the work that follows: Spearman's ρ",
    ["rate", ...outcomes.map(([name]) => name)],
    rates.map(([name, rate]) => [
      name,
      ...outcomes.map(([, outcome]) => {
        const known = all.filter((one) => rate(one) !== null && outcome(one) !== null);
        return text(
          rangeOf(known, (cases) => spearman(cases.map((one) => [rate(one) ?? 0, outcome(one) ?? 0] as const))),
          2,
        );
      }),
    ]),
  );
}
