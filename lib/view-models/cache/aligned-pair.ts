import type { RequestRow } from "../../api/schemas/request-row";
import { concernedBlock } from "../../cache/concerned-block";
import type { BreakCard } from "../../read-models/break-cards";
import type { LaneRow } from "../../read-models/lane-rows";
import type { ShownRow } from "../../read-models/simulated-rows";
import { formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import type { ReadDrop } from "./read-drops";

/** Two prompts, one below the other, on one scale. Positions within the agent, from 0. */
export type AlignedPair = {
  readonly current: number;
  readonly previous: number | null;
  /** Where they differ or the read ended, in tokens from the start; null for the first of a chain. */
  readonly mark: number | null;
  readonly sentence: string;
  /** The text between the lanes, right of the mark. */
  readonly rewritten: string;
  /** Right end of the axis. */
  readonly limit: number;
};

type Input = {
  readonly rows: readonly ShownRow[];
  readonly lanes: readonly LaneRow[];
  readonly breaks: readonly BreakCard[];
  /** Requests that read less than the previous one, if the log cannot show breaks. */
  readonly drops: readonly ReadDrop[];
};

/** The selected request and the one it should have continued. */
export function toAlignedPair(input: Input, current: number, say: Say = english): AlignedPair | null {
  const { rows, lanes, breaks, drops } = input;
  const row = rows[current];
  if (row === undefined) return null;
  const card = breaks.find(({ at }) => at === current);
  const drop = card ? undefined : drops.find(({ at }) => at === current);
  const previous = (card ?? drop)?.previous ?? (card ? null : previousOf(rows, current));
  const before = previous === null ? undefined : rows[previous];
  const { mark, sentence } = markOf(row, before, lanes[current], card, drop, say);
  return {
    current,
    previous,
    mark,
    sentence,
    rewritten: mark === null ? "" : rewrittenText(row, mark, { card, before: drop && before }, say),
    limit: Math.max(row.prompt_tokens, before?.prompt_tokens ?? 0, 1),
  };
}

/** The previous request to the same model, whose cache it could read. */
function previousOf(rows: readonly RequestRow[], current: number): number | null {
  const found = rows.findLastIndex((row, at) => at < current && row.model === rows[current]?.model);
  return found < 0 ? null : found;
}

type Mark = Pick<AlignedPair, "mark" | "sentence">;

function markOf(
  row: RequestRow,
  before: RequestRow | undefined,
  lane: LaneRow | undefined,
  card: BreakCard | undefined,
  drop: ReadDrop | undefined,
  say: Say = english,
): Mark {
  if (card?.divergence) return ofDivergence(card.divergence, row, say);
  if (card || drop) return ofRead(row, lane, card !== undefined, say);
  if (before === undefined) return { mark: null, sentence: say("the first request of its chain") };
  if (lane?.previous == null) return { mark: row.cache_read, sentence: say("no break: what was cached was read") };
  const fresh = row.prompt_tokens - lane.previous;
  return {
    mark: lane.previous,
    sentence: say("no break: {fresh} new tokens after the previous prompt", { fresh: formatTokens(fresh) }),
  };
}

function ofDivergence(divergence: NonNullable<BreakCard["divergence"]>, row: RequestRow, say: Say = english): Mark {
  const block = concernedBlock(divergence);
  const mark = Math.min(divergence.sharedTokens, row.prompt_tokens);
  const words = block === null ? [] : [block.role, block.kind, divergence.kind].flatMap((word) => word ?? []);
  const what = words.length === 0 ? "" : say(": ") + words.map((word) => say(word)).join(" ");
  return { mark, sentence: say("first divergence at {mark}{what}", { mark: formatTokens(mark), what }) };
}

/** Prompts are compared only for breaks, so only there does the log show that they are equal. */
function ofRead(row: RequestRow, lane: LaneRow | undefined, isCompared: boolean, say: Say = english): Mark {
  const mark = row.cache_read ?? 0;
  if (mark === 0) return { mark, sentence: say("nothing was read, not even the tools and system prompt") };
  const isHead = lane !== undefined && mark < lane.head;
  if (!isHead && !isCompared) return { mark, sentence: say("the read ended at {mark}", { mark: formatTokens(mark) }) };
  const where = isHead
    ? say("inside the tools and system prompt, which are not in the log")
    : say("the log shows no difference there: the prompt continues the previous one");
  return { mark, sentence: say("the read ended at {mark}, {where}", { mark: formatTokens(mark), where }) };
}

/** `before`: the request that had read more. */
type Lost = { readonly card: BreakCard | undefined; readonly before: RequestRow | undefined };

function rewrittenText(row: RequestRow, mark: number, { card, before }: Lost, say: Say = english): string {
  const behind = formatTokens(Math.max(0, row.prompt_tokens - (row.cache_read ?? mark)));
  if (card?.most_lost)
    return say("not read: {behind} tokens, at most {lost_tokens} of which were cached before", {
      behind,
      lost_tokens: formatTokens(card.most_lost.tokens),
    });
  if (card)
    return say("rewritten: {behind} tokens, of which {lost_tokens} had been cached", {
      behind,
      lost_tokens: formatTokens(card.lost_tokens),
    });
  return before
    ? say("not read: {behind} tokens; the previous request had read {lost_tokens} more", {
        behind,
        lost_tokens: formatTokens((before.cache_read ?? 0) - (row.cache_read ?? 0)),
      })
    : say("new: {behind} tokens", { behind });
}
