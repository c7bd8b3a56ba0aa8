import type { CauseId } from "../api/schemas/cost-answer";
import { WASTE_KINDS, type WasteKind } from "../evaluation/waste/waste-kind";
import { addAmounts, mostOf } from "./amount";
import { bareCause, type CauseFacts, type WastedPart } from "./cause-facts";

export type FoundWaste = WastedPart & {
  readonly kind: WasteKind;
  /** A failed call and a to-do list are carried twice, as a call and as its result; they count once. */
  readonly isCall: boolean;
};

const IN_CALLS: ReadonlySet<WasteKind> = new Set(["repeated-error", "restated-plan"]);

/** Less waste than this is not worth a change of habit. */
const LEAST = { dollars: 0.01, tokens: 1_000 };

const NOUNS = {
  "stale-read": "requests",
  "same-text": "outputs",
  "repeated-error": "errors",
  "restated-plan": "lists",
} as const;
const CERTAIN: ReadonlySet<WasteKind> = new Set(["same-text", "restated-plan"]);

/**
 * The waste as causes. A part that is useless for several reasons counts only for the costliest one, so no token counts
 * twice.
 */
export function wasteCauses(found: readonly FoundWaste[]): CauseFacts[] {
  const costliest = new Map<string, FoundWaste>();
  for (const waste of found) {
    const other = costliest.get(waste.id);
    if (other === undefined || other.tokens * other.times < waste.tokens * waste.times) costliest.set(waste.id, waste);
  }
  return WASTE_KINDS.flatMap((kind) => {
    const cause = toCause(
      kind,
      [...costliest.values()].filter((waste) => waste.kind === kind),
    );
    const most = mostOf(cause.money);
    return (most === null ? cause.tokens < LEAST.tokens : most < LEAST.dollars) ? [] : [cause];
  });
}

function countOf(kind: WasteKind, parts: readonly FoundWaste[], requests: readonly number[]): number {
  if (kind === "stale-read") return requests.length;
  return IN_CALLS.has(kind) ? parts.filter(({ isCall }) => isCall).length : parts.length;
}

function toCause(kind: WasteKind, parts: readonly FoundWaste[]): CauseFacts {
  const requests = [...new Set(parts.map(({ since }) => since))].sort((a, b) => a - b);
  return {
    ...bareCause(kind satisfies CauseId),
    confidence: CERTAIN.has(kind) ? "certain" : "likely",
    money: addAmounts(parts.map(({ money }) => money)),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    requests,
    count: countOf(kind, parts, requests),
    noun: NOUNS[kind],
    action: "see-parts",
    parts: parts.toSorted(
      (a, b) => (mostOf(b.money) ?? 0) - (mostOf(a.money) ?? 0) || b.tokens * b.times - a.tokens * a.times,
    ),
  };
}
