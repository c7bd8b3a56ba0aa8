import { KeyFigure, type KeyFigureProps } from "@/components/ui/key-figure";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { useSay } from "@/components/words/words-provider";
import { known, mostOf } from "@/lib/answer/amount";
import { readTone } from "@/lib/read-models/read-tone";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { inputPerOutput, MANUS_INPUT_PER_OUTPUT, ratioText } from "@/lib/view-models/session/input-output";
import { formatCompactTokens, formatMoney, formatShare, UNKNOWN_TEXT } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { sentence } from "@/lib/wording/say";
import type { SessionSummary } from "../../lib/api/schemas/session";

/** A prompt at this share of the window is about to be compacted or rejected. */
const FULL_WINDOW = 0.95;

export type Figure = KeyFigureProps & { id: string };

/** Each figure's section in docs/metrics.md, whose existence a test checks. */
export const METRICS: Readonly<Record<string, string>> = {
  requests: "requests",
  peak: "peak-window",
  read: "read-from-cache",
  rewrite: "cache-writes-per-new-token",
  cost: "cost",
  lost: "lost-to-breaks",
  ratio: "input-to-output",
  compactions: "compactions",
  recovered: "recovered-errors",
};

export function keyFigures(summary: SessionSummary, say: Say): Figure[] {
  return [
    requests(summary, say),
    peak(summary, say),
    read(summary, say),
    rewrite(summary, say),
    cost(summary, say),
    lost(summary, say),
    inputToOutput(summary, say),
    compactions(summary, say),
    recovered(summary, say),
  ];
}

/** Label suffix of a sum over several agents: pages of one agent have other sums. */
const scopeOf = ({ agents }: SessionSummary, say: Say): string =>
  agents.filter(({ requests }) => requests > 0).length > 1 ? say(", all agents") : "";

/** Label suffix of a main-agent figure, if others sent requests too. */
const mainScopeOf = (summary: SessionSummary, say: Say): string =>
  scopeOf(summary, say) !== "" && summary.agents.some(({ id, requests }) => id === "main" && requests > 0)
    ? say(", main agent")
    : "";

const requests = (summary: SessionSummary, say: Say): Figure => ({
  id: "requests",
  value: summary.counts.responses.toLocaleString("en"),
  label: `${say("requests")}${scopeOf(summary, say)}`,
  basis: "exact",
  detail: say("Provider responses in the log, rows of one response counted once; all agents."),
});

function peak(summary: SessionSummary, say: Say): Figure {
  const { window } = summary;
  const { peak_tokens: tokens, peak_fraction: share, peak_basis: basis } = window;
  const figure = {
    id: "peak",
    label: `${share === null ? say("largest prompt") : say("peak window")}${mainScopeOf(summary, say)}`,
  };
  if (tokens === null) return { ...figure, value: UNKNOWN_TEXT, tone: "unknown" };
  const isEstimate = basis === "estimated";
  const size = formatCompactTokens(tokens, { isEstimate });
  const source = isEstimate ? say(" Counted from the text in the log, which reports no usage.") : "";
  const known = { ...figure, basis: basis ?? undefined };
  if (share === null)
    return {
      ...known,
      value: size,
      detail: say("The model's window is unknown, so there is no share.{source}", { source }),
    };
  return {
    ...known,
    value: `${isEstimate ? "~" : ""}${formatShare(share)}`,
    second: size,
    detail: say("The largest prompt as a share of the window of {tokens} tokens{statedBy}.{tooLarge}{counted}", {
      tokens: formatCompactTokens(window.tokens),
      statedBy: say(statedBy(window.source)),
      tooLarge: share > 1 ? say(TOO_LARGE) : "",
      counted: source,
    }),
    tone: share > FULL_WINDOW ? "bad" : undefined,
  };
}

const TOO_LARGE = sentence(" It does not fit, and a provider would refuse it.");

const STATED_BY = {
  log: sentence(", as the log states it"),
  stated: sentence(", set by you"),
  known: sentence(", from the tables of models and clients"),
} as const;

const statedBy = (source: SessionSummary["window"]["source"]) => (source === null ? "" : STATED_BY[source]);

function read({ cache, counts }: SessionSummary, say: Say): Figure {
  const share = cache.read_share;
  if (share === null) return { id: "read", value: UNKNOWN_TEXT, label: say("read from cache"), tone: "unknown" };
  return {
    id: "read",
    value: formatShare(share),
    second: cache.rewrite_factor === null ? say("writes not logged") : undefined,
    label: say("read from cache"),
    basis: "reported",
    detail: say(
      "Cache reads as a share of all prompt tokens of all agents, as the provider reported them. Colours: below 80 %, 80–94 %, 94 % and more; none with fewer than 30 requests.",
    ),
    tone: readTone(share, counts.responses),
  };
}

function rewrite({ cache }: SessionSummary, say: Say): Figure {
  const factor = cache.rewrite_factor;
  if (factor === null)
    return { id: "rewrite", value: UNKNOWN_TEXT, label: say("cache writes per new token"), tone: "unknown" };
  return {
    id: "rewrite",
    value: `${factor.toFixed(2)} ×`,
    label: say("cache writes per new token"),
    basis: "exact",
    detail: say(
      "Tokens written to the cache, divided by the tokens that were new, over all agents. 1 is ideal; above 1, tokens were written again.",
    ),
  };
}

function cost(summary: SessionSummary, say: Say): Figure {
  const { cost: own } = summary;
  const figure = { id: "cost", label: `${say("cost")}${scopeOf(summary, say)}` };
  if (own.basis === "range" && own.range)
    return {
      ...figure,
      value: formatAmount({ kind: "range", ...own.range }),
      second: say("cache unknown"),
      detail: say(
        "The log does not report cache reads. The range is from ideal caching to none, at list prices. It is not included in totals.",
      ),
    };
  if (own.basis === "free")
    return {
      ...figure,
      value: UNKNOWN_TEXT,
      second: say("free or local model"),
      detail: say("The models of this session are free or run locally, so list prices do not apply."),
      tone: "unknown",
    };
  if (own.amount === null) return { ...figure, value: UNKNOWN_TEXT, tone: "unknown" };
  const isPartial = own.basis === "partial";
  return {
    ...figure,
    value: formatMoney(own.amount, { rounding: isPartial ? "down" : "nearest" }),
    second: isPartial ? say("partly logged") : undefined,
    basis: own.basis === "reported" ? "reported" : "exact",
    detail: isPartial
      ? say("Reported usage at list prices. Some requests report no usage, or only part of their output.")
      : say("Reported usage at the model table's list prices for that day."),
  };
}

function lost({ cache }: SessionSummary, say: Say): Figure {
  if (cache.breaks === null) return { id: "lost", value: UNKNOWN_TEXT, label: say("lost to breaks"), tone: "unknown" };
  const count = cache.breaks;
  // Summaries from older versions only have the sum.
  const lost = cache.lost ?? (cache.lost_cost && known(cache.lost_cost.amount));
  const money = lost && mostOf(lost) !== null ? formatAmount(lost, say) : null;
  const words = {
    lost_tokens: formatCompactTokens(cache.lost_tokens),
    causes: reportedBy(cache.reported_causes, say),
  };
  return {
    id: "lost",
    value: money ?? formatCompactTokens(cache.lost_tokens),
    second: say("{count, plural, one {# break} other {# breaks}}", { count }),
    label: money === null ? say("tokens lost to breaks") : say("lost to breaks"),
    basis: "exact",
    detail:
      lost?.kind === "range"
        ? say(
            "Across all agents, at most {lost_tokens} tokens that had been cached were paid for again.{causes}",
            words,
          )
        : say("Across all agents, {lost_tokens} tokens that had been cached were paid for again.{causes}", words),
  };
}

/** How many provider-reported causes agree with ours. */
const reportedBy = (causes: SessionSummary["cache"]["reported_causes"], say: Say) =>
  causes
    ? say(" The provider names the cause of {told}; the log alone shows the same for {agreed}.", {
        told: causes.told,
        agreed: causes.agreed,
      })
    : "";

function inputToOutput({ usage }: SessionSummary, say: Say): Figure {
  const ratio = inputPerOutput(usage);
  const figure = { id: "ratio", label: say("input : output") };
  if (ratio === null) return { ...figure, value: UNKNOWN_TEXT, tone: "unknown" };
  return {
    ...figure,
    value: ratioText(ratio),
    basis: "reported",
    detail: say(
      "Prompt tokens of all agents' requests, including cached ones, for each token of output. Manus reports about {ratio} : 1 for its agent (July 2025): the higher the ratio, the more the cache decides the cost.",
      { ratio: MANUS_INPUT_PER_OUTPUT },
    ),
  };
}

const compactions = ({ counts }: SessionSummary, say: Say): Figure => ({
  id: "compactions",
  value: counts.compactions === 0 ? <span className="font-normal text-tx3">0</span> : counts.compactions,
  ...(counts.micro_compactions > 0 && {
    second: say("+ {count, plural, one {# clearing} other {# clearings}}", { count: counts.micro_compactions }),
  }),
  label: counts.compactions === 1 ? say("compaction") : say("compactions"),
  basis: "reported",
  detail: say("As logged by the client, for all agents. A clearing blanks old tool results but keeps the messages."),
});

function recovered({ recovery }: SessionSummary, say: Say): Figure {
  const figure = { id: "recovered", label: say("recovered failed calls") };
  if (recovery === undefined) return { ...figure, value: UNKNOWN_TEXT, tone: "unknown" };
  const { failed, recovered } = recovery;
  if (failed === 0) return { ...figure, value: <span className="font-normal text-tx3">{say("none failed")}</span> };
  return {
    ...figure,
    value: say("{recovered} of {failed}", { recovered, failed }),
    second: formatShare(recovered / failed),
    basis: "exact",
    detail: say(
      "After these failures the same tool succeeded on the same file, or with the same command. Manus calls this one of the clearest signs of an agent (July 2025). Failures are recognised by marks and words.",
    ),
  };
}

/** Number of figures shown at first; a button shows the others. */
const FIRST: readonly string[] = ["cost", "peak", "read"];

export function SessionKeyFigures({ summary }: { summary: SessionSummary }) {
  const say = useSay();
  const figures = keyFigures(summary, say);
  const draw = ({ id, ...figure }: Figure) => <KeyFigure key={id} metric={METRICS[id]} {...figure} />;
  const first = FIRST.flatMap((wanted) => figures.find(({ id }) => id === wanted) ?? []);
  const all = (
    <button type="button" className="touch-target shrink-0 text-acc text-small max-md:pb-1.5">
      {say("All figures")}
    </button>
  );
  return (
    <div className="flex shrink-0 items-center gap-2 pr-4 max-md:flex-wrap max-md:px-3">
      <dl className="flex items-stretch py-2.5 max-md:grid max-md:w-full max-md:grid-cols-3 max-md:[&_dd>span:nth-child(2)]:hidden max-md:py-2 max-md:[&>div:first-child]:border-l-0 max-md:[&>div:first-child]:pl-0 max-md:[&>div]:overflow-hidden max-md:[&>div]:px-3 max-md:[&>div]:justify-start max-md:[&_dt]:my-0 max-md:[&_dt]:whitespace-normal max-md:[&_dt_span]:whitespace-normal">
        {first.map(draw)}
      </dl>
      <LazyDialog opener={all} title={say("All figures")}>
        {() => (
          <dl className="grid grid-cols-2 gap-y-3 overflow-y-auto p-3 [&>div]:border-l-0">
            {figures.filter(({ id }) => !FIRST.includes(id)).map(draw)}
          </dl>
        )}
      </LazyDialog>
    </div>
  );
}
