import { KeyFigure, type KeyFigureProps } from "@/components/ui/key-figure";
import { inputPerOutput, MANUS_INPUT_PER_OUTPUT, ratioText } from "@/lib/view-models/input-output";
import { formatCompactTokens, formatMoney, formatShare, UNKNOWN_TEXT } from "@/lib/view-models/number-format";
import type { SessionSummary } from "../../lib/api/schemas/session";

/** Read shares from this on are coloured as good. */
const GOOD_READ = 0.94;
const BAD_READ = 0.8;
/** A prompt of this share of the window is about to be compacted or refused. */
const FULL_WINDOW = 0.95;

export type Figure = KeyFigureProps & { id: string };

/** By figure, its section in docs/metrics.md; a test holds that there is one. */
export const METRICS: Readonly<Record<string, string>> = {
  requests: "requests",
  peak: "peak-window",
  read: "read-from-cache",
  rewrite: "cache-writes-per-new-token",
  cost: "cost",
  lost: "lost-to-breaks",
  ratio: "input-to-output",
  compactions: "compactions",
};

/** The eight key figures of the header. */
export function keyFigures(summary: SessionSummary): Figure[] {
  return [
    requests(summary),
    peak(summary),
    read(summary),
    rewrite(summary),
    cost(summary),
    lost(summary),
    inputToOutput(summary),
    compactions(summary),
  ];
}

/** What a sum over several agents adds to its label: the pages of one agent have other sums. */
const scopeOf = ({ agents }: SessionSummary): string =>
  agents.filter(({ requests }) => requests > 0).length > 1 ? ", all agents" : "";

/** What a figure of the main agent adds to its label, where others sent requests too. */
const mainScopeOf = (summary: SessionSummary): string =>
  scopeOf(summary) !== "" && summary.agents.some(({ id, requests }) => id === "main" && requests > 0)
    ? ", main agent"
    : "";

const requests = (summary: SessionSummary): Figure => ({
  id: "requests",
  value: summary.counts.responses.toLocaleString("en"),
  label: `requests${scopeOf(summary)}`,
  basis: "exact",
  detail: "Provider responses in the log, rows of one response counted once; all agents.",
});

function peak(summary: SessionSummary): Figure {
  const { window } = summary;
  const { peak_tokens: tokens, peak_fraction: share, peak_basis: basis } = window;
  const figure = { id: "peak", label: `${share === null ? "largest prompt" : "peak window"}${mainScopeOf(summary)}` };
  if (tokens === null) return { ...figure, value: UNKNOWN_TEXT, tone: "unknown" };
  const isEstimate = basis === "estimated";
  const size = formatCompactTokens(tokens, { isEstimate });
  const source = isEstimate ? " Counted from the text that the log holds: it reports no usage." : "";
  const known = { ...figure, basis: basis ?? undefined };
  if (share === null)
    return { ...known, value: size, detail: `The model's window is not known, so there is no share.${source}` };
  return {
    ...known,
    value: `${isEstimate ? "~" : ""}${formatShare(share)}`,
    second: size,
    detail: `Largest prompt of ${formatCompactTokens(window.tokens)} tokens of window${statedBy(window.source)}.${share > 1 ? TOO_LARGE : ""}${source}`,
    tone: share > FULL_WINDOW ? "bad" : undefined,
  };
}

const TOO_LARGE = " It does not fit: a provider refuses such a prompt.";

const STATED_BY = {
  log: ", as the log states it",
  stated: ", set by you",
  known: ", from the tables of models and clients",
} as const;

const statedBy = (source: SessionSummary["window"]["source"]) => (source === null ? "" : STATED_BY[source]);

function read({ cache }: SessionSummary): Figure {
  const share = cache.read_share;
  if (share === null) return simulatedRead(cache.simulated ?? null);
  const band = share >= GOOD_READ ? "≥ 94" : share < BAD_READ ? "< 80" : "80–94";
  return {
    id: "read",
    value: formatShare(share),
    second: band,
    label: "read from cache",
    basis: "reported",
    detail:
      "Cache reads over all prompt tokens of all agents, as the provider reported them. Bands: below 80 %, 80–94 %, 94 % and more.",
    tone: share >= GOOD_READ ? "good" : share < BAD_READ ? "bad" : undefined,
  };
}

/** The read share that a simulation gives where the log reports none. */
function simulatedRead(simulated: SessionSummary["cache"]["simulated"]): Figure {
  if (simulated === null || simulated.read_share === null)
    return { id: "read", value: UNKNOWN_TEXT, label: "read from cache", tone: "unknown" };
  return {
    id: "read",
    value: `~${formatShare(simulated.read_share)}`,
    label: "read, simulated",
    basis: "simulated",
    detail: `The log reports nothing about its cache. Rules: ${simulated.title}. The Cache tab draws it and lets you choose others.`,
  };
}

function rewrite({ cache }: SessionSummary): Figure {
  const factor = cache.rewrite_factor;
  if (factor === null)
    return { id: "rewrite", value: UNKNOWN_TEXT, label: "cache writes per new token", tone: "unknown" };
  return {
    id: "rewrite",
    value: `${factor.toFixed(2)} ×`,
    label: "cache writes per new token",
    basis: "exact",
    detail:
      "Tokens written to the cache, divided by the tokens that were new, over all agents. 1 is ideal; above 1, tokens were written again.",
  };
}

function cost(summary: SessionSummary): Figure {
  const { cost, cache } = summary;
  const simulated = cache.simulated;
  if (cost.basis === "unknown" || cost.amount === null) return simulatedCost(simulated ?? null);
  const isPartial = cost.basis === "partial";
  return {
    id: "cost",
    value: formatMoney(cost.amount, { isFloor: isPartial }),
    label: `cost${isPartial ? ", partial" : ""}${scopeOf(summary)}`,
    basis: cost.basis === "reported" ? "reported" : "exact",
    detail: isPartial
      ? "Reported usage at list prices. Some requests report no usage or only part of their output, so this is a floor."
      : "Reported usage at the list prices of the day in the model table.",
  };
}

/** What the simulated cache and the counted answers would cost where the log reports no usage. */
function simulatedCost(simulated: SessionSummary["cache"]["simulated"]): Figure {
  if (!simulated?.cost) return { id: "cost", value: UNKNOWN_TEXT, label: "cost", tone: "unknown" };
  return {
    id: "cost",
    value: `~${formatMoney(simulated.cost.amount)}`,
    label: "cost, simulated",
    basis: "simulated",
    detail: "Simulated cache and counted tokens at list prices. The log reports no usage, so this enters no total.",
  };
}

function lost({ cache }: SessionSummary): Figure {
  if (cache.breaks === null) return { id: "lost", value: UNKNOWN_TEXT, label: "lost to breaks", tone: "unknown" };
  const breaks = `${cache.breaks} ${cache.breaks === 1 ? "break" : "breaks"}`;
  return {
    id: "lost",
    value: cache.lost_cost ? formatMoney(cache.lost_cost.amount) : formatCompactTokens(cache.lost_tokens),
    second: breaks,
    label: cache.lost_cost ? "lost to breaks" : "tokens lost to breaks",
    basis: "exact",
    detail: `${formatCompactTokens(cache.lost_tokens)} tokens of all agents that had been cached were paid for again.${reportedBy(cache.reported_causes)}`,
  };
}

/** How many of the causes that the provider reported agree with ours. */
const reportedBy = (causes: SessionSummary["cache"]["reported_causes"]) =>
  causes ? ` The provider names the cause of ${causes.told}; the log alone shows the same for ${causes.agreed}.` : "";

function inputToOutput({ usage }: SessionSummary): Figure {
  const ratio = inputPerOutput(usage);
  const figure = { id: "ratio", label: "input : output" };
  if (ratio === null) return { ...figure, value: UNKNOWN_TEXT, tone: "unknown" };
  return {
    ...figure,
    value: ratioText(ratio),
    basis: "reported",
    detail: `Prompt tokens of all agents' requests, cached ones included, for each token of output. Manus gives about ${MANUS_INPUT_PER_OUTPUT} : 1 for its agent (July 2025): the more uneven, the more the cache decides the cost.`,
  };
}

const compactions = ({ counts }: SessionSummary): Figure => ({
  id: "compactions",
  value: counts.compactions === 0 ? <span className="font-normal text-tx3">0</span> : counts.compactions,
  label: counts.compactions === 1 ? "compaction" : "compactions",
  basis: "reported",
  detail: "Written in the log by the client, for any agent.",
});

/** The four figures that a phone shows; the others are behind a tap. */
const FIRST_ON_PHONE = new Set(["peak", "read", "cost", "lost"]);

export function SessionKeyFigures({ summary }: { summary: SessionSummary }) {
  const figures = keyFigures(summary);
  const draw = ({ id, ...figure }: Figure) => <KeyFigure key={id} metric={METRICS[id]} {...figure} />;
  return (
    <>
      <dl className="flex shrink-0 items-stretch py-2.5 max-md:hidden max-xl:[&>div:nth-child(7)]:hidden">
        {figures.map(draw)}
      </dl>
      <div className="md:hidden">
        <dl className="grid grid-cols-4 py-2 [&>div:first-child]:border-l-0 [&>div]:overflow-hidden [&>div]:px-3 [&>div]:sm:px-4">
          {figures.filter(({ id }) => FIRST_ON_PHONE.has(id)).map((figure) => draw(shorten(figure)))}
        </dl>
        <details className="px-3 pb-2 text-small text-tx3">
          <summary className="touch-target w-fit">More figures</summary>
          <dl className="grid grid-cols-3 py-1 [&>div]:border-l-0 [&>div]:px-0">
            {figures.filter(({ id }) => !FIRST_ON_PHONE.has(id)).map(draw)}
          </dl>
        </details>
      </div>
    </>
  );
}

const SHORT_LABEL: Readonly<Record<string, string>> = { read: "read", cost: "cost" };

/**
 * Shortens a figure so that four fit into 390 px: one value, and the shortest label that is still true. Which agents it is of
 * has no room; the sentence below the figures says so.
 */
function shorten(figure: Figure): Figure {
  const short = SHORT_LABEL[figure.id] ?? figure.label.replace(/, (main agent|all agents)$/, "");
  if (figure.id === "lost" && figure.second)
    return { ...figure, second: undefined, label: String(figure.second), basis: undefined };
  return {
    ...figure,
    second: undefined,
    label: figure.basis === "simulated" ? `${short}, sim.` : short,
    basis: undefined,
  };
}
