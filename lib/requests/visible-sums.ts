import type { AgentThread } from "../ledger/agent-threads";
import type { TokenLedger } from "../ledger/build-token-ledger";
import { CONTENT_KINDS, type ContentKind, emptyComposition } from "../ledger/content-kind";
import type { PromptStep } from "../ledger/prompt-steps";
import { CLEARED_RESULT_TOKENS } from "../transcript/context-at";
import { type Gap, outsideGaps } from "../transcript/prompt-spans";

type ThreadSums = {
  /** Per kind, the tokens before each position of the thread. */
  readonly before: Readonly<Record<ContentKind, Float64Array>>;
  readonly results: ReadonlyMap<string, readonly ClearableResult[]>;
};

type ClearableResult = { readonly position: number; readonly kind: ContentKind; readonly tokens: number };

type Cleared = {
  readonly ids: ReadonlySet<string>;
  readonly gaps: Gap | null;
  readonly start: number;
  /** Results after this position did not exist yet and were not cleared, even if their call has the same id. */
  readonly end: number;
  readonly saved: Record<ContentKind, number>;
};

/** A function from a step to the tokens by kind that the log shows in its prompt; O(kinds) per step. */
export function visibleSums(ledger: TokenLedger): (step: PromptStep) => Record<ContentKind, number> {
  const threads = new Map([...ledger.threads].map(([agent, thread]) => [agent, sumThread(thread, ledger)] as const));
  const lastCleared = new Map<string, Cleared>();
  const known = new WeakMap<Gap, Record<ContentKind, number>>();
  return (step) => {
    const sums = threads.get(step.agent);
    const visible = emptyComposition();
    if (step.agent === "main") visible.tools = ledger.tools.tokens;
    if (sums === undefined) return visible;
    const cleared = clearedBy(step, sums, lastCleared.get(step.agent));
    lastCleared.set(step.agent, cleared);
    const left = leftOut(step.gaps, sums, known);
    for (const kind of CONTENT_KINDS) {
      const before = sums.before[kind];
      visible[kind] -= left[kind];
      visible[kind] += (before[step.end] as number) - (before[step.start] as number) - cleared.saved[kind];
    }
    return visible;
  };
}

/** The cleared set is the same object until an event changes it, so this is computed once per event. */
function clearedBy(step: PromptStep, sums: ThreadSums, last: Cleared | undefined): Cleared {
  const ids = step.clearedToolCallIds;
  if (last?.ids === ids && last.gaps === step.gaps && last.start === step.start && last.end <= step.end) return last;
  const saved = emptyComposition();
  for (const id of ids)
    for (const result of sums.results.get(id) ?? [])
      if (result.position >= step.start && result.position < step.end && outsideGaps(step.gaps)(result.position))
        saved[result.kind] += Math.max(0, result.tokens - CLEARED_RESULT_TOKENS);
  return { ids, gaps: step.gaps, start: step.start, end: step.end, saved };
}

/** Tokens by kind of all gaps; the sums of earlier gaps are reused. */
function leftOut(gaps: Gap | null, { before }: ThreadSums, known: WeakMap<Gap, Record<ContentKind, number>>) {
  const fresh: Gap[] = [];
  let gap = gaps;
  for (; gap && !known.has(gap); gap = gap.before) fresh.push(gap);
  let sums = gap ? (known.get(gap) as Record<ContentKind, number>) : emptyComposition();
  for (const one of fresh.reverse()) {
    const total = emptyComposition();
    for (const kind of CONTENT_KINDS)
      total[kind] = sums[kind] + (before[kind][one.end] as number) - (before[kind][one.start] as number);
    known.set(one, total);
    sums = total;
  }
  return sums;
}

function sumThread(thread: AgentThread, ledger: TokenLedger): ThreadSums {
  const size = thread.messages.length + 1;
  const entries = CONTENT_KINDS.map((kind) => [kind, new Float64Array(size)] as const);
  const before = Object.fromEntries(entries) as Record<ContentKind, Float64Array>;
  const results = new Map<string, ClearableResult[]>();
  thread.messages.forEach((message, position) => {
    for (const [, sums] of entries) sums[position + 1] = sums[position] as number;
    for (const part of message.parts) {
      const counted = ledger.parts.get(part.id);
      if (counted === undefined) continue;
      const sums = before[counted.kind];
      sums[position + 1] = (sums[position + 1] as number) + counted.tokens;
      if (part.type !== "tool-result") continue;
      const known = results.get(part.toolCallId) ?? [];
      results.set(part.toolCallId, [...known, { position, kind: counted.kind, tokens: counted.tokens }]);
    }
  });
  return { before, results };
}
