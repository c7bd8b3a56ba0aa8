import type { RequestRow } from "../../api/schemas/request-row";
import type { BreakLetter } from "../../cache/break-cause";
import type { BreakCard } from "../../read-models/break-cards";
import type { CompactionRow } from "../../read-models/compactions";
import type { LaneRow } from "../../read-models/lane-rows";
import type { LineId } from "../../read-models/session-cache";
import type { ShownRow } from "../../read-models/simulated-rows";
import { formatLostMoney, formatLostTokens } from "../../read-models/words/format-loss";

/** A drawn lane, in tokens. */
export type LaneMark = {
  readonly prompt: number;
  /** null: the log has no cache figures. */
  readonly read: number | null;
  readonly written: number;
  /** Tokens read according to the chosen policy; null draws nothing. */
  readonly simulated: number | null;
  /** `read` and `written` are also simulated, and drawn hatched. */
  readonly isSimulated: boolean;
  readonly found: LaneBreakMark | null;
  /** Label to the right of the last lane before a compaction: `167k → 54k`. */
  readonly compaction: string | null;
};

type LaneBreakMark = {
  readonly at: number;
  readonly letter: BreakLetter;
  readonly isExpected: boolean;
  readonly lostTokens: number;
  /** `62,400`, `1,200–62,400`. */
  readonly tokens: string;
  /** `−$0.89`, `−$0.04–0.19`; empty without a price. */
  readonly money: string;
};

type Input = {
  readonly rows: readonly ShownRow[];
  readonly lanes: readonly LaneRow[];
  readonly breaks: readonly BreakCard[];
  readonly compactions: readonly Pick<CompactionRow, "at" | "label">[];
  readonly policy: LineId | "none";
};

/** The lanes of one agent, in order. */
export function toLaneMarks({ rows, lanes, breaks, compactions, policy }: Input): LaneMark[] {
  const cards = new Map(breaks.map((card) => [card.at, card]));
  const labels = new Map(compactions.map(({ at, label }) => [at - 1, label]));
  return rows.map((row, at) => ({
    prompt: row.prompt_tokens,
    read: row.cache_read,
    written: row.cache_write ?? 0,
    simulated: simulatedRead(row, lanes[at], policy),
    isSimulated: row.isSimulated ?? false,
    found: toBreakMark(cards.get(at)),
    compaction: labels.get(at) ?? null,
  }));
}

/** The read predicted by the policy for this request; null without a prediction. */
function simulatedRead(row: RequestRow, lane: LaneRow | undefined, policy: LineId | "none"): number | null {
  if (policy === "none") return null;
  return policy === "ledger" ? row.expected_read : (lane?.[policy] ?? null);
}

function toBreakMark(card: BreakCard | undefined): LaneBreakMark | null {
  if (card === undefined) return null;
  const { at, letter, is_expected, lost_tokens, lost_cost } = card;
  const money = lost_cost === null ? "" : `\u2212${formatLostMoney(card)}`;
  return { at, letter, isExpected: is_expected, lostTokens: lost_tokens, tokens: formatLostTokens(card), money };
}

/** The size that at least two breaks fall to, most likely tools and system prompt; null if there is none. */
export function stillReadAfterBreaks(rows: readonly RequestRow[], breaks: readonly BreakCard[]): number | null {
  const counts = new Map<number, number>();
  for (const { at } of breaks) {
    const read = rows[at]?.cache_read ?? 0;
    if (read > 0) counts.set(read, (counts.get(read) ?? 0) + 1);
  }
  const [floor, times] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0]);
  return times >= 2 ? floor : null;
}

/**
 * The request shown if the link names none: the most expensive break, avoidable ones first; otherwise the last request.
 */
export function openingRequest(rows: readonly RequestRow[], breaks: readonly BreakCard[]): number {
  const avoidable = breaks.filter((card) => !card.is_expected);
  const [costliest] = (avoidable.length > 0 ? avoidable : breaks).toSorted((a, b) => b.lost_tokens - a.lost_tokens);
  return costliest?.at ?? Math.max(0, rows.length - 1);
}
