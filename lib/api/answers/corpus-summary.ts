import { bootstrap, mean } from "../../evaluation/bootstrap";
import { CORPUS_METRICS } from "../../evaluation/metrics";
import { corpusKey } from "../../evaluation/metrics/metric";
import { bindRecipe } from "../../strategies/recipe/bind-recipe";
import { type Recipe, recipeId } from "../../strategies/recipe/recipe";
import type { CorpusFigures, CorpusRow, CorpusSummary, Interval, LeftOut } from "../schemas/corpus";

export type CutFigures = {
  readonly isApplied: boolean;
  /** True if the strategy failed, or its result broke a rule. */
  readonly isBroken: boolean;
  /** By the metric's key in a row of a corpus run; null if it could not be measured. */
  readonly figures: Readonly<Record<string, number | null>>;
};

/** The figures of one session: `strategies` in the requested order, each with figures per cut. */
export type SessionFigures = {
  readonly oracleSaved: readonly number[];
  readonly strategies: readonly (readonly CutFigures[])[];
};

export type MeasuredSession = { readonly id: string; readonly figures: SessionFigures };

/** Means over all cuts, intervals over sessions. */
export function summariseCorpus(
  recipes: readonly Recipe[],
  cuts: number,
  measured: readonly MeasuredSession[],
  leftOut: readonly LeftOut[],
): CorpusSummary {
  const oracle = mean(measured.flatMap(({ figures }) => figures.oracleSaved));
  return {
    cuts_per_session: cuts,
    sessions: measured.map(({ id, figures }) => ({ id, cuts: figures.oracleSaved.length })),
    left_out: leftOut,
    oracle_saved: Number.isNaN(oracle) ? null : rounded(oracle),
    rows: measured.length === 0 ? [] : namesOf(recipes).map((name, index) => rowOf(name, index, measured)),
  };
}

type Named = { readonly id: string; readonly version: string };

/** Makes recipes with the same id distinct: the second one is `id (2)`. */
function namesOf(recipes: readonly Recipe[]): Named[] {
  const seen = new Map<string, number>();
  return recipes.map((recipe) => {
    const id = recipeId(recipe);
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    const bound = bindRecipe(recipe);
    return { id: times === 1 ? id : `${id} (${times})`, version: bound.ok ? bound.value.version : "" };
  });
}

function rowOf({ id, version }: Named, index: number, measured: readonly MeasuredSession[]): CorpusRow {
  const groups = measured.map(({ figures }) => figures.strategies[index] ?? []);
  const all = groups.flat();
  const recalls = all.flatMap(({ figures }) => figures.recall ?? []);
  const of = (key: string) => intervalOf(groups.map((group) => group.flatMap(({ figures }) => figures[key] ?? [])));
  return {
    id,
    version,
    applied: all.filter(({ isApplied }) => isApplied).length,
    broken: all.filter(({ isBroken }) => isBroken).length,
    worst_recall: recalls.length === 0 ? null : rounded(Math.min(...recalls)),
    ...(Object.fromEntries(
      CORPUS_METRICS.map((metric) => [corpusKey(metric), of(corpusKey(metric))]),
    ) as CorpusFigures),
  };
}

/** Sessions without a value are not resampled. */
function intervalOf(groups: readonly (readonly number[])[]): Interval | null {
  const known = groups.filter((group) => group.length > 0);
  if (known.length === 0) return null;
  const [low, high] = bootstrap(known);
  return { mean: rounded(mean(known.flat())), low: rounded(low), high: rounded(high) };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
