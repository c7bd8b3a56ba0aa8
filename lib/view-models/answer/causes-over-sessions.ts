import { addAmounts, endsOf } from "../../answer/amount";
import { actorOf } from "../../answer/who-acts";
import type { Amount, CauseId, CostCause } from "../../api/schemas/cost-answer";
import type { ListedSession } from "../../api/schemas/library-list";
import type { Sentence } from "../../wording/say";
import { CAUSE_WORDS } from "./cause-words";

export type CauseOverSessions = {
  readonly id: CauseId;
  readonly name: Sentence;
  readonly change: Sentence;
  /** Who can make the change in the session where the cause cost most. */
  readonly who: NonNullable<CostCause["who"]>;
  /** Number of sessions with the cause. */
  readonly sessions: number;
  /** Sum over the sessions where the cause's cost is known or a range; null if there is none. */
  readonly money: Amount | null;
  /** Sessions where the cause's cost is unknown. */
  readonly unpriced: number;
  /** The session where the cause cost most. */
  readonly worst: { readonly id: string; readonly title: string; readonly money: Amount };
};

type Row = Pick<ListedSession, "id" | "title" | "format" | "answer" | "is_example">;

/**
 * The causes of all sessions' answers, costliest first. A session's answer names those above 2 % of its cost;
 * causes may overlap, so they are not added up.
 */
export function causesOverSessions(rows: readonly Row[]): CauseOverSessions[] {
  const found = new Map<CauseId, Found[]>();
  for (const { id, title, format, answer, is_example } of rows)
    for (const cause of is_example ? [] : (answer?.causes ?? [])) {
      const entry = { id, title, format, money: cause.money };
      const others = found.get(cause.id);
      if (others) others.push(entry);
      else found.set(cause.id, [entry]);
    }
  return [...found].map(([id, entries]) => sumCause(id, entries)).sort(byCost);
}

type Found = CauseOverSessions["worst"] & Pick<Row, "format">;

function sumCause(id: CauseId, entries: readonly Found[]): CauseOverSessions {
  const { name, change } = CAUSE_WORDS[id];
  const priced = entries.filter(({ money }) => money.kind !== "unknown");
  const [worst] = entries.toSorted(byCost);
  if (!worst) throw new Error("a cause without sessions");
  return {
    id,
    name,
    change,
    who: actorOf(id, worst.format),
    sessions: entries.length,
    money: priced.length === 0 ? null : addAmounts(priced.map(({ money }) => money)),
    unpriced: entries.length - priced.length,
    worst,
  };
}

type Priced = { readonly id: string; readonly money: Amount | null };

/** Sorts by the lower end, then by the upper end; unknown costs come last. */
function byCost(a: Priced, b: Priced): number {
  const [left, right] = [a, b].map(({ money }) => (money && endsOf(money)) ?? { low: -1, high: -1 });
  return (right?.low ?? 0) - (left?.low ?? 0) || (right?.high ?? 0) - (left?.high ?? 0) || (a.id < b.id ? -1 : 1);
}
