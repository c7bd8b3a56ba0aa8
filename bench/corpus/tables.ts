import { bootstrap, mean } from "@/lib/evaluation/bootstrap";
import { percent } from "../accuracy/print-table";
import { markdownTable } from "../evaluation/markdown-table";
import { DEEP, nameOf, SETTINGS } from "./contenders";
import { LONG_PROMPT } from "./places";
import type { CorpusLine, CorpusPoint } from "./points";

/** The measurements of one strategy. */
export type Strategy = { readonly name: string; readonly lines: readonly CorpusLine[] };

const DEFAULT = "winnow";
const CLEARING = "anthropic-clear-tool-uses";
const FIGURES = ["saved", "net", "recall", "runs", "identifiers", "rareWords"] as const;
type Figure = (typeof FIGURES)[number];
const TITLES: Record<Figure, string> = {
  saved: "saved",
  net: "net",
  recall: "needed recall",
  runs: "six-word runs",
  identifiers: "identifiers",
  rareWords: "rare words",
};
const FOLDS = [1, 2, 3, 4, 5];
/** Baselines, not strategies: they cut without regard for validity, or know the future. */
const BASELINES = ["identity", "drop all", "last quarter", "random half", "random fifth", "oracle"];
/** Minimum saving; below it, nearly everything stays. */
const LEAST_SAVED = 0.001;

/** The cuts at prompts of at least this size, or all cuts. */
type Scope = (point: CorpusPoint, line: CorpusLine) => boolean;
const isLong: Scope = ({ prompt }) => prompt >= LONG_PROMPT;

type Values = { readonly repository: string; readonly value: number }[];

function valuesOf({ lines }: Strategy, figure: Figure, scope: Scope): Values {
  return lines.flatMap((line) =>
    line.points.flatMap((point) => {
      const value = point[figure];
      return value === null || !scope(point, line) ? [] : [{ repository: line.repository, value }];
    }),
  );
}

const meanOf = (strategy: Strategy, figure: Figure, scope: Scope) =>
  mean(valuesOf(strategy, figure, scope).map(({ value }) => value));

/**
 * The 95 % interval of the mean, in words; resampled by repository, because the sessions of one are alike.
 * Empty for a single repository.
 */
function intervalOf(values: Values, write: (share: number) => string): string {
  const groups = new Map<string, number[]>();
  for (const { repository, value } of values) groups.set(repository, [...(groups.get(repository) ?? []), value]);
  if (groups.size < 2) return "";
  const [low, high] = bootstrap([...groups.values()]);
  return ` [${write(low)}, ${write(high)}]`;
}

const signed = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share)).replace(/\s*%$/, "")}`;
const plain = (share: number) => percent(share).replace(/\s*%$/, "");

function cellOf(strategy: Strategy, figure: Figure, scope: Scope): string {
  const write = figure === "net" ? signed : plain;
  return write(meanOf(strategy, figure, scope));
}

function withInterval(strategy: Strategy, figure: Figure, scope: Scope): string {
  const write = figure === "net" ? signed : plain;
  return `${cellOf(strategy, figure, scope)}${intervalOf(valuesOf(strategy, figure, scope), write)}`;
}

const worstOf = (strategy: Strategy, scope: Scope) =>
  Math.min(...valuesOf(strategy, "recall", scope).map(({ value }) => value));

const PAIRS = [
  ["saved", "runs"],
  ["saved", "identifiers"],
  ["net", "recall"],
] as const;

/** The presets that beat the default in both figures of a pair. */
function beating(strategies: readonly Strategy[], pair: (typeof PAIRS)[number], scope: Scope): string[] {
  const own = strategies.find(({ name }) => name === DEFAULT);
  if (!own) return [];
  const isBetter = (other: Strategy) =>
    pair.every((figure) => meanOf(other, figure, scope) > meanOf(own, figure, scope));
  return presetsOf(strategies)
    .filter(isBetter)
    .map(({ name }) => name);
}

const presetsOf = (strategies: readonly Strategy[]) =>
  strategies.filter(({ name }) => !BASELINES.includes(name) && !name.startsWith(DEFAULT));

/** Every preset that saves something, and the default with other settings. */
export function mainTable(strategies: readonly Strategy[]): string {
  const shown = strategies
    .filter(({ name }) => !BASELINES.includes(name) && !SETTINGS.some((setting) => nameOf(setting) === name))
    .filter((strategy) => meanOf(strategy, "saved", isLong) >= LEAST_SAVED)
    .sort((a, b) => meanOf(a, "saved", isLong) - meanOf(b, "saved", isLong));
  const table = markdownTable(
    ["strategy", ...FIGURES.map((figure) => TITLES[figure]), "worst cut"],
    shown.map((strategy) => [
      strategy.name === DEFAULT ? `**${DEFAULT}**` : strategy.name,
      ...FIGURES.map((figure) => cellOf(strategy, figure, isLong)),
      plain(worstOf(strategy, isLong)),
    ]),
  );
  const lines = PAIRS.map((pair) => {
    const better = beating(strategies, pair, isLong);
    const names = better.length === 0 ? "none" : better.map((name) => `\`${name}\``).join(", ");
    return `- better than the default in both ${TITLES[pair[0]]} and ${TITLES[pair[1]]}: ${names}`;
  });
  return [countsOf(strategies), table, lines.join("\n")].join("\n\n");
}

function countsOf(strategies: readonly Strategy[]): string {
  const lines = strategies.find(({ name }) => name === DEFAULT)?.lines ?? [];
  const long = lines.filter((line) => line.points.some((point) => isLong(point, line)));
  const cuts = lines.flatMap((line) => line.points.filter((point) => isLong(point, line)));
  const repositories = new Set(long.map(({ repository }) => repository)).size;
  return `${cuts.length} cuts at prompts of at least 100,000 tokens, in ${long.length} sessions of ${repositories} repositories.`;
}

/** The default's results in each fold and in all folds, above the trigger and at all cuts. */
export function foldsTable(strategies: readonly Strategy[]): string {
  const own = strategies.find(({ name }) => name === DEFAULT);
  if (!own) return "";
  const rows: [string, Scope][] = [
    ...FOLDS.map((fold): [string, Scope] => [
      `fold ${fold}`,
      (point, line) => isLong(point, line) && line.fold === fold,
    ]),
    ["all", isLong],
    ["below 100,000 tokens", (point, line) => !isLong(point, line)],
  ];
  const measured = rows.filter(([, scope]) => valuesOf(own, "saved", scope).length > 0);
  return markdownTable(
    ["cuts", "number", ...FIGURES.map((figure) => TITLES[figure]), "worst cut"],
    measured.map(([name, scope]) => [
      name,
      String(valuesOf(own, "saved", scope).length),
      ...FIGURES.map((figure) => withInterval(own, figure, scope)),
      plain(worstOf(own, scope)),
    ]),
  );
}

/** Requirements for a setting on the folds on which it is chosen. */
const LEAST = { recall: 0.95, worst: 0.6 };

/**
 * For each fold, the setting that saves most among those that keep enough in the other four folds, and its results in
 * this fold.
 */
export function chosenTable(strategies: readonly Strategy[]): string {
  const settings = SETTINGS.flatMap((setting) => strategies.filter(({ name }) => name === nameOf(setting)));
  const rows = FOLDS.map((fold) => {
    const others: Scope = (point, line) => isLong(point, line) && line.fold !== fold;
    const own: Scope = (point, line) => isLong(point, line) && line.fold === fold;
    const fit = settings.filter(
      (one) => meanOf(one, "recall", others) >= LEAST.recall && worstOf(one, others) >= LEAST.worst,
    );
    const [chosen] = fit.sort((a, b) => meanOf(b, "saved", others) - meanOf(a, "saved", others));
    return { fold, own, chosen };
  });
  const together: Strategy = {
    name: "together",
    lines: rows.flatMap(({ fold, chosen }) => (chosen?.lines ?? []).filter((line) => line.fold === fold)),
  };
  return markdownTable(
    ["fold", "chosen on the other four", ...FIGURES.map((figure) => TITLES[figure]), "worst cut"],
    [
      ...rows.map(({ fold, own, chosen }) =>
        chosen
          ? [
              String(fold),
              chosen.name,
              ...FIGURES.map((figure) => cellOf(chosen, figure, own)),
              plain(worstOf(chosen, own)),
            ]
          : [String(fold), "none keeps enough", ...FIGURES.map(() => "–"), "–"],
      ),
      [
        "together",
        "",
        ...FIGURES.map((figure) => withInterval(together, figure, isLong)),
        plain(worstOf(together, isLong)),
      ],
    ],
  );
}

/**
 * How far the deep setting's figures exceed those of tool clearing at the same cut, in percentage points, in
 * each fold and in all folds.
 */
export function differencesTable(strategies: readonly Strategy[]): string {
  const deep = strategies.find(({ name }) => name === DEEP);
  const clearing = strategies.find(({ name }) => name === CLEARING);
  if (!deep || !clearing) return "";
  const rows: [string, Scope][] = [
    ...FOLDS.map((fold): [string, Scope] => [
      `fold ${fold}`,
      (point, line) => isLong(point, line) && line.fold === fold,
    ]),
    ["together", isLong],
  ];
  return markdownTable(
    ["cuts", ...FIGURES.map((figure) => TITLES[figure])],
    rows.map(([name, scope]) => [name, ...FIGURES.map((figure) => differenceOf(deep, clearing, figure, scope))]),
  );
}

function differenceOf(one: Strategy, other: Strategy, figure: Figure, scope: Scope): string {
  const others = new Map(other.lines.map((line) => [line.id, line]));
  const values = one.lines.flatMap((line) =>
    line.points.flatMap((point) => {
      const beside = others.get(line.id)?.points.find(({ index }) => index === point.index);
      const [value, less] = [point[figure], beside?.[figure] ?? null];
      if (value === null || less === null || !scope(point, line)) return [];
      return [{ repository: line.repository, value: value - less }];
    }),
  );
  return `${signed(mean(values.map(({ value }) => value)))}${intervalOf(values, signed)}`;
}
