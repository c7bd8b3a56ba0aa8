import type { AgentThread } from "../ledger/agent-threads";
import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import { CONTENT_KINDS, type ContentKind, emptyComposition } from "../ledger/content-kind";
import type { PromptStep } from "../ledger/prompt-steps";
import type { TokenCount } from "../ledger/token-count";
import { CLEARED_RESULT_TOKENS, type PromptSpan, promptSpans } from "../transcript/context-at";
import { type Gap, outsideGaps } from "../transcript/prompt-spans";
import type { CapturedBlock, CapturedPrompt, CapturedPrompts, ReportedLimits, Session } from "../transcript/session";
import type { Usage } from "../transcript/usage";
import { type LastPrompt, type LeftOut, NOTHING_LEFT_OUT, readStart, sumLeftOut } from "./left-out";

/** What the log shows of an API call. */
export type ModelRequest = {
  /** 0-based, in the order of `Session.responses`. */
  readonly index: number;
  readonly indexInAgent: number;
  readonly agent: string;
  readonly model: string | null;
  /** ISO 8601; reconstructed, see `Response.startedAt`. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** See `Response.firstTokenMs`. */
  readonly firstTokenMs?: number;
  /** See `Response.isUnstreamed`. */
  readonly isUnstreamed?: true;
  readonly span: PromptSpan;
  readonly promptTokens: TokenCount;
  readonly usage: Usage | null;
  /** The call's limits, if the log states them. */
  readonly limits?: ReportedLimits;
  /** Reported output tokens; may be a lower bound (`TokenLedger.outputs`). */
  readonly output: number | null;
  /** Whole tokens by kind; they sum to `promptTokens.tokens`. */
  readonly composition: Readonly<Record<ContentKind, number>>;
  /** Logged tokens that were not in the prompt: the client left them out, or a count is too high. */
  readonly excess: number;
  /** The part of `excess` that the client left out; `composition` is without it. */
  readonly leftOut: LeftOut;
};

/**
 * A session's requests, in order, with the content of each prompt. Logged content is counted part by part; reported
 * tokens beyond it are `unseen`. Linear in messages + requests: compositions are differences of prefix sums.
 */
export function reconstructRequests(session: Session, ledger: TokenLedger): ModelRequest[] {
  const spans = promptSpans(session);
  const sums = visibleSums(ledger);
  const exactSums = session.captured && capturedSums(session.captured, ledger);
  const countOfAgent = new Map<string, number>();
  const lastOfAgent = new Map<string, LastFit>();
  return session.responses.map((response, index): ModelRequest => {
    const { agent, model, startedAt, endedAt, firstTokenMs, isUnstreamed, usage, limits, prompt } = response;
    const step = ledger.steps[index] as TokenLedger["steps"][number];
    const indexInAgent = countOfAgent.get(agent) ?? 0;
    countOfAgent.set(agent, indexInAgent + 1);
    const exact = (prompt && exactSums?.(prompt)) ?? null;
    const fitted =
      exact === null
        ? fitComposition(sums(step), step, hasTyped(ledger.threads.get(agent), step), lastOfAgent.get(agent))
        : fitExact(exact, step.promptTokens);
    if (step.promptTokens !== null) lastOfAgent.set(agent, { step, ...fitted });
    return {
      index,
      indexInAgent,
      agent,
      model,
      ...(startedAt !== undefined && { startedAt }),
      ...(endedAt !== undefined && { endedAt }),
      ...(firstTokenMs !== undefined && { firstTokenMs }),
      ...(isUnstreamed && { isUnstreamed }),
      span: spans[index] as PromptSpan,
      // Without a report, unlogged tokens can only be estimated, even if the rest is counted exactly.
      promptTokens: { tokens: fitted.tokens, basis: step.promptTokens === null ? "estimated" : "reported" },
      usage,
      ...(limits && { limits }),
      output: usage?.output ?? null,
      composition: fitted.composition,
      excess: fitted.excess,
      leftOut: fitted.leftOut,
    };
  });
}

type FittedComposition = {
  readonly tokens: number;
  readonly composition: Record<ContentKind, number>;
  readonly excess: number;
  readonly leftOut: LeftOut;
  /** Tokens of the unlogged start. */
  readonly start: number;
};

/** True if a person typed any of the prompt's new messages. */
const hasTyped = (thread: AgentThread | undefined, { newFrom, end }: PromptStep): boolean =>
  thread?.messages.slice(newFrom, end).some(({ origin }) => origin === "typed") ?? false;

type LastFit = LastPrompt & Pick<FittedComposition, "composition">;

type Sums = Readonly<Record<ContentKind, number>>;

/**
 * Makes the visible tokens by kind sum to the prompt, without what the client left out (`left-out.ts`). The rest of a
 * reported total goes to `unseen`. If still more is visible than was reported, the visible kinds are scaled down (an
 * estimate was too high), so that `unseen` is never negative. Without a reported total the prompt is the visible tokens
 * plus the rest of the agent's last report.
 */
function fitComposition(
  visible: Sums,
  step: PromptStep,
  isNewTurn: boolean,
  last: LastFit | undefined,
): FittedComposition {
  const sum = sumOf(visible);
  const beyond = step.promptTokens === null ? null : step.promptTokens - sum;
  const { start, leftOut } = readStart({ step, logged: visible, beyond, isNewTurn }, last);
  const left = sumLeftOut(leftOut);
  const unseen = beyond === null ? (last?.composition.unseen ?? 0) : beyond + left;
  const tokens = step.promptTokens ?? sum - left + unseen;
  const [reasoning, tool_result] = [visible.reasoning - leftOut.reasoning, visible.tool_result - leftOut.tool_result];
  const sent = { ...visible, reasoning, tool_result };
  return unseen >= 0
    ? { tokens, composition: { ...sent, unseen: sent.unseen + unseen }, excess: left, leftOut, start }
    : { tokens, composition: scaled(sent, tokens), excess: sum - tokens, leftOut, start };
}

/**
 * A local count is off by less than this factor; beyond it, the client sent something that is missing from the logged
 * request.
 */
const MOST = 2;

/**
 * Like `fitToPrompt` for a prompt that was logged as sent. Nothing in it is unknown, so any difference from the
 * reported total is an error in our counts: the counted kinds are scaled up or down to match.
 */
function fitExact({ anchored, counted }: ExactSums, reported: number | null): FittedComposition {
  const [fixed, free] = [sumOf(anchored), sumOf(counted)];
  const room = reported === null ? free : reported - fixed;
  if (reported !== null && room < 0)
    return {
      tokens: reported,
      composition: scaled(plus(anchored, counted), reported),
      excess: -room,
      leftOut: NOTHING_LEFT_OUT,
      start: 0,
    };
  const share = scaled(counted, Math.min(room, Math.floor(free * MOST)));
  const composition = plus(anchored, share);
  const rest = fixed + room - sumOf(composition);
  return {
    tokens: fixed + room,
    composition: { ...composition, unseen: composition.unseen + rest },
    ...{ excess: 0, leftOut: NOTHING_LEFT_OUT, start: 0 },
  };
}

const sumOf = (sums: Sums): number => CONTENT_KINDS.reduce((all, kind) => all + sums[kind], 0);

function scaled(sums: Sums, tokens: number): Record<ContentKind, number> {
  const shares = apportion(
    tokens,
    CONTENT_KINDS.map((kind) => sums[kind]),
  );
  return byKind((_, index) => shares[index] as number);
}

const plus = (one: Sums, other: Sums): Record<ContentKind, number> => byKind((kind) => one[kind] + other[kind]);

const byKind = (tokensOf: (kind: ContentKind, index: number) => number): Record<ContentKind, number> =>
  Object.fromEntries(CONTENT_KINDS.map((kind, index) => [kind, tokensOf(kind, index)])) as Record<ContentKind, number>;

/** A prompt's tokens by kind: those anchored to reported growth, and those only counted here. */
type ExactSums = {
  readonly anchored: Readonly<Record<ContentKind, number>>;
  readonly counted: Readonly<Record<ContentKind, number>>;
};

/** Per kind, the tokens up to and including each block. */
type Running = Readonly<Record<ContentKind, Float64Array>>;

/**
 * Returns a function from a sent prompt to its tokens by kind; O(kinds) per prompt. null if the importer does not map
 * blocks to parts, because blocks alone distinguish fewer kinds.
 */
function capturedSums(captured: CapturedPrompts, ledger: TokenLedger): ((prompt: CapturedPrompt) => ExactSums) | null {
  const { blocks } = captured;
  if (!blocks.some(({ parts }) => parts !== undefined)) return null;
  const anchored = runningOf(blocks.length);
  const counted = runningOf(blocks.length);
  blocks.forEach((block, index) => {
    for (const running of [anchored, counted])
      for (const kind of CONTENT_KINDS)
        running[kind][index] = block.parent === -1 ? 0 : (running[kind][block.parent] as number);
    for (const { kind, tokens, isAnchored } of countsOf(block, ledger)) {
      const sums = (isAnchored ? anchored : counted)[kind];
      sums[index] = (sums[index] as number) + tokens;
    }
  });
  return ({ leaf }) => ({ anchored: at(anchored, leaf), counted: at(counted, leaf) });
}

type Count = { readonly kind: ContentKind; readonly tokens: number; readonly isAnchored: boolean };

/** Parameters change a prompt but have no text in it. */
function countsOf(block: CapturedBlock, ledger: TokenLedger): Count[] {
  const { kind, parts, text } = block;
  if (kind === "parameters") return [];
  if (kind !== "message" || parts === undefined)
    return [{ kind: kindOfBlock(block), tokens: ledger.captured[text] ?? 0, isAnchored: false }];
  return parts.flatMap((id) => {
    const part = ledger.parts.get(id);
    if (part === undefined) return [];
    return [{ kind: part.kind, tokens: part.tokens, isAnchored: part.basis === "anchored" }];
  });
}

function kindOfBlock({ kind, run, role }: CapturedBlock): ContentKind {
  if (kind === "tools") return "tools";
  if (kind === "system" || role === "system") return "system";
  if (run !== undefined) return run === "tool-call" ? "tool_call" : "tool_result";
  return role === "assistant" ? "assistant" : "user";
}

const runningOf = (size: number): Running =>
  Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, new Float64Array(size)])) as Record<ContentKind, Float64Array>;

function at(running: Running, index: number): Record<ContentKind, number> {
  const sums = emptyComposition();
  for (const kind of CONTENT_KINDS) sums[kind] = running[kind][index] ?? 0;
  return sums;
}

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

/** Returns a function from a step to its prompt's logged tokens by kind; O(kinds) per step. */
function visibleSums(ledger: TokenLedger): (step: PromptStep) => Record<ContentKind, number> {
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

/** Tokens by kind of all gaps; reuses the sums of earlier gaps. */
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
