import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { choiceName } from "./strategy-choice";

type Use = {
  readonly strategy: string;
  readonly saved: string;
  readonly paysAfter: number;
  /** Whether needed content that was removed can be fetched again. */
  readonly fetch: "nothing" | "all" | "not-all";
};

const fetchWords: Readonly<Record<Use["fetch"], Sentence>> = {
  // Considers facts only: text that the agent wrote again may still be gone.
  nothing: sentence("no needed fact is lost"),
  all: sentence("all that is lost can be fetched again"),
  "not-all": sentence("not all that is lost can be fetched again"),
};

const pays = (requests: number, say: Say = english): string =>
  requests <= 0
    ? say("pays immediately")
    : say("pays for itself after {count, plural, one {# request} other {# requests}}", { count: requests });

type Lost = { readonly id: string; readonly lost: number; readonly needed: number };

type Money = {
  readonly change: string;
  readonly requests: string;
  /** The total including the cost of fetching the lost facts again; null if none is lost. */
  readonly fetched: { readonly paid: string; readonly lost: string } | null;
};

const goals = {
  balanced: sentence("Balanced"),
  cheapest: sentence("Cheapest"),
  safest: sentence("Safest"),
  reversible: sentence("Reversible"),
} as const;
type Goal = keyof typeof goals;

export const recommendationWords = {
  goals,
  use: ({ strategy, saved, paysAfter, fetch }: Use, say: Say = english): string =>
    say("Use “{strategy}” here: saves {saved}, {paysAfter}, {fetch}.", {
      strategy: choiceName(strategy, say),
      saved,
      paysAfter: pays(paysAfter, say),
      fetch: say(fetchWords[fetch]),
    }),
  money: ({ change, requests, fetched }: Money, say: Say = english): string =>
    fetched === null
      ? say("{change} over {requests}.", { change, requests })
      : say("{change} over {requests}, {paid} after paying for {lost}.", {
          change,
          requests,
          paid: fetched.paid,
          lost: fetched.lost,
        }),
  /** The choices for the other goals; goals with the same choice are grouped. */
  others: (rows: readonly { readonly goal: Goal; readonly text: string }[], say: Say = english): string => {
    const texts = [...new Set(rows.map(({ text }) => text))];
    const goalsOf = (choice: string) => rows.filter(({ text }) => text === choice).map(({ goal }) => say(goals[goal]));
    return say("The other goals would choose: {choices}", {
      choices: texts.map((text) => `${goalsOf(text).join(", ")}: ${text}`).join(" · "),
    });
  },
  holds: (price: string, next: string | null, say: Say = english): string =>
    say("This applies while a lost fact costs less than {price}; above that: {next}.", {
      price,
      next: next === null ? say("leave it as it is") : choiceName(next, say),
    }),
  holdsAlways: sentence("This applies at any higher price of a lost fact."),
  /** A strategy that is cheaper than the choice and not chosen. */
  refused: ({ id, lost, needed }: Lost, say: Say = english): string =>
    say("{strategy} would cost less, but loses {lost} of the {needed} facts that were needed later.", {
      strategy: choiceName(id, say),
      lost,
      needed,
    }),
  /** A cheaper result that depends on a summary written by rule. */
  unjudgedCheaper: (id: string, say: Say = english): string =>
    say("“{strategy}” looks cheaper, but its summary here is written by rule; a model would write a different one.", {
      strategy: choiceName(id, say),
    }),
  losesMost: ({ lost, needed }: Lost, say: Say = english): string =>
    say("It loses {lost} of the {needed} facts that were needed later.", { lost, needed }),
  /** The measures contradict each other about the choice. */
  doubted: (strategy: string, other: string, say: Say = english): string =>
    say(
      "No strategy is recommended. “{strategy}” would be, but the measures disagree on whether it keeps more than “{other}”.",
      { strategy: choiceName(strategy, say), other: choiceName(other, say) },
    ),
  leave: (count: number, requests: number, say: Say = english): string =>
    say(
      "Leave this request as it is: {count, plural, one {the only strategy that changes it is not} other {none of # strategies is}} worth it over {requests, plural, one {# request} other {# requests}}.",
      { count, requests },
    ),
  unchanged: (count: number, say: Say = english): string =>
    say(
      "{count, plural, one {The strategy changed nothing here, because its trigger was not reached. Run it anyway} other {None of the # strategies changed anything here, because no trigger was reached. Run them anyway}}, or choose a request with a longer prompt.",
      { count },
    ),
  unjudged: sentence(
    "The changes here are invalid or depend on a summary that no model wrote. Set up a summary model, or choose strategies that need none.",
  ),
  unpriced: sentence("No price is known for this model, so no strategy can be called cheaper."),
  noEvidence: sentence("No fact of this prompt was needed later in the log, so what a strategy loses is unknown."),
  contradicted: sentence("The measures of what is kept contradict each other here, so no strategy is the safest."),
  otherContradicted: sentence("no verdict: the measures contradict each other"),
  otherNone: sentence("leave it as it is"),
};
