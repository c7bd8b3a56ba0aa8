import type { KeptMeasure } from "../../evaluation/agreement";
import { english, type Say, sentence } from "../../wording/say";

type Against = {
  /** The one of which more needed facts are kept, and the other. */
  readonly first: string;
  readonly second: string;
  /** The measure that puts them in the other order. */
  readonly measure: string;
  readonly byFacts: readonly [string, string];
  readonly byOther: readonly [string, string];
  /** Pairs that are contradicted, of those that needed facts tell apart. */
  readonly count: number;
  readonly of: number;
};

export const agreementWords = {
  measures: {
    facts: sentence("needed facts"),
    runs: sentence("runs of six words"),
    rareWords: sentence("rare words"),
  } satisfies Record<KeptMeasure, string>,
  alike: sentence("Needed facts, runs of six words and rare words do not contradict each other here."),
  unchecked: sentence(
    "Only needed facts could be measured here: nothing was written again later that would check them.",
  ),
  against: ({ first, second, measure, byFacts, byOther, count, of }: Against, say: Say = english): string =>
    say(
      "The measures disagree: {first} keeps more of the needed facts than {second} ({facts}) and less of the {measure} ({others}){count}. Do not choose by needed facts alone.",
      {
        first,
        second,
        facts: byFacts.join(say(" against ")),
        measure,
        others: byOther.join(say(" against ")),
        count: of > 1 ? say("; {count} of {of} pairs are contradicted", { count, of }) : "",
      },
    ),
};
