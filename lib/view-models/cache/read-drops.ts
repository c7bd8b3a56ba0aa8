import type { RequestRow } from "../../api/schemas/request-row";
import { requestRates } from "../../cache/lost-money";
import { mostCachedIn } from "../../cache/most-cached";
import { isSameConversation } from "../../cache/same-conversation";
import { isShortfall } from "../../cache/shortfall";
import { FIVE_MINUTES } from "../../cache/time-to-live";
import { modelPricesAt } from "../../models/price-at";
import { TOKENS_PER_PRICE } from "../../models/price-unit";
import type { BreakNote } from "../../read-models/break-cards";
import { UNKNOWN_USAGE } from "../../transcript/usage";

/** A request that read less from the cache than the previous one in the same conversation. */
export type ReadDrop = {
  /** Within the agent, from 0. */
  readonly at: number;
  /** The request with which this one is compared. */
  readonly previous: number;
  /** The most tokens that this prompt may have lost: those of the previous prompt that it did not read. */
  readonly tokens: number;
  /**
   * Those that were certainly lost: the previous request had read them too. Zero after a cut, because the text after
   * the cut may be new.
   */
  readonly least: number;
  /** How much more `tokens` cost than cache reads would have, in dollars; null without a price. */
  readonly cost: number | null;
  /** `reasoning`: the previous turn's reasoning was probably left out. */
  readonly reason: "model" | "reasoning" | "shorter" | "pause" | "unknown";
  /** Seconds from start to start; null if the log has no times. */
  readonly gap: number | null;
  /** The log's explanation, if the drop is a break. */
  readonly note?: BreakNote;
};

/**
 * Drops in cache reads between consecutive requests. If a provider reports reads but no writes, as OpenAI and Gemini
 * do, drops are the only evidence of a loss: what the previous request read was still cached a moment ago.
 */
export function readDrops(rows: readonly RequestRow[]): ReadDrop[] {
  const startOf = startsOf(rows);
  const keepsAnswers = areAnswersKept(rows);
  const mostCached = mostCachedIn(
    rows.map(({ agent, prompt_tokens: prompt, output, cache_read: read }) => ({ agent, prompt, output, read })),
  );
  return rows.flatMap((row, at) => {
    if (row.cache_read === null) return [];
    const previous = comparedWith(rows, at);
    const before = previous === null ? undefined : rows[previous];
    if (previous === null || !before || before.cache_read === null) return [];
    const readable = Math.min(before.cache_read, row.prompt_tokens);
    const lost = readable - row.cache_read;
    if (!isShortfall(lost, readable)) return [];
    const tokens = Math.min(mostCached(previous), row.prompt_tokens) - row.cache_read;
    const ofStart = Math.min(startOf(at), readable) - row.cache_read;
    const hasLostStart = isShortfall(ofStart, startOf(at));
    const gap = gapOf(before, row);
    const isCut = row.prompt_tokens < before.prompt_tokens + (keepsAnswers ? (before.output ?? 0) : 0);
    const isOfTurn = !hasLostStart && row.cache_read > 0 && isTurnStart(rows, at) && lacksReasoning(rows, at, before);
    const reason =
      isOfTurn && before.model === row.model ? "reasoning" : reasonOf(before, row, gap, isCut && !hasLostStart);
    const least = (isCut || isOfTurn) && reason !== "model" ? (hasLostStart ? ofStart : 0) : lost;
    return [{ at, previous, tokens, least, cost: costOf(tokens, row), reason, gap }];
  });
}

/** Tokens of reasoning and of the prompt's other content are rounded or counted locally, so they agree to this share. */
const REASONING_ERROR = 0.1;

/**
 * OpenAI leaves out the reasoning of earlier turns when the user writes again, so the prompt differs from the
 * previous one starting at the previous turn's first answer. The request then read exactly what the previous turn's
 * second request had read, or about the turn's first prompt, and the prompt lacks as many unlogged tokens as the turn's
 * reasoning has.
 */
function lacksReasoning(rows: readonly RequestRow[], at: number, before: RequestRow): boolean {
  const row = rows[at] as RequestRow;
  const start = turnStart(rows, at - 1);
  if (start + 1 < at && rows[start + 1]?.cache_read === row.cache_read) return true;
  const first = rows[start]?.prompt_tokens ?? 0;
  const unread = first - (row.cache_read ?? 0);
  if (unread < 0 || isShortfall(unread, first)) return false;
  const reasoning = rows.slice(start, at).reduce((sum, one) => sum + (one.reasoning ?? 0), 0);
  const lacking = before.composition.unseen + (before.reasoning ?? 0) - row.composition.unseen;
  return reasoning > 0 && Math.abs(lacking - reasoning) <= REASONING_ERROR * reasoning;
}

/** The first request of the turn, or the first one after a compaction, which drops earlier answers. */
function turnStart(rows: readonly RequestRow[], at: number): number {
  let start = at;
  while (start > 0 && !isTurnStart(rows, start) && !isCompacted(rows[start])) start -= 1;
  return start;
}

const isCompacted = (row: RequestRow | undefined): boolean =>
  row?.break?.facts.some((fact) => fact.id === "compacted" && fact.marker === "compaction") ?? false;

const isTurnStart = (rows: readonly RequestRow[], at: number): boolean =>
  at === 0 || (rows[at]?.composition.user ?? 0) > (rows[at - 1]?.composition.user ?? 0);

/**
 * Tokens at the start of an agent's prompt that stay when the history is cut: the tools, the system prompt and what the
 * log lacks of the first prompt, or what was read after a compaction.
 */
function startsOf(rows: readonly RequestRow[]): (at: number) => number {
  const [first] = rows;
  let start = first ? first.composition.unseen + first.composition.system + first.composition.tools : 0;
  const starts = rows.map((row) => {
    const own = start;
    if (isCompacted(row)) start = Math.min(start, row.cache_read ?? start);
    return own;
  });
  return (at) => starts[at] ?? 0;
}

/**
 * The previous request that reports what it read (an aborted one does not), or the last one to the same model if a side
 * call came in between. Null for the first.
 */
function comparedWith(rows: readonly RequestRow[], at: number): number | null {
  const row = rows[at];
  const before = lastBefore(rows, at, () => true);
  const last = before === null ? undefined : rows[before];
  if (!row || !last) return null;
  if (last.model === row.model || isSameConversation(last.prompt_tokens, row.prompt_tokens)) return before;
  return lastBefore(rows, at, ({ model }) => model === row.model);
}

function lastBefore(rows: readonly RequestRow[], at: number, fits: (row: RequestRow) => boolean): number | null {
  for (let index = at - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row && row.cache_read !== null && fits(row)) return index;
  }
  return null;
}

/**
 * The drops, for a log without writes, which cannot show breaks. Empty if the log has writes. If the log shows a drop's
 * cause, the drop is a break and is not listed twice.
 */
export const dropsWithoutWrites = (rows: readonly RequestRow[]): readonly ReadDrop[] =>
  rows.some((row) => (row.cache_write ?? 0) > 0) ? [] : readDrops(rows).filter(({ at }) => rows[at]?.break === null);

/** Of the requests that follow another without a new user message, this share contains the previous answer too. */
const KEPT_SHARE = 0.9;
const MIN_FOLLOWING = 3;

/**
 * True if prompts contain the reasoning of earlier answers, as with OpenAI's Responses API until the user writes again.
 * A prompt shorter than the previous prompt and its answer together then lacks some text.
 */
function areAnswersKept(rows: readonly RequestRow[]): boolean {
  const following = rows.flatMap((row, at) => {
    const before = rows[at - 1];
    if (!before || before.output === null || before.model !== row.model) return [];
    if (row.composition.user > before.composition.user) return [];
    return [row.prompt_tokens >= before.prompt_tokens + before.output];
  });
  return following.length >= MIN_FOLLOWING && following.filter(Boolean).length >= KEPT_SHARE * following.length;
}

/**
 * `isCut`: whether the prompt lacks text after its start. If the start was not read either, a cut is not the reason,
 * and callers pass false.
 */
function reasonOf(before: RequestRow, row: RequestRow, gap: number | null, isCut: boolean): ReadDrop["reason"] {
  if (before.model !== row.model) return "model";
  if (isCut) return "shorter";
  const isMostRead = (row.cache_read ?? 0) > (before.cache_read ?? 0) / 2;
  // A request that still read most of what the previous one had read did not find an expired cache.
  return gap !== null && gap > FIVE_MINUTES && !isMostRead ? "pause" : "unknown";
}

function gapOf(before: RequestRow, row: RequestRow): number | null {
  if (before.started_at === null || row.started_at === null) return null;
  const seconds = (Date.parse(row.started_at) - Date.parse(before.started_at)) / 1000;
  return Number.isNaN(seconds) ? null : seconds;
}

/** What the tokens cost more as plain input than as cache reads; null if the request has no cost. */
function costOf(tokens: number, { cost, model, started_at, prompt_tokens }: RequestRow): number | null {
  const prices = cost === null ? null : modelPricesAt(model, started_at ?? undefined);
  if (prices === null) return null;
  const { uncached, read } = requestRates({ ...UNKNOWN_USAGE, uncachedInput: prompt_tokens }, prices);
  return (tokens * (uncached - read)) / TOKENS_PER_PRICE;
}
