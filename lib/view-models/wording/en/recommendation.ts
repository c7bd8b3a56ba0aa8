type Use = {
  readonly strategy: string;
  readonly saved: string;
  readonly paysAfter: number;
  /** Whether what it takes away and the agent used later can be fetched again. */
  readonly fetch: "nothing" | "all" | "not-all";
};

const fetchWords: Readonly<Record<Use["fetch"], string>> = {
  // By facts alone: runs of words that were written again may well be gone.
  nothing: "no needed fact is lost",
  all: "all that is lost can be fetched again",
  "not-all": "not all that is lost can be fetched again",
};

const pays = (requests: number): string =>
  requests <= 0 ? "pays at once" : `pays after ${requests} ${requests === 1 ? "request" : "requests"}`;

type Money = {
  readonly change: string;
  readonly requests: string;
  /** What it comes to with the lost facts fetched again; null: none is lost. */
  readonly fetched: { readonly paid: string; readonly lost: string } | null;
};

const goals = { balanced: "Balanced", cheapest: "Cheapest", safest: "Safest", reversible: "Reversible" } as const;
type Goal = keyof typeof goals;

export const recommendation = {
  goals,
  use: ({ strategy, saved, paysAfter, fetch }: Use): string =>
    `Use ${strategy} here: saves ${saved}, ${pays(paysAfter)}, ${fetchWords[fetch]}.`,
  money: ({ change, requests, fetched }: Money): string =>
    fetched === null
      ? `${change} over ${requests}.`
      : `${change} over ${requests}, ${fetched.paid} after paying for ${fetched.lost}.`,
  /** The other goals with what each would choose; those that choose the same stand together. */
  others: (rows: readonly { readonly goal: Goal; readonly text: string }[]): string => {
    const texts = [...new Set(rows.map(({ text }) => text))];
    const goalsOf = (choice: string) => rows.filter(({ text }) => text === choice).map(({ goal }) => goals[goal]);
    return `The other goals would say: ${texts.map((text) => `${goalsOf(text).join(", ")}: ${text}`).join(" · ")}`;
  },
  holds: (price: string, next: string | null): string =>
    `Holds while a lost fact costs less than ${price}; above that: ${next ?? "leave it as it is"}.`,
  holdsAlways: "Holds at any higher price of a lost fact.",
  leave: (count: number, requests: number): string =>
    `Leave this request as it is: none of ${count} ${count === 1 ? "strategy" : "strategies"} is worth it over ${requests} ${requests === 1 ? "request" : "requests"}.`,
  unchanged: (count: number): string =>
    `${count === 1 ? "The strategy" : `None of ${count} strategies`} changed ${count === 1 ? "nothing" : "anything"} here: no trigger is reached. Run them even so, or choose a fuller request.`,
  unjudged:
    "What changed here is not valid, or rests on a summary that no model wrote. Set up a summary model, or choose strategies that need none.",
  unpriced: "No price is known for this model, so that no strategy can be called cheaper.",
  noEvidence: "No fact of this prompt was used later in the log, so that what a strategy loses cannot be told.",
  contradicted: "The measures of what is kept contradict each other here, so that none is the safest.",
  otherContradicted: "no verdict: the measures contradict each other",
  otherNone: "leave it as it is",
};
