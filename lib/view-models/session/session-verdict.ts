import type { RequestRow } from "../../api/schemas/request-row";
import type { SessionSummary } from "../../api/schemas/session";
import { BREAK_ADVICE } from "../../read-models/words/break-advice";
import { measuredError } from "../../tokenizers/measured-errors";
import { formatMoney, formatRequest, formatShare, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { dropReason, isAtMost, isExpectedDrop, largestDrop, readDrops } from "../cache/read-drops";
import { verdictWords } from "./verdict-words";

/** The first sentence of a session: what its cache lost, or why that is unknown. */
export type SessionVerdict = {
  /** `no verdict`, `simulated`; null with a verdict. */
  readonly chip: string | null;
  readonly sentence: string;
  /** What to do about the break that the sentence names, and the scope of the sums. */
  readonly details: readonly string[];
  /** The request of that break, a position within the agent from 0; null: the sentence names none. */
  readonly request: number | null;
  /** The log reports no usage: the page can say what is missing, and what would say it. */
  readonly isUnreported?: true;
};

type Broken = RequestRow & { readonly break: NonNullable<RequestRow["break"]> };

type VerdictSummary = Pick<SessionSummary, "cache" | "cost" | "window" | "agents" | "models"> &
  Partial<Pick<SessionSummary, "counting">>;

/** Of the agent whose requests are given; `cost` of rows without usage is unknown, so that a sum may be a lower bound. */
export function toSessionVerdict(
  summary: VerdictSummary,
  agent: string,
  rows: readonly RequestRow[],
  say: Say = english,
): SessionVerdict {
  const { cache, window } = summary;
  if (cache.read_share === null) return withoutReads(summary, say);
  const peak = window.peak_fraction === null ? null : formatShare(window.peak_fraction);
  if (cache.breaks === null)
    return readsVerdict(rows, { read: formatShare(cache.read_share), peak }, scopeOf(summary, agent, say), say);
  const largest = costliestBreak(rows);
  if (largest === null) {
    const sentence = verdictWords.noBreak(formatShare(cache.read_share), peak, say);
    return { chip: null, sentence, details: [], request: null };
  }
  return breaksVerdict(summary, agent, rows, largest, say);
}

function withoutReads(summary: VerdictSummary, say: Say): SessionVerdict {
  const { cost, cache } = summary;
  const { simulated } = cache;
  if (simulated && cost.basis === "unknown") return unreported(summary, simulated.policy, say);
  if (simulated)
    return noVerdict(
      say("simulated"),
      verdictWords.simulated(
        say("{count, plural, one {# cache break} other {# cache breaks}}", { count: simulated.breaks }),
        say,
      ),
      say,
    );
  return noVerdict(
    say("no verdict"),
    say.known(cost.basis === "unknown" ? verdictWords.noUsage : verdictWords.noReads),
    say,
  );
}

type Reads = { readonly read: string; readonly peak: string | null };

/** What can be told if the log says what was read from the cache and not what was written. */
function readsVerdict(
  rows: readonly RequestRow[],
  { read, peak }: Reads,
  scope: readonly string[],
  say: Say,
): SessionVerdict {
  const drops = readDrops(rows);
  const largest = largestDrop(drops);
  const readsOnly = say.known(verdictWords.readsOnly);
  if (largest === null) {
    const sentence = verdictWords.noDrop(read, peak, say);
    return { chip: null, sentence, details: [readsOnly], request: null };
  }
  const { at, reason } = largest;
  const cost = moneySum(rows.map((row) => row.cost));
  const known = drops.flatMap((drop) => drop.cost ?? []);
  const isPriced = known.length === drops.length && cost !== null;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const lost = isPriced ? formatMoney(sum(known)) : formatTokens(sum(drops.map(({ tokens }) => tokens)));
  const words = {
    count: drops.length,
    at: formatRequest(at),
    reason: dropReason(largest, say),
    isExpected: isExpectedDrop(largest),
    lost: drops.some(isAtMost) ? say("at most {amount}", { amount: lost }) : lost,
    of: isPriced ? costText(cost, rows) : null,
    largest: isPriced ? formatMoney(largest.cost) : formatTokens(largest.tokens),
  };
  return {
    chip: null,
    sentence: verdictWords.drops(words, say),
    details: [say.known(verdictWords.dropAdvice[reason]), readsOnly, ...(isPriced ? scope : [])],
    request: at,
  };
}

/** The policy that stands for "no rule is known", because it is the most that any cache could read. */
const NO_RULE = "ideal-prefix";

/** How the figures of a log without usage came about, and what holds nevertheless. */
function unreported({ models, counting }: VerdictSummary, policy: string, say: Say): SessionVerdict {
  const error = measuredError(counting?.tokenizer ?? "");
  const words = {
    model: policy === NO_RULE || models.length === 0 ? null : models.join(", "),
    error: error === null ? null : `${Math.round(error * 100)}\u2009%`,
  };
  return {
    chip: say("simulated"),
    sentence: verdictWords.unreported(words, say),
    details: [say.known(verdictWords.holds)],
    request: null,
    isUnreported: true,
  };
}

const noVerdict = (chip: string, sentence: string, say: Say): SessionVerdict => ({
  chip,
  sentence,
  details: [say.known(verdictWords.settle)],
  request: null,
});

/**
 * The break that the page opens on: the costliest that could have been avoided, and if there is none the costliest of all.
 * Null without a break.
 */
export function costliestBreak(rows: readonly RequestRow[]): number | null {
  const broken = rows.flatMap((row, position) => (isBroken(row) ? [{ position, found: row.break }] : []));
  const avoidable = broken.filter(({ found }) => !found.is_expected);
  const sorted = (avoidable.length > 0 ? avoidable : broken).toSorted(
    (one, other) =>
      (other.found.lost_cost?.amount ?? 0) - (one.found.lost_cost?.amount ?? 0) ||
      other.found.lost_tokens - one.found.lost_tokens,
  );
  return sorted[0]?.position ?? null;
}

const isBroken = (row: RequestRow): row is Broken => row.break !== null;

function breaksVerdict(
  summary: Pick<SessionSummary, "cache" | "cost" | "agents">,
  agent: string,
  rows: readonly RequestRow[],
  at: number,
  say: Say = english,
): SessionVerdict {
  const broken = rows.filter(isBroken);
  const largest = (rows[at] as Broken).break;
  const words = { count: broken.length, at: formatRequest(at), cause: largest.cause, isExpected: largest.is_expected };
  const advice = BREAK_ADVICE[largest.cause].advice[0];
  const readsOnly = summary.cache.rewrite_factor === null ? [say.known(verdictWords.toldBreaks)] : [];
  const details = [...(advice === undefined ? [] : [say.known(advice)]), ...readsOnly];
  const lost = moneySum(broken.map(({ break: found }) => found.lost_cost));
  const cost = moneySum(rows.map((row) => row.cost));
  if (lost === null || cost === null || largest.lost_cost === null) {
    const tokens = broken.reduce((sum, { break: found }) => sum + found.lost_tokens, 0);
    const sums = { lost: formatTokens(tokens), largest: formatTokens(largest.lost_tokens) };
    return { chip: null, sentence: verdictWords.unpriced({ ...words, ...sums }, say), details, request: at };
  }
  const sums = { lost: formatMoney(lost), of: costText(cost, rows), largest: formatMoney(largest.lost_cost.amount) };
  return {
    chip: null,
    sentence: verdictWords.breaks({ ...words, ...sums }, say),
    details: [...details, ...avoidableText(broken, lost, say), ...scopeOf(summary, agent, say)],
    request: at,
  };
}

/** Of several agents: whose sums they are, and what all of them cost. */
function scopeOf({ agents, cost }: Pick<SessionSummary, "cost" | "agents">, agent: string, say: Say): string[] {
  if (agents.filter(({ requests }) => requests > 0).length <= 1 || cost.amount === null) return [];
  const whose = agent === "main" ? say("Main agent") : say("Agent {agent}", { agent });
  return [verdictWords.scope(whose, formatMoney(cost.amount), say)];
}

/** How much of the loss could have been avoided, if that is only a part of it. */
function avoidableText(broken: readonly Broken[], lost: number, say: Say): string[] {
  const avoidable = moneySum(broken.filter(({ break: found }) => !found.is_expected).map((row) => row.break.lost_cost));
  if (avoidable === null || avoidable === 0 || Math.abs(lost - avoidable) < 0.005) return [];
  return [verdictWords.avoidable(formatMoney(avoidable), say)];
}

/** What all requests cost; `≥` if some have no price, or only that of a part. */
const costText = (cost: number, rows: readonly RequestRow[]): string =>
  formatMoney(cost, { isFloor: rows.some((row) => row.cost === null || row.cost_is_floor) });

/** Null if nothing has a price. */
function moneySum(amounts: readonly (RequestRow["cost"] | undefined)[]): number | null {
  const known = amounts.flatMap((money) => (money ? [money.amount] : []));
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
