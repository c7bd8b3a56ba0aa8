import { append } from "../conversation/append";
import type { Conversation } from "../conversation/message";
import { oncePerPart } from "../conversation/once-per-part";
import { type Part, partLength, type ToolCallPart, type ToolResultPart } from "../conversation/part";
import { changedPaths, shownPaths, trailOf } from "../evaluation/artifacts/read-trail";
import { ENTITY_KINDS, type Entity, type EntityKind, isNeedable } from "../evaluation/entities/entity";
import { type Evidence, gatherEvidence, type KnownEntity, type Readers } from "../evaluation/evidence";
import { findNeeded, findNeededFacts, MAX_FUTURE_CHARACTERS } from "../evaluation/future";
import { type FutureStep, toFuture } from "../evaluation/future-step";
import type { Loss } from "../evaluation/loss";
import { measureLoss } from "../evaluation/measure-loss";
import { measureRecoverability } from "../evaluation/recoverability";
import { findShown, isShown, type Shown } from "../evaluation/shown";
import { findStatements } from "../evaluation/statements/find-statements";
import { messagesOf, type PromptSpan, promptSpans } from "../transcript/context-at";
import type { Session, SessionMessage } from "../transcript/session";

/** A logged compaction between two requests of its agent. Positions count that agent's requests from 0. */
export type CompactionPlace = {
  /** The last request before the compaction: index in `Session.responses`, and position in the agent. */
  readonly before: number;
  readonly beforeAt: number;
  /** The first request after the compaction, in the same two forms. */
  readonly after: number;
  readonly afterAt: number;
  /** Position of the first request after the next compaction; the agent's request count if there is none. */
  readonly untilAt: number;
  /** Positions of the first requests after each later compaction. */
  readonly laterAt: readonly number[];
  /** Index in `Session.messages` of the first message after the compaction. */
  readonly atMessage: number;
  /** True if the text of its summary is missing from the log, so what it kept is unknown. */
  readonly isUnreadable: boolean;
};

type Survival = {
  readonly kind: EntityKind | "instruction" | "decision";
  readonly kept: number;
  /** Facts that were not kept but are still mentioned, for example by an index. */
  readonly named: number;
  readonly of: number;
};

/** A fact used after the compaction although it was no longer in the prompt. */
export type MissedFact = {
  readonly known: KnownEntity;
  /** The newest part that contained the fact. */
  readonly block: number;
  /** Position of the request whose answer first used the fact. */
  readonly usedAt: number;
  /**
   * Position of the first request whose prompt showed the fact again before that use; null if it was used
   * without being shown again.
   */
  readonly seenAt: number | null;
};

/**
 * `at`: position of the first request whose answer read it again. `tokens`: tokens of the calls and results
 * that read it until the agent changes the file; shared equally among the files that they show.
 */
type Reread = { readonly path: string; readonly at: number; readonly tokens: number };

export type CompactionLoss = {
  readonly evidence: Evidence;
  readonly survival: readonly Survival[];
  /** Number of facts in the prompt before the compaction that the agent needed later; `missed` of them were gone. */
  readonly used: number;
  readonly missed: readonly MissedFact[];
  /** Distinct files read before the compaction and again after it. */
  readonly rereads: readonly Reread[];
  /** Tokens of the next prompt that are neither kept nor a summary, and would have been added anyway. */
  readonly newTokens: number;
  readonly summaryTokens: number;
  readonly partsGone: number;
  readonly loss: Loss;
};

/** An agent's compactions with a request on both sides; null for the others. */
export function compactionPlaces(session: Session, agent: string): (CompactionPlace | null)[] {
  const own = session.responses.flatMap((response, index) =>
    response.agent === agent ? [{ index, end: response.messageIndex }] : [],
  );
  const events = session.events.flatMap((event) => (event.type === "compaction" && event.agent === agent ? event : []));
  const firsts = events.map(({ atMessage }) => own.findIndex(({ end }) => end >= atMessage));
  return events.map(({ atMessage, summaryMessageId, isSummaryUnreadable }, number) => {
    const afterAt = firsts[number] as number;
    const [before, after] = [own[afterAt - 1], own[afterAt]];
    if (!before || !after) return null;
    const laterAt = firsts.slice(number + 1).filter((at) => at > afterAt);
    const untilAt = laterAt[0] ?? own.length;
    const summary = session.messages.find(({ id }) => id === summaryMessageId);
    const isUnreadable =
      isSummaryUnreadable === true || (summary?.parts.some(({ type }) => type === "opaque") ?? false);
    return {
      before: before.index,
      beforeAt: afterAt - 1,
      after: after.index,
      afterAt,
      untilAt,
      laterAt,
      atMessage,
      isUnreadable,
    };
  });
}

/** What a compaction is judged by: the prompts before and after it, and the agent's next steps. */
function sidesOf(session: Session, place: CompactionPlace, readers: Readers) {
  const agent = session.responses[place.before]?.agent ?? "main";
  const spans = promptSpans(session);
  const [before, after] = [spans[place.before] as PromptSpan, spans[place.after] as PromptSpan];
  const original = promptOf(session, agent, { ...before, end: Math.max(before.end, place.atMessage) });
  const compressed = promptOf(session, agent, after);
  const evidence = gatherEvidence(original, readers);
  const shown = findShown(evidence, compressed, readers);
  const future = toFuture(futureOf(session.messages, after.end), agent);
  const positions = positionsOf(session.responses).get(agent);
  // A request without a logged answer makes no call, so calls are found by their answers.
  const requestOf: RequestOf = ({ answer, call }) => positions?.get(answer ?? "") ?? place.afterAt + call;
  const resultOf = (call: ToolCallPart) => resultsOf(session.messages).get(agent)?.get(call.toolCallId);
  return { compressed, evidence, shown, future, requestOf, resultOf };
}

/** Maps a step after the compaction to the position of its call's request in the agent. */
type RequestOf = (step: FutureStep) => number;

/** The result of each call, by agent and id of the call. Computed once, because every compaction asks for them. */
const resultsOf = oncePerPart(
  (messages: readonly SessionMessage[]): ReadonlyMap<string, Map<string, ToolResultPart>> => {
    const byAgent = new Map<string, Map<string, ToolResultPart>>();
    for (const { agent, isHidden, parts } of messages) {
      if (isHidden) continue;
      const results = byAgent.get(agent) ?? new Map<string, ToolResultPart>();
      byAgent.set(agent, results);
      for (const part of parts) if (part.type === "tool-result") results.set(part.toolCallId, part);
    }
    return byAgent;
  },
);

/** The position of each response in its agent, by agent and id. Computed once, because every compaction asks for them. */
const positionsOf = oncePerPart((responses: Session["responses"]): ReadonlyMap<string, Map<string, number>> => {
  const byAgent = new Map<string, string[]>();
  for (const { agent, id } of responses) append(byAgent, agent, id);
  return new Map([...byAgent].map(([agent, ids]) => [agent, new Map(ids.map((id, position) => [id, position]))]));
});

/**
 * Facts needed afterwards, facts that the next prompt neither contained nor led to, and files read again. If the
 * summary is unreadable, no fact counts.
 */
export type CompactionCounts = {
  readonly needed: number;
  readonly lost: readonly Entity[];
  readonly gone: number;
  readonly rereads: readonly Reread[];
};

/** Computes only the counts of `measureCompaction`, in a fraction of its time. */
export function countCompaction(session: Session, place: CompactionPlace, readers: Readers): CompactionCounts {
  const { evidence, shown, future, requestOf, resultOf } = sidesOf(session, place, readers);
  const needed = place.isUnreadable ? [] : findNeededFacts(evidence, future, readers);
  const lostFacts = needed.filter(({ known }) => !isShown(known, shown));
  const way = measureRecoverability({ lostFacts, evidence, shown, edits: [], resolves: () => true });
  return {
    needed: needed.length,
    lost: lostFacts.map(({ known }) => known.entity),
    gone: lostFacts.length - way.recoverable.size,
    rereads: rereadsOf(evidence, shown, future, readers, { requestOf, resultOf, laterAt: place.laterAt }),
  };
}

/** Losses of the log's own compaction, judged by the agent's next steps. Linear in both prompts and the future. */
export function measureCompaction(session: Session, place: CompactionPlace, readers: Readers): CompactionLoss {
  const { compressed, evidence, shown, future, requestOf, resultOf } = sidesOf(session, place, readers);
  const needed = future.length > 0 && !place.isUnreadable ? findNeeded(evidence, future, readers) : null;
  const loss = measureLoss({ evidence, needed, readers }, { conversation: compressed, edits: [] });
  const lost = new Map([...evidence.entities].filter(([, known]) => !isShown(known, shown)));
  return {
    evidence,
    survival: place.isUnreadable ? [] : survivalOf(evidence, lost, shown, loss),
    ...(place.isUnreadable
      ? { used: 0, missed: [] }
      : usedLater(evidence, lost, future, readers, { requestOf, untilAt: place.untilAt })),
    rereads: rereadsOf(evidence, shown, future, readers, { requestOf, resultOf, laterAt: place.laterAt }),
    ...insertedTokens(session, compressed, shown, readers),
    partsGone: evidence.blocks.filter(({ part }) => !shown.keptParts.has(part)).length,
    loss,
  };
}

const promptOf = (session: Session, agent: string, span: PromptSpan): Conversation => ({
  tools: session.tools,
  messages: messagesOf(session, agent, span),
});

function futureOf(messages: readonly SessionMessage[], from: number): readonly SessionMessage[] {
  const ends = charactersUpTo(messages);
  const most = (ends[from - 1] ?? 0) + MAX_FUTURE_CHARACTERS;
  const end = ends.findIndex((characters, index) => index >= from && characters > most);
  return messages.slice(from, end < 0 ? messages.length : end);
}

/** For each message, the characters of all parts up to its end. Computed once, because every compaction asks for them. */
const charactersUpTo = oncePerPart((messages: readonly SessionMessage[]): Float64Array => {
  const ends = new Float64Array(messages.length);
  let characters = 0;
  messages.forEach(({ parts }, index) => {
    for (const part of parts) characters += partLength(part);
    ends[index] = characters;
  });
  return ends;
});

function survivalOf(
  evidence: Evidence,
  lost: ReadonlyMap<string, KnownEntity>,
  shown: Shown,
  { statements }: Loss,
): Survival[] {
  const all = [...evidence.entities.values()];
  const facts = ENTITY_KINDS.map((kind): Survival => {
    const ofKind = all.filter(({ entity }) => entity.kind === kind);
    const gone = ofKind.filter(({ entity }) => lost.has(entity.key));
    const named = gone.filter(({ entity }) => shown.named.has(entity.key)).length;
    return { kind, kept: ofKind.length - gone.length, named, of: ofKind.length };
  });
  const found = findStatements(evidence);
  const told = (["instruction", "decision"] as const).map((kind): Survival => {
    const of = found.filter((statement) => statement.kind === kind).length;
    return { kind, of, named: 0, kept: of - statements.lost.filter((statement) => statement.kind === kind).length };
  });
  return [...facts, ...told];
}

/**
 * In log order, because it matters whether the agent used a fact before something showed it again. A fact
 * that came back, and was first used after the next compaction, counts for the next one.
 */
function usedLater(
  { entities, sameName, shownBy }: Evidence,
  lost: ReadonlyMap<string, KnownEntity>,
  future: readonly FutureStep[],
  { entitiesOf }: Readers,
  { requestOf, untilAt }: { readonly requestOf: RequestOf; readonly untilAt: number },
): Pick<CompactionLoss, "used" | "missed"> {
  const used = new Set<string>();
  const seen = new Map<string, number>();
  const missed: MissedFact[] = [];
  for (const step of future) {
    const { part, isAgents } = step;
    if (!isAgents) {
      for (const key of shownBy(part)) if (!seen.has(key)) seen.set(key, requestOf(step) + 1);
      continue;
    }
    for (const [written, entity] of entitiesOf(part)) {
      const key = sameName(written);
      const known = used.has(key) || !isNeedable(entity) ? undefined : entities.get(key);
      if (!known) continue;
      const [usedAt, seenAt] = [requestOf(step), seen.get(key) ?? null];
      if (lost.has(key) && usedAt >= untilAt && seenAt !== null && seenAt < untilAt) continue;
      used.add(key);
      if (!lost.has(key)) continue;
      const block = known.blocks.at(-1) as number;
      missed.push({ known, block, usedAt, seenAt });
    }
  }
  return { used: used.size, missed };
}

type RereadPlace = {
  readonly requestOf: RequestOf;
  readonly resultOf: (call: ToolCallPart) => ToolResultPart | undefined;
  readonly laterAt: readonly number[];
};

/**
 * A file may be read again in parts, until the next compaction drops it again. What the agent reads after its own change
 * is new.
 */
function rereadsOf(
  evidence: Evidence,
  shown: Shown,
  future: readonly FutureStep[],
  { roots, tokensOf }: Readers,
  { requestOf, resultOf, laterAt }: RereadPlace,
): Reread[] {
  const { tools } = evidence.original;
  const shownBy = (part: Part) => (part.type === "tool-call" ? shownPaths(part, roots, tools) : []);
  const gone = trailOf(evidence).filter(({ path, operation, block }) => {
    if (operation !== "read" || isKept(evidence, shown, block)) return false;
    const part = evidence.blocks[block]?.part;
    return part?.type !== "tool-call" || shownBy(part).includes(path);
  });
  const known = new Set(gone.map(({ path }) => path));
  const found = new Map<string, Reread>();
  const changed = new Set<string>();
  const compactionsBefore = (at: number) => laterAt.filter((later) => later <= at).length;
  for (const step of future) {
    const { part, isAgents } = step;
    if (!isAgents || part.type !== "tool-call") continue;
    const result = resultOf(part);
    if (result === undefined) continue;
    const files = new Set(shownBy(part));
    const tokens = Math.round((tokensOf(part) + tokensOf(result)) / files.size);
    const at = requestOf(step);
    for (const path of files) {
      if (!known.has(path) || changed.has(path)) continue;
      const before = found.get(path);
      if (before && compactionsBefore(before.at) < compactionsBefore(at)) continue;
      found.set(path, { path, at: before?.at ?? at, tokens: tokens + (before?.tokens ?? 0) });
    }
    for (const path of changedPaths(part, roots, tools)) changed.add(path);
  }
  return [...found.values()];
}

function isKept({ blocks }: Evidence, { keptParts }: Shown, block: number): boolean {
  const part = blocks[block]?.part;
  return part !== undefined && keptParts.has(part);
}

function insertedTokens(session: Session, { messages }: Conversation, { keptParts }: Shown, { tokensOf }: Readers) {
  const summaries = new Set(session.messages.filter(({ origin }) => origin === "summary").map(({ id }) => id));
  let [newTokens, summaryTokens] = [0, 0];
  for (const { id, parts } of messages)
    for (const part of parts) {
      if (summaries.has(id)) summaryTokens += tokensOf(part);
      else if (!keptParts.has(part)) newTokens += tokensOf(part);
    }
  return { newTokens, summaryTokens };
}
