import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import { KEPT_MEASURES, type KeptFigures, type KeptMeasure, orderBy } from "../../evaluation/agreement";
import { figureOf } from "../../evaluation/metrics/metric";
import { rareWordRecall, verbatimRecall } from "../../evaluation/metrics/wording";
import { formatShare } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { neededOf } from "./matrix-cells";
import { choiceName } from "./strategy-choice";

type Judged = KeptFigures & { readonly name: string };

/** Two strategies that needed facts rank one way and another measure ranks the other way. */
type Contradiction = {
  readonly first: Judged;
  readonly second: Judged;
  readonly by: KeptMeasure;
  readonly gap: number;
};

/** Whether the measures agree on these strategies, and the sentence about it. */
export type MeasureAgreement = { readonly isContradicted: boolean; readonly sentence: string };

/**
 * Our own rules find needed facts, so they are checked against two measures that do not use facts. Null if fewer than
 * two valid strategies changed something, or nothing was needed later. `names`: in result order.
 */
export function toMeasureAgreement(
  { results }: Pick<CompareAnswer, "results">,
  say: Say = english,
  names: readonly string[] = results.map(({ strategy }) => choiceName(strategy.id, say)),
): MeasureAgreement | null {
  const judged = results.flatMap((result, at) => judgedOf(result, names[at] ?? ""));
  if (judged.length < 2) return null;
  const pairs = judged.flatMap((first, at) => judged.slice(at + 1).map((second) => [first, second] as const));
  const ordered = pairs.filter(([first, second]) => orderBy("facts", first, second));
  if (ordered.length === 0) return null;
  const found = ordered.flatMap(([first, second]) => contradictionOf(first, second) ?? []);
  const worst = found.reduce<Contradiction | null>((best, next) => (best && best.gap >= next.gap ? best : next), null);
  if (worst) return { isContradicted: true, sentence: sentenceOf(worst, found.length, ordered.length, say) };
  const isChecked = judged.filter(({ runs, rareWords }) => runs !== null || rareWords !== null).length > 1;
  return { isContradicted: false, sentence: say(isChecked ? agreementWords.alike : agreementWords.unchecked) };
}

/**
 * Another result that keeps fewer needed facts than this one but more by another measure, so it is unclear which of the
 * two loses less. Null if there is none.
 */
export function contradictedBy(results: readonly ComparedStrategy[], index: number): ComparedStrategy | null {
  const own = results.slice(index, index + 1).flatMap((result) => judgedOf(result, ""))[0];
  if (own === undefined) return null;
  const isContradicted = (other: KeptFigures) =>
    orderBy("facts", own, other) === 1 && contradictionOf({ ...own, name: "" }, { ...other, name: "" }) !== null;
  return results.find((result, at) => at !== index && judgedOf(result, "").some(isContradicted)) ?? null;
}

function judgedOf(result: ComparedStrategy, name: string): Judged[] {
  const hindsight = neededOf(result.evaluation);
  if (result.status !== "applied" || hindsight === null || result.evaluation?.validity.valid === false) return [];
  const [runs, rareWords] = [figureOf(result, verbatimRecall), figureOf(result, rareWordRecall)];
  return [{ name, facts: hindsight.recall, runs, rareWords }];
}

/** A difference in the opposite direction contradicts if it is at least this share of the difference in needed facts. */
const LEAST_AGAINST = 0.5;

/** The measure that contradicts most, with the smaller of the two differences as its gap. */
function contradictionOf(first: Judged, second: Judged): Contradiction | null {
  const byFacts = orderBy("facts", first, second);
  const gapBy = (measure: KeptMeasure) => Math.abs((first[measure] ?? 0) - (second[measure] ?? 0));
  const against = KEPT_MEASURES.filter(
    (measure) =>
      orderBy(measure, first, second) === -(byFacts ?? 0) && gapBy(measure) >= LEAST_AGAINST * gapBy("facts"),
  );
  const by = against.sort((a, b) => gapBy(b) - gapBy(a))[0];
  if (by === undefined) return null;
  const [better, worse] = byFacts === 1 ? [first, second] : [second, first];
  return { first: better, second: worse, by, gap: Math.min(gapBy("facts"), gapBy(by)) };
}

function sentenceOf({ first, second, by }: Contradiction, count: number, of: number, say: Say): string {
  const shares = (measure: KeptMeasure) =>
    [formatShare(first[measure] ?? 0), formatShare(second[measure] ?? 0)] as const;
  return agreementWords.against(
    {
      first: first.name,
      second: second.name,
      measure: say(agreementWords.measures[by]),
      byFacts: shares("facts"),
      byOther: shares(by),
      count,
      of,
    },
    say,
  );
}

type Against = {
  readonly first: string;
  readonly second: string;
  /** The measure that ranks them the other way. */
  readonly measure: string;
  readonly byFacts: readonly [string, string];
  readonly byOther: readonly [string, string];
  /** Number of contradicted pairs among those that needed facts can rank. */
  readonly count: number;
  readonly of: number;
};

const agreementWords = {
  measures: {
    facts: sentence("needed facts"),
    runs: sentence("runs of six words"),
    rareWords: sentence("rare words"),
  } satisfies Record<KeptMeasure, Sentence>,
  alike: sentence("Needed facts, runs of six words and rare words do not contradict each other here."),
  unchecked: sentence(
    "Only needed facts could be measured here; nothing else was repeated later to check them against.",
  ),
  against: ({ first, second, measure, byFacts, byOther, count, of }: Against, say: Say = english): string =>
    say(
      "The measures disagree: {first} keeps more of the needed facts than {second} ({facts}) and less of the {measure} ({others}){count}. Do not choose by needed facts alone.",
      {
        first,
        second,
        facts: byFacts.join(say(" vs. ")),
        measure,
        others: byOther.join(say(" vs. ")),
        count: of > 1 ? say("; {count} of {of} pairs are contradicted", { count, of }) : "",
      },
    ),
};
