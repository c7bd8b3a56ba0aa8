import type { BreakCause } from "../../cache/break-cause";
import { english, type Say, sentence } from "../../wording/say";

/** What a break is, in the middle of a sentence. */
const causes: Readonly<Record<BreakCause, string>> = {
  "ttl-expiry": sentence("a pause longer than the cache lives"),
  "model-switch": sentence("a switch of model"),
  compaction: sentence("the rewrite after a compaction"),
  "history-edit": sentence("an edit of what had been sent"),
  "tools-changed": sentence("a change of the tools"),
  "system-changed": sentence("a change of the system prompt"),
  "params-changed": sentence("a change of the request's parameters"),
  "below-minimum": sentence("a prompt below the provider's minimum"),
  "lookback-overflow": sentence("more at once than the provider looks back over"),
  "floor-collapse": sentence("a change at the start of the prompt"),
  "provider-side": sentence("a miss on the provider's side, as far as the log shows"),
  unknown: sentence("without a cause in the log"),
};

type Breaks = {
  readonly count: number;
  /** What they lost in all, and of how much: `$2.84 of $14.05`, or tokens if there is no price. */
  readonly lost: string;
  readonly of: string;
  readonly at: string;
  readonly cause: BreakCause;
  readonly largest: string;
  /** Whether nothing larger could be avoided: a pause or a compaction. */
  readonly isExpected: boolean;
};

const which = (count: number, isExpected: boolean, say: Say = english): string =>
  count === 1 ? say("It is") : isExpected ? say("The largest is") : say("The largest that can be avoided is");

type Drops = Pick<Breaks, "isExpected"> & {
  readonly count: number;
  /** Money, or tokens if `of` is null; `at most …` if not all of it need have been cached. */
  readonly lost: string;
  readonly of: string | null;
  readonly at: string;
  readonly reason: string;
  readonly largest: string;
};

type Unreported = {
  /** Whose documented rules are simulated; null if none are known. */
  readonly model: string | null;
  /** How far counted tokens are from reported ones, in words: `6 %`; null if that was not measured. */
  readonly error: string | null;
};

const errorText = (error: string | null, say: Say): string =>
  error === null ? "" : say(" (about ± {error})", { error });

export const verdictWords = {
  causes,
  breaks: ({ count, lost, of, at, cause, largest, isExpected }: Breaks, say: Say = english): string =>
    say(
      "{count, plural, one {One break} other {# breaks}} cost {lost} of {of}. {which} at request {at}, {cause}: {largest}.",
      {
        count,
        lost,
        of,
        which: which(count, isExpected, say),
        at,
        cause: say.known(causes[cause]),
        largest,
      },
    ),
  unpriced: ({ count, lost, at, cause, largest, isExpected }: Omit<Breaks, "of">, say: Say = english): string =>
    say(
      "{count, plural, one {One break} other {# breaks}} had {lost} tokens processed again; no price is known. {which} at request {at}, {cause}: {largest} tokens.",
      {
        count,
        lost,
        which: which(count, isExpected, say),
        at,
        cause: say.known(causes[cause]),
        largest,
      },
    ),
  noBreak: (read: string, peak: string | null, say: Say = english): string =>
    say("No cache break; {read} was read from cache.{peak}", {
      read,
      peak: peak === null ? "" : say(" The window peaked at {peak}.", { peak }),
    }),
  noUsage: sentence("The log reports no usage, so what this session cost and what its cache lost is unknown."),
  simulated: (breaks: string, say: Say = english): string =>
    say(
      "The log reports nothing about its cache. A simulation of the provider's rules has {breaks}; it enters no total.",
      { breaks },
    ),
  unreported: ({ model, error }: Unreported, say: Say = english): string =>
    model === null
      ? say(
          "This log reports no usage. Tokens are estimated{error}; the cache is drawn as the most that any could have read.",
          { error: errorText(error, say) },
        )
      : say(
          "This log reports no usage. Tokens are estimated{error}; cache and cost are what the documented rules of {model} would give.",
          { error: errorText(error, say), model },
        ),
  holds: sentence(
    "Nothing here is a finding about a bill. What holds without usage: composition, repeated text, and Compare by tokens and facts.",
  ),
  noReads: sentence("The log does not say what was read from the cache, so its breaks are unknown."),
  drops: ({ count, lost, of, at, reason, largest, isExpected }: Drops, say: Say = english): string =>
    of === null
      ? say(
          "{count, plural, one {One request} other {# requests}} read less from the cache than the request before: {lost} tokens were processed again. {which} request {at}, {reason}: {largest} tokens.",
          { count, lost, at, reason, largest, which: which(count, isExpected, say) },
        )
      : say(
          "{count, plural, one {One request} other {# requests}} read less from the cache than the request before, which cost {lost} of {of}. {which} request {at}, {reason}: {largest}.",
          { count, lost, of, at, reason, largest, which: which(count, isExpected, say) },
        ),
  noDrop: (read: string, peak: string | null, say: Say = english): string =>
    say("No request read less from the cache than the one before; {read} was read from cache.{peak}", {
      read,
      peak: peak === null ? "" : say(" The window peaked at {peak}.", { peak }),
    }),
  readsOnly: sentence(
    "This log says what was read from the cache, not what was written. Breaks are told by both, so the timeline marks none.",
  ),
  toldBreaks: sentence(
    "This log says what was read from the cache, not what was written: only breaks whose cause it shows are marked, and there may be more.",
  ),
  dropAdvice: {
    model: sentence("Every model has a cache of its own: give the other model a new conversation or a sub-agent."),
    shorter: sentence(
      "The prompt got shorter there, by a compaction or an edited history: what follows the change is new and may never have been cached.",
    ),
    pause: sentence(
      "Caches are dropped after some minutes without use: go on sooner, or begin anew after a long pause.",
    ),
    unknown: sentence("The log shows no reason: the start of the prompt may have changed, or the provider dropped it."),
  },
  scope: (agent: string, all: string, say: Say = english): string =>
    say("{agent} alone; all agents cost {all}.", { agent, all }),
  avoidable: (lost: string, say: Say = english): string =>
    say("{lost} of it could have been avoided; the rest follows from compactions and pauses.", { lost }),
  settle: sentence("Use a log with token counts to be sure."),
};
