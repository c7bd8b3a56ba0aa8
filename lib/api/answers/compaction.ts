import type { Loss } from "../../evaluation/loss";
import type { ContentKind } from "../../ledger/content-kind";
import type { CompactionCost } from "../../replay/compaction-cost";
import type { CompactionLoss, CompactionPlace, MissedFact } from "../../replay/compaction-loss";
import type { CompactionAnswer, MissedFactAnswer } from "../schemas/compaction";
import { dollars } from "./money";

/** Listed facts and files; their totals stand beside them. */
const MAX_LISTED = 500;

/** What is known of a part beside the conversation. */
export type PartFacts = { readonly kind: ContentKind; readonly tokens: number; readonly first_request: number | null };

export type CompactionFacts = {
  readonly index: number;
  readonly agent: string;
  readonly place: CompactionPlace;
  readonly promptBefore: number;
  readonly promptAfter: number;
  readonly loss: CompactionLoss;
  /** null: no prices, or no cache counters. */
  readonly cost: CompactionCost | null;
  readonly partOf: (id: string) => PartFacts | undefined;
};

/** The answer of GET /api/sessions/:id/compactions/:index. */
export function compactionAnswer(facts: CompactionFacts): CompactionAnswer {
  const { index, agent, place, promptBefore, promptAfter, loss, cost } = facts;
  const { missed, rereads, survival, used } = loss;
  const again = missed.filter(({ seenAt }) => seenAt !== null).length;
  return {
    index,
    agent,
    before: { request: place.beforeAt, prompt_tokens: promptBefore },
    after: { request: place.afterAt, prompt_tokens: promptAfter },
    parts: { before: loss.evidence.blocks.length, gone: loss.partsGone },
    summary_tokens: loss.summaryTokens,
    survival,
    ...neededAnswer(loss.loss),
    used_later: {
      facts: used,
      gone: missed.length,
      fetched_again: again,
      used_unseen: missed.length - again,
      recall: used === 0 ? null : 1 - missed.length / used,
    },
    hindsight_recall: loss.loss.hindsight?.recall ?? null,
    missed: missed.slice(0, MAX_LISTED).map((fact) => missedAnswer(fact, facts)),
    rereads: {
      files: rereads.length,
      tokens: rereads.reduce((sum, { tokens }) => sum + tokens, 0),
      first: rereads.slice(0, MAX_LISTED).map(({ path, at, tokens }) => ({ path, request: at, tokens })),
    },
    cost: cost && costAnswer(cost),
  };
}

/** The same facts that Compare counts at this request. */
function neededAnswer({ hindsight, recoverability }: Loss): Pick<CompactionAnswer, "needed"> {
  if (hindsight === null) return {};
  const lost = hindsight.lostFacts.length;
  const fetchable = recoverability?.recoverable.size ?? 0;
  return { needed: { facts: hindsight.needed, kept: hindsight.needed - lost, fetchable, gone: lost - fetchable } };
}

function missedAnswer(
  { known, block, usedAt, seenAt }: MissedFact,
  { loss, partOf }: CompactionFacts,
): MissedFactAnswer {
  const { part, tokens } = loss.evidence.blocks[block] as (typeof loss.evidence.blocks)[number];
  const facts = partOf(part.id);
  return {
    kind: known.entity.kind,
    value: known.entity.text,
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
