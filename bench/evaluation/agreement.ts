import { agreementOf, type KeptFigures, type KeptMeasure } from "@/lib/evaluation/agreement";
import { bootstrap, mean } from "@/lib/evaluation/bootstrap";
import { percent } from "../accuracy/print-table";
import { markdownTable } from "./markdown-table";
import type { Measured } from "./measure-cuts";
import type { Contender } from "./strategy-rows";

type Figures = KeptFigures & { readonly saved: number };

const PAIRS: readonly (readonly [KeptMeasure, KeptMeasure])[] = [
  ["facts", "runs"],
  ["facts", "rareWords"],
  ["runs", "rareWords"],
];
const NAMES: Readonly<Record<KeptMeasure, string>> = {
  facts: "needed facts",
  runs: "runs of six words",
  rareWords: "rare words",
};
/** Maximum difference of saved shares between two strategies that count as alternatives. */
const ALIKE_SAVED = 0.05;

const PAIRINGS: readonly ((a: Figures, b: Figures) => boolean)[] = [
  () => true,
  (a, b) => Math.abs(a.saved - b.saved) <= ALIKE_SAVED,
];

/** How often two measures rank two strategies in the same order at one cut; mean over cuts, interval over sessions. */
export function agreementTable(measured: Measured, contenders: readonly Contender[]): string {
  const cuts = figuresByCut(measured, contenders);
  return markdownTable(
    ["measures", "pairs of strategies ordered alike [95 %]", "of those with similar savings [95 %]"],
    PAIRS.map((pair) => [
      `${NAMES[pair[0]]}, ${NAMES[pair[1]]}`,
      ...PAIRINGS.map((isPaired) => shareText(cuts.map((own) => sharesOf(own, pair, isPaired)))),
    ]),
  );
}

function shareText(bySession: readonly (readonly number[])[]): string {
  const known = bySession.filter(({ length }) => length > 0);
  if (known.length === 0) return "–";
  return `${percent(mean(known.flat()))} [${bootstrap(known).map(percent).join(", ")}]`;
}

const sharesOf = (
  cuts: readonly (readonly Figures[])[],
  pair: readonly [KeptMeasure, KeptMeasure],
  isPaired: (a: Figures, b: Figures) => boolean,
): number[] =>
  cuts.flatMap((figures) => {
    const { alike, pairs } = agreementOf(figures, pair, isPaired);
    return pairs === 0 ? [] : [alike / pairs];
  });

/** The figures of every preset that changed anything at a cut, by session and cut. */
function figuresByCut({ points, sessions }: Measured, contenders: readonly Contender[]): Figures[][][] {
  const presets = contenders.filter(({ isBaseline }) => !isBaseline).map(({ name }) => points.get(name) ?? []);
  let start = 0;
  return sessions.map(({ cuts }) => {
    const from = start;
    start += cuts;
    return Array.from({ length: cuts }, (_, at) =>
      presets.flatMap((own) => {
        const point = own[from + at];
        if (!point || point.saved <= 0) return [];
        return [{ saved: point.saved, facts: point.recall, runs: point.verbatim, rareWords: point.rareWords }];
      }),
    );
  });
}
