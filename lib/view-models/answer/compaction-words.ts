import { endsOf, known } from "../../answer/amount";
import type { CauseFacts } from "../../answer/cause-facts";
import type { Amount, CostAnswer } from "../../api/schemas/cost-answer";
import { formatAmount, formatShareRange } from "../../read-models/words/format-amount";
import { formatCount, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** Sums over a session's measurable compactions. */
export type CompactionSums = {
  readonly count: number;
  /** Compactions with a request on both sides; only these can show a loss. */
  readonly between: number;
  /** Of those, compactions whose summary's text is not in the log. */
  readonly unreadable: number;
  readonly measured: number;
  readonly needed: number;
  readonly kept: number;
  readonly dropped: NonNullable<Compactions>["dropped"];
  readonly gone: number;
  readonly files: number;
  readonly refetch_tokens: number;
  readonly refetch: Amount;
};

/** A number of facts of each kind. */
const COUNTED_KINDS = {
  path: "{count, plural, one {# path} other {# paths}}",
  error: "{count, plural, one {# error} other {# errors}}",
  url: "{count, plural, one {# address} other {# addresses}}",
  command: "{count, plural, one {# command} other {# commands}}",
  symbol: "{count, plural, one {# name} other {# names}}",
  number: "{count, plural, one {# number} other {# numbers}}",
} as const;

/** Minimum number of facts for which a share is shown. */
const FEW_FACTS = 10;

type Compactions = CostAnswer["compactions"];

/** The line about compactions; null if there are none. */
export function toCompactions(
  sums: CompactionSums | null,
  rewrites: CauseFacts | null,
  breaks: CostAnswer["breaks"],
): Compactions {
  if (sums === null) return null;
  const { count, between, unreadable, measured, needed, kept, dropped, gone, files, refetch_tokens, refetch } = sums;
  return {
    count,
    breaks: (rewrites?.breaks ?? []).map(({ request }) => request).sort((a, b) => a - b),
    rewrites: rewrites?.money ?? (breaks.count === null ? breaks.money : known(0)),
    sentence: compactionSentence(sums),
    between,
    unreadable,
    measured,
    needed,
    kept,
    dropped,
    gone,
    files,
    refetch_tokens,
    refetch,
  };
}

/** Needed content dropped by the compactions, and the cost of reading it again. */
export function compactionSentence(sums: CompactionSums, say: Say = english): string {
  const { count, between, unreadable, measured, needed, kept } = sums;
  const who = say("{count, plural, one {# compaction} other {# compactions}}", { count });
  if (between === 0)
    return say("{who}: what was lost cannot be measured, because the log lacks the previous or the next request.", {
      who,
    });
  const again = rereadText(sums, say);
  if (unreadable === between)
    return say(
      "{who}: what was lost cannot be measured, because the log lacks the text of {count, plural, one {the summary} other {the summaries}}{again}.",
      { who, count: unreadable, again },
    );
  if (measured === 0 || needed === 0)
    return sums.files === 0
      ? say("{who}: this log shows nothing that was needed afterwards.", { who })
      : say("{who}: this log shows no fact that the agent used later without seeing it again{again}.", { who, again });
  if (needed === kept)
    return say(
      "{who} kept {needed, plural, one {the one fact that the agent used later without seeing it again} other {all # facts that the agent used later without seeing them again}}, such as paths, errors and names{again}.",
      { who, needed, again },
    );
  const dropped = needed - kept;
  const kinds = sums.dropped.map(({ kind, count: of }) => say(COUNTED_KINDS[kind], { count: of })).join(say(", "));
  const words = { who, dropped: formatTokens(dropped), needed: formatTokens(needed), kinds, again };
  if (needed < FEW_FACTS)
    return say(
      "{who} dropped {dropped} of {needed} facts that the agent used later without seeing them again ({kinds}){again}.",
      words,
    );
  const share = formatShareRange({ low: dropped / needed, high: dropped / needed });
  return say(
    "{who} dropped {dropped} of {needed} facts ({share}) that the agent used later without seeing them again: {kinds}{again}.",
    {
      ...words,
      share,
    },
  );
}

/** At most, because the second call may have shown other parts of the file. */
function rereadText({ files, refetch_tokens, refetch }: CompactionSums, say: Say): string {
  if (files === 0) return say("; no file had to be read again");
  const count = formatCount(files, "file", say);
  return endsOf(refetch) === null
    ? say("; re-reading {count} took at most {tokens} tokens, cost unknown", {
        count,
        tokens: formatTokens(refetch_tokens),
      })
    : say("; re-reading {count} cost at most {money} when first sent", {
        count,
        money: formatAmount(refetch, say, "up"),
      });
}
