import type { PromiseVerdict } from "../../two-arms/kept-promise";
import { type Say, sentence } from "../../wording/say";

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

/** The verdict in one sentence. */
function verdict(id: PromiseVerdict, words: PromiseWords, say: Say): string {
  const { day, before, after, measured, promised, trigger, reached, beyond, clients } = words;
  if (id === "no-sessions")
    return say("There is no session of {clients} since {day}. Import newer sessions, and measure again.", {
      clients,
      day,
    });
  if (id === "not-in-force")
    return say(
      "The setting does not seem to be in force: of {reached} sessions since {day} that reached {trigger}, {beyond} went far beyond it.",
      { reached, day, trigger, beyond },
    );
  if (id === "cannot-tell" && measured === "")
    return say("Not enough data yet: {before} before {day} and {after} since have nothing that can be compared.", {
      before,
      day,
      after,
    });
  return say(
    "{verdict}: per 100 requests, {after} since {day} cost {measured} than {before} before. Promised: {promised}.",
    {
      verdict: say.known(BEGINNINGS[id]),
      after,
      day,
      measured,
      before,
      promised,
    },
  );
}

const BEGINNINGS = {
  kept: sentence("It came true"),
  less: sentence("Less than promised"),
  dearer: sentence("It did not come true"),
  "cannot-tell": sentence("Not clear yet"),
} as const;

const chips: Readonly<Record<PromiseVerdict, string>> = {
  kept: sentence("came true"),
  less: sentence("less than promised"),
  dearer: sentence("did not come true"),
  "cannot-tell": sentence("unclear"),
  "not-in-force": sentence("no verdict"),
  "no-sessions": sentence("no verdict"),
};

export const promise = { verdict, chips };
