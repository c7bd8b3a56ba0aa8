import type { PromiseVerdict } from "../../../two-arms/kept-promise";

/** What the sentences name; changes are texts such as `31 % less (11 to 43)`. */
export type PromiseWords = {
  readonly day: string;
  readonly before: string;
  readonly after: string;
  readonly measured: string;
  readonly promised: string;
  readonly trigger: string;
  readonly reached: number;
  readonly beyond: number;
  readonly clients: string;
};

const compared = ({ day, before, after, measured, promised }: PromiseWords): string =>
  `per 100 requests, ${after} since ${day} cost ${measured} than ${before} before. Promised: ${promised}.`;

const verdicts: Readonly<Record<PromiseVerdict, (words: PromiseWords) => string>> = {
  kept: (words) => `It came true: ${compared(words)}`,
  less: (words) => `Less than promised: ${compared(words)}`,
  dearer: (words) => `It did not come true: ${compared(words)}`,
  "cannot-tell": (words) =>
    words.measured === ""
      ? `It cannot be told yet: ${words.before} before ${words.day} and ${words.after} since have nothing that can be compared.`
      : `It cannot be told yet: ${compared(words)}`,
  "not-in-force": ({ beyond, reached, trigger, day }) =>
    `The setting does not seem to be in force: of ${reached} sessions since ${day} that reached ${trigger}, ${beyond} went far beyond it.`,
  "no-sessions": ({ clients, day }) =>
    `There is no session of ${clients} since ${day}. Import newer sessions, and measure again.`,
};

const chips: Readonly<Record<PromiseVerdict, string>> = {
  kept: "came true",
  less: "less than promised",
  dearer: "did not come true",
  "cannot-tell": "cannot be told",
  "not-in-force": "no verdict",
  "no-sessions": "no verdict",
};

const less = (percent: string, isLess: boolean, bounds: string): string =>
  `${percent} ${isLess ? "less" : "more"} (${bounds})`;

export const promise = {
  verdicts,
  chips,
  change: less,
  perSession: (before: string, after: string, change: string): string =>
    `A whole session cost ${before} before and ${after} since (${change}); other tasks may be longer.`,
  peaks: (before: string, after: string): string =>
    `Largest prompt of the middle session: ${before} before, ${after} since.`,
  leftOut: (sessions: string): string => `${sessions} left out: no bill in dollars, or another model.`,
};
