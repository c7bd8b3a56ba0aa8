import { addAmounts, known, mostOf } from "../../answer/amount";
import { dollars } from "../../api/answers/money";
import { Problem } from "../../api/problem";
import type { CompactionAnswer, MissedFactAnswer } from "../../api/schemas/compaction";
import type { Amount } from "../../api/schemas/cost-answer";
import type { RequestRow } from "../../api/schemas/request-row";
import { rootsOf } from "../../evaluation/cut-at";
import { createReaders } from "../../evaluation/evidence";
import type { Loss } from "../../evaluation/loss";
import type { ContentKind } from "../../ledger/content-kind";
import { modelPricesAt } from "../../models/price-at";
import { usageOfRow } from "../../read-models/request-rows";
import { type CompactionCost, priceCompaction, type RequestFigures } from "../../replay/compaction-cost";
import {
  type CompactionLoss,
  type CompactionPlace,
  compactionPlaces,
  type MissedFact,
  measureCompaction,
} from "../../replay/compaction-loss";
import { endsCompacted, withNextRequest } from "../../replay/next-request";
import { priceOfLoss } from "../../replay/price-of-loss";
import type { Session } from "../../transcript/session";
import { sentence } from "../../wording/say";
import { type RereadSender, rereadCost } from "../answer/reread-cost";
import { giveBack } from "./give-back";
import { lossGroups, lossPlaces, missedFacts } from "./loss-places";
import { receiptSentence } from "./receipt-words";

/** Maximum number of facts and files in the lists; totals are given separately. */
const MAX_LISTED = 500;

/** What is known about a part in addition to the conversation. */
export type PartFacts = { readonly kind: ContentKind; readonly tokens: number; readonly first_request: number | null };

export type ReceiptSource = {
  readonly session: Session;
  /** The requests of all agents, in order. */
  readonly requests: readonly RequestRow[];
  readonly partOf: (id: string) => PartFacts | undefined;
};

type Receipt = CompactionAnswer;

/**
 * What one compaction of an agent lost: the answer to GET /api/sessions/:id/receipt. `index` counts from 0;
 * null: the newest one that can be measured. A log that ends with its compaction is measured as if the next
 * request had been sent.
 */
export function receiptOf(source: ReceiptSource, agent: string, index: number | null): Receipt {
  const session = endsCompacted(source.session, agent) ? withNextRequest(source.session, agent) : source.session;
  const places = compactionPlaces(session, agent);
  const at = index ?? places.findLastIndex((place) => place !== null);
  const place = findPlace(places, agent, at);
  const readers = createReaders((part) => source.partOf(part.id)?.tokens ?? 0, rootsOf(session));
  const measured = measureCompaction(session, place, readers);
  const before = source.requests[place.before] as RequestRow;
  const after = source.requests[place.after] ?? null; // not sent yet
  const own = source.requests.filter((row) => row.agent === agent);
  const rereadCostOf = (reread: Reread) => rereadCost(senderOf(own[reread.at + 1]), reread.tokens);
  const refetch = addAmounts([known(0), ...measured.rereads.map(rereadCostOf)]);
  const cost = after && costOf(measured, place, before, after, refetch);
  const groups = lossGroups(session, measured);
  const requests = after === null ? 0 : place.untilAt - place.afterAt;
  const events = session.events.flatMap((event) => (event.type === "compaction" && event.agent === agent ? event : []));
  const facts = {
    index: at,
    of: places.length,
    agent,
    trigger: events[at]?.trigger ?? "unknown",
    before: { request: place.beforeAt, prompt_tokens: before.prompt_tokens },
    after: { request: place.afterAt, prompt_tokens: after?.prompt_tokens ?? null },
    is_summary_unreadable: place.isUnreadable,
    ...countsOf(measured),
    missed: measured.missed.slice(0, MAX_LISTED).map((fact) => missedAnswer(fact, measured, source)),
    ...lossPlaces(
      groups,
      measured,
      (reread) => mostOf(rereadCostOf(reread)),
      (part) => source.partOf(part)?.first_request ?? null,
    ),
    give_back: giveBack({
      session,
      measured,
      groups,
      requests,
      isNewest: at === places.length - 1,
      isUnreadable: place.isUnreadable,
    }),
    cost: cost && costAnswer(cost),
    refetch,
    estimate: estimateOf(measured, source, agent),
  };
  return { ...facts, sentence: receiptSentence(facts) };
}

const NO_REQUEST_BEFORE = sentence(
  "The log has no request from before this compaction, so it does not show what was lost. It may continue another session.",
);

function findPlace(places: readonly (CompactionPlace | null)[], agent: string, index: number): CompactionPlace {
  const place = places[index];
  if (place) return place;
  if (place === null || (index < 0 && places.length > 0))
    throw new Problem(422, "nothing-to-compare", NO_REQUEST_BEFORE);
  throw new Problem(404, "no-such-compaction", `agent ${agent} has ${places.length} compactions, counted from 0`);
}

type Reread = CompactionLoss["rereads"][number];

const senderOf = (row: RequestRow | undefined): RereadSender | undefined =>
  row && { model: row.model, startedAt: row.started_at ?? undefined, usage: usageOfRow(row) };

function costOf(
  measured: CompactionLoss,
  place: CompactionPlace,
  before: RequestRow,
  after: RequestRow,
  refetch: Amount,
): CompactionCost | null {
  if (refetch.kind !== "known") return null;
  const prices = modelPricesAt(after.model, after.started_at ?? undefined);
  const sizes = {
    before: figuresOf(before),
    after: figuresOf(after),
    newTokens: measured.newTokens,
    summaryTokens: measured.summaryTokens,
    reread: refetch.usd,
    requests: place.untilAt - place.afterAt,
  };
  return prices && priceCompaction(sizes, prices);
}

const figuresOf = (row: RequestRow): RequestFigures => ({
  prompt: row.prompt_tokens,
  read: row.cache_read,
  written1h: row.cache_write_1h,
  written: row.cache_write,
  uncached: row.uncached,
});

const sumOf = (rereads: CompactionLoss["rereads"]): number => rereads.reduce((sum, { tokens }) => sum + tokens, 0);

function countsOf(measured: CompactionLoss) {
  const { evidence, loss, missed, partsGone, rereads, summaryTokens, used } = measured;
  const again = missed.filter(({ seenAt }) => seenAt !== null).length;
  return {
    parts: { before: evidence.blocks.length, gone: partsGone },
    summary_tokens: summaryTokens,
    survival: survivalAnswer(measured),
    ...neededAnswer(loss),
    used_later: {
      facts: used,
      gone: missed.length,
      fetched_again: again,
      used_unseen: missed.length - again,
      recall: used === 0 ? null : 1 - missed.length / used,
    },
    hindsight_recall: loss.hindsight?.recall ?? null,
    rereads: {
      files: rereads.length,
      tokens: sumOf(rereads),
      first: rereads.slice(0, MAX_LISTED).map(({ path, at, tokens }) => ({ path, request: at, tokens })),
    },
  };
}

function survivalAnswer(measured: CompactionLoss): Receipt["survival"] {
  const missed = missedFacts(measured);
  const lostFacts = measured.loss.hindsight?.lostFacts ?? [];
  return measured.survival.map((row) => ({
    ...row,
    missed: lostFacts.filter(({ known }) => known.entity.kind === row.kind).length,
    came_back: missed.filter(({ known, seenAt }) => seenAt !== null && known.entity.kind === row.kind).length,
  }));
}

/** The same facts that Compare counts at this request. */
function neededAnswer({ hindsight, recoverability }: Loss): Pick<Receipt, "needed"> {
  if (hindsight === null) return {};
  const lost = hindsight.lostFacts.length;
  const fetchable = recoverability?.recoverable.size ?? 0;
  return { needed: { facts: hindsight.needed, kept: hindsight.needed - lost, fetchable, gone: lost - fetchable } };
}

function missedAnswer(
  { known: fact, block, usedAt, seenAt }: MissedFact,
  { evidence }: CompactionLoss,
  { partOf }: ReceiptSource,
): MissedFactAnswer {
  const { part, tokens } = evidence.blocks[block] as (typeof evidence.blocks)[number];
  const facts = partOf(part.id);
  return {
    kind: fact.entity.kind,
    value: fact.entity.text,
    source: { part_id: part.id, kind: facts?.kind ?? null, request: facts?.first_request ?? null, tokens },
    first_used: { request: usedAt },
    seen_again: seenAt === null ? null : { request: seenAt },
  };
}

const costAnswer = (cost: CompactionCost) => ({
  rewrite: dollars(cost.rewrite),
  summary: dollars(cost.summary),
  reread: dollars(cost.reread),
  saved_per_request: dollars(cost.savedPerRequest),
  requests: cost.requests,
  requests_to_pay_off: cost.requestsToPayOff,
  net: dollars(cost.net),
  paid: cost.net > 0,
});

function estimateOf({ loss }: CompactionLoss, { requests }: ReceiptSource, agent: string): Receipt["estimate"] {
  const costs = requests.flatMap((row) => (row.agent === agent ? (row.cost?.amount ?? []) : []));
  const lost = loss.hindsight?.lostFacts.length ?? 0;
  if (costs.length === 0 || lost === 0) return null;
  const { amount, low, high, compactions } = priceOfLoss(costs.reduce((sum, cost) => sum + cost, 0) / costs.length, []);
  return { usd: amount * lost, low: low * lost, high: high * lost, compactions };
}
