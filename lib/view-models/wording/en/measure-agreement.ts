import type { KeptMeasure } from "../../../evaluation/agreement";

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

export const agreement = {
  measures: {
    facts: "needed facts",
    runs: "runs of six words",
    rareWords: "rare words",
  } satisfies Record<KeptMeasure, string>,
  alike: "Needed facts, runs of six words and rare words do not contradict each other here.",
  unchecked: "Only needed facts could be measured here: nothing was written again later that would check them.",
  against: ({ first, second, measure, byFacts, byOther, count, of }: Against): string =>
    `The measures disagree: ${first} keeps more of the needed facts than ${second} (${byFacts.join(" against ")}) and less of the ${measure} (${byOther.join(" against ")})${
      of > 1 ? `; ${count} of ${of} pairs are contradicted` : ""
    }. Do not choose by needed facts alone.`,
};
