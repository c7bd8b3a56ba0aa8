import type { PromiseAnswer } from "../../api/schemas/promise";
import type { PromiseVerdict } from "../../two-arms/kept-promise";
import { formatCount, formatMoney, formatPercentChange, formatWholeThousands } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

/** Whether the saving promised by the advice came true, in words. */
export type PromiseView = {
  readonly chip: string;
  readonly tone: "good" | "bad" | "open";
  readonly sentence: string;
  readonly details: readonly string[];
};

const TONES = {
  kept: "good",
  less: "bad",
  dearer: "bad",
  "cannot-tell": "open",
  "not-in-force": "open",
  "no-sessions": "open",
} as const satisfies Record<PromiseAnswer["verdict"], PromiseView["tone"]>;

/** `clients`: the clients of the advice's sessions. */
export function toPromiseView(answer: PromiseAnswer, clients: readonly string[], say: Say = english): PromiseView {
  const { verdict, since, before, after, promised, per_100_requests: measured, in_force: force } = answer;
  const change = measured?.change ?? null;
  const words = {
    day: since.slice(0, 10),
    before: formatCount(before.sessions.length, "session", say),
    after: formatCount(after.sessions.length, "session", say),
    measured: change === null ? "" : changeText({ share: change.mean, low: change.low, high: change.high }, say),
    promised: changeText(promised, say),
    trigger: formatWholeThousands(answer.trigger_tokens),
    reached: force.reached,
    beyond: force.beyond,
    clients: clients.join(", "),
  };
  return {
    chip: say(promise.chips[verdict]),
    tone: TONES[verdict],
    sentence: promise.verdict(verdict, words, say),
    details: after.sessions.length === 0 ? [] : detailsOf(answer, say),
  };
}

type Change = { readonly share: number; readonly low: number; readonly high: number };

/** `31 % less (11 to 43)`, `4 % more (−9 to +12)`: bounds keep their sign if the interval includes zero. */
function changeText({ share, low, high }: Change, say: Say): string {
  const whole = (value: number) => String(Math.abs(Math.round(value * 100)));
  const [from, to] =
    high < 0
      ? [whole(high), whole(low)]
      : low > 0
        ? [whole(low), whole(high)]
        : [formatPercentChange(low), formatPercentChange(high)];
  const values = { share: `${whole(share)}\u202f%`, from, to };
  return share < 0 ? say("{share} less ({from} to {to})", values) : say("{share} more ({from} to {to})", values);
}

function detailsOf({ per_session: session, before, after, left_out: leftOut }: PromiseAnswer, say: Say): string[] {
  const [was, is] = [before.peak_prompt_tokens, after.peak_prompt_tokens];
  return [
    ...(session?.change
      ? [
          say("A session cost {before} before and {after} since ({change}); the tasks may differ in length.", {
            before: formatMoney(session.before),
            after: formatMoney(session.after),
            change: formatPercentChange(session.change.mean),
          }),
        ]
      : []),
    ...(was !== null && is !== null
      ? [
          say("Median peak prompt: {before} tokens before, {after} since.", {
            before: formatWholeThousands(was),
            after: formatWholeThousands(is),
          }),
        ]
      : []),
    ...(leftOut > 0
      ? [
          say("{sessions} left out: no cost in dollars, or another model.", {
            sessions: formatCount(leftOut, "session", say),
          }),
        ]
      : []),
  ];
}

/** Values in the sentences; changes are texts such as `31 % less (11 to 43)`. */
type PromiseWords = {
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

function verdict(id: PromiseVerdict, words: PromiseWords, say: Say): string {
  const { day, before, after, measured, promised, trigger, reached, beyond, clients } = words;
  if (id === "no-sessions")
    return say("There are no sessions of {clients} since {day}. Import newer sessions, then measure again.", {
      clients,
      day,
    });
  if (id === "not-in-force")
    return say(
      "The setting does not seem to be in effect: of the {reached} sessions since {day} that reached {trigger}, {beyond} went far beyond it.",
      { reached, day, trigger, beyond },
    );
  if (id === "cannot-tell" && measured === "")
    return say("Not enough data yet: {before} before {day} and {after} since then cannot be compared.", {
      before,
      day,
      after,
    });
  return say(
    "{verdict}: per 100 requests, {after} since {day} cost {measured} than {before} before. Promised: {promised}.",
    {
      verdict: say(BEGINNINGS[id]),
      after,
      day,
      measured,
      before,
      promised,
    },
  );
}

const BEGINNINGS = {
  kept: sentence("Promise kept"),
  less: sentence("Less than promised"),
  dearer: sentence("Promise not kept"),
  "cannot-tell": sentence("Not clear yet"),
} as const;

const chips: Readonly<Record<PromiseVerdict, Sentence>> = {
  kept: sentence("promise kept"),
  less: sentence("less than promised"),
  dearer: sentence("promise not kept"),
  "cannot-tell": sentence("unclear"),
  "not-in-force": sentence("no verdict"),
  "no-sessions": sentence("no verdict"),
};

const promise = { verdict, chips };
