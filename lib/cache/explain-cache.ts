import type { ModelInfo } from "../models/model-info";
import { pricesThen } from "../models/price-at";
import { resolveModel } from "../models/resolve-model";
import type { PromptPrefix } from "../requests/prompt-prefix";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { cacheWritten } from "../transcript/usage";
import { type BreakCause, LETTER_OF_CAUSE } from "./break-cause";
import type { BreakLoss, CacheBreak, CacheReport } from "./cache-break";
import { firstsOf } from "./cache-request";
import { classifyBreak, markerOf } from "./classify-break";
import { findDivergence, type TextOf } from "./divergence";
import { lostMoney } from "./lost-money";
import { mostCachedIn } from "./most-cached";
import { isOwnCall } from "./own-call";
import { cachedBy, chainKey, expectReads, gapBetween, type ReadExpectation, tierOf } from "./read-expectation";
import { findQuickFalls, findReadFloors } from "./read-floors";
import { isSameConversation } from "./same-conversation";
import { sessionTexts } from "./session-texts";
import { isShortfall } from "./shortfall";
import { thinkingSwitches } from "./thinking-switches";
import { FIVE_MINUTES } from "./time-to-live";
import { describeTransition, eventsBetween, type PromptComparison, type Transition } from "./transition";

export type ModelLookup = (model: string | null) => ModelInfo | null;

/**
 * The report based on reported usage: expected reads, breaks with cause and evidence, unlogged calls. `prefixes`, by
 * request position, show where two prompts differ.
 */
export function explainCache(
  requests: readonly ModelRequest[],
  session: Session,
  modelOf: ModelLookup = resolveModel,
  prefixes: readonly PromptPrefix[] = [],
): CacheReport {
  const expectations = expectationsOf(requests, session, modelOf);
  const floorOf = findReadFloors(expectations);
  const textOf = sessionTexts(session);
  const short: Draft[] = [];
  const over: Draft[] = [];
  const lastOfAgent = new Map<string, ModelRequest>();
  const leftByOwnCall = new Map<string, number>();
  const isTold = tellsWrites(requests);
  requests.forEach((request, index) => {
    const last = isTold ? lastOfAgent.get(request.agent) : undefined;
    if (isOwnCall(session, request)) {
      leftByOwnCall.set(chainKey(request), cachedBy(request));
      return;
    }
    const draft = draftTransition(request, expectations[index] ?? null, last, session);
    if (request.usage !== null) lastOfAgent.set(request.agent, request);
    if (draft === null) return;
    if (isShort(draft, session)) short.push(draft);
    else if (isOver(draft) && draft.read > (leftByOwnCall.get(chainKey(request)) ?? 0)) over.push(draft);
  });
  const switches = thinkingSwitches(requests, session, new Set(short.map(({ request }) => request.index)));
  const isQuickFall = findQuickFalls(short);
  const survives = compactionSurvivors(requests);
  const breaks = short.map((draft) => {
    const transition = describeTransition(draft, session, {
      floor: floorOf(draft.read),
      recursSoon: isQuickFall(draft.read, draft.gap),
      thinking: switches.get(draft.request.index) ?? null,
      prompts: comparePrompts(draft, prefixes, textOf),
      cache: modelOf(draft.request.model)?.cache ?? null,
      unloggedStart: null,
      survivesCompaction: survives.of(draft.request),
    });
    const found = explainBreak(transition, modelOf);
    survives.note(transition, found);
    return found;
  });
  if (!isTold) breaks.push(...toldDrops(requests, session, modelOf, prefixes, textOf));
  return {
    expectedRead: expectations.map((entry) => entry?.expected ?? null),
    breaks,
    unloggedCalls: over
      .filter((draft) => followsTypedMessage(describeTransition(draft, session)))
      .map(({ request }) => request.index),
    idleGaps: expectations.flatMap(idleGap),
    agreement: agreementOf(expectations),
  };
}

/** By position. The client's own calls have no expectation, and no other request is compared with them. */
function expectationsOf(requests: readonly ModelRequest[], session: Session, modelOf: ModelLookup) {
  const others = requests.filter((request) => !isOwnCall(session, request));
  const expected = expectReads(others, (model) => modelOf(model)?.cache.defaultTtlSeconds ?? null);
  const found = new Map(others.map((request, at) => [request, expected[at] ?? null]));
  return requests.map((request) => found.get(request) ?? null);
}

/** True if any write is reported. If none is, a loss is a break only if the log shows its cause: see `toldDrops`. */
const tellsWrites = (requests: readonly ModelRequest[]): boolean =>
  requests.some(({ usage }) => usage !== null && (cacheWritten(usage) ?? 0) > 0);

/**
 * Breaks in a log without writes. A request counts if it read less than the previous one for a logged reason (a switch
 * of model, mode or effort, a compaction, a pause beyond the documented lifetime, a different prompt). It also counts if its read
 * ends within the unlogged start soon after a typed message, because a restarted client rewrites that start.
 */
function toldDrops(
  requests: readonly ModelRequest[],
  session: Session,
  modelOf: ModelLookup,
  prefixes: readonly PromptPrefix[],
  textOf: TextOf,
): CacheBreak[] {
  const starts = new Map<string, number>();
  for (const { agent, composition } of requests) if (!starts.has(agent)) starts.set(agent, composition.unseen);
  const drops = readDrafts(requests, session, modelOf);
  const isQuickFall = findQuickFalls(drops);
  const survives = compactionSurvivors(requests);
  return drops.flatMap((draft) => {
    const { request } = draft;
    const transition = describeTransition(draft, session, {
      floor: null,
      recursSoon: isQuickFall(draft.read, draft.gap),
      thinking: null,
      prompts: comparePrompts(draft, prefixes, textOf),
      cache: modelOf(request.model)?.cache ?? null,
      unloggedStart: starts.get(request.agent) ?? null,
      survivesCompaction: survives.of(request),
    });
    const found = explainBreak(transition, modelOf);
    survives.note(transition, found);
    return isLogged(found) || isUnloggedChange(found, transition) ? [found] : [];
  });
}

/** True if the log itself contains the cause. */
const isLogged = ({ confidence, cause, evidence: [first] }: CacheBreak): boolean =>
  confidence === "certain" ||
  EXPIRED.has(cause) ||
  first?.id === "mode-switched" ||
  first?.id === "thinking-set" ||
  (first?.id === "compacted" && first.marker !== null);

const EXPIRED: ReadonlySet<BreakCause> = new Set<BreakCause>(["ttl-expiry", "refused"]);

/** Requests that read less than the same agent's previous one. */
function readDrafts(requests: readonly ModelRequest[], session: Session, modelOf: ModelLookup): Draft[] {
  const lastOfAgent = new Map<string, ModelRequest>();
  const isFirst = firstsOf(requests);
  const mostCached = mostCachedIn(
    requests.map(({ agent, promptTokens, output, usage }) => ({
      ...{ agent, prompt: promptTokens.tokens, output, read: usage?.cacheRead ?? null },
    })),
  );
  return requests.flatMap((request) => {
    const previous = lastOfAgent.get(request.agent);
    const read = request.usage?.cacheRead ?? null;
    if (read === null || isOwnCall(session, request)) return [];
    lastOfAgent.set(request.agent, request);
    if (previous === undefined) return [];
    const readable = previous.usage?.cacheRead ?? 0;
    const seconds = modelOf(request.model)?.cache.defaultTtlSeconds ?? Number.POSITIVE_INFINITY;
    const isReturn = !isFirst(request);
    const switchedFrom = isSwitch(previous, request) ? { model: previous.model ?? null, isReturn } : null;
    const gap = gapBetween(previous, request);
    const timeToLive = { seconds, isLogged: false };
    const most = mostCached(previous.index);
    const draft = { request, previous, read, readable, mostCached: most, gap, timeToLive, switchedFrom };
    return isPartlyUnread(draft, session) ? [draft] : [];
  });
}

/** True if the gap is within the shortest lifetime that a provider documents, so no pause explains the drop. */
const isUnloggedChange = ({ evidence: [first] }: CacheBreak, transition: Transition): boolean =>
  first?.id === "ended-in-unlogged-start" &&
  transition.gap !== null &&
  transition.gap <= FIVE_MINUTES &&
  followsTypedMessage(transition);

type Draft = Parameters<typeof describeTransition>[0];

/**
 * Compares a request with the former model's cache after a model switch, otherwise with its chain's; null if no read
 * can be expected. A switch back is not the cause if the model's own entries are still alive but were not read.
 */
function draftTransition(
  request: ModelRequest,
  expectation: ReadExpectation | null,
  last: ModelRequest | undefined,
  session: Session,
): Draft | null {
  const read = request.usage?.cacheRead ?? null;
  if (read === null) return null;
  const isOther = last !== undefined && (isSwitch(last, request) || isCompactedSwitch(last, request, session));
  if (isOther && !missesOwnEntry(request, expectation, session)) {
    const readable = Math.min(cachedBy(last), request.promptTokens.tokens);
    const tier = last.usage && tierOf(last.usage);
    const assumed = expectation?.timeToLive ?? { seconds: FIVE_MINUTES, isLogged: false };
    return {
      request,
      previous: last,
      read,
      readable,
      mostCached: null,
      gap: gapBetween(last, request),
      timeToLive: tier === null ? assumed : { seconds: tier, isLogged: true },
      switchedFrom: { model: last.model ?? null, isReturn: expectation !== null },
    };
  }
  if (expectation === null) return null;
  const { previous, readable, gap, timeToLive } = expectation;
  return { request, previous, read, readable, mostCached: null, gap, timeToLive, switchedFrom: null };
}

const isSwitch = (last: ModelRequest, request: ModelRequest): boolean =>
  last.model !== request.model && isSameConversation(last.promptTokens.tokens, request.promptTokens.tokens);

/** True if a compaction shortened the prompt that the next model receives. */
const isCompactedSwitch = (last: ModelRequest, request: ModelRequest, session: Session): boolean =>
  last.model !== request.model && cachedBy(request) > 0 && isCompacted(last, request, session);

const isCompacted = (previous: ModelRequest, request: ModelRequest, session: Session): boolean =>
  eventsBetween(session, previous, request).some(({ type }) => type === "compaction");

/**
 * True if this model wrote entries earlier that are still alive and that no compaction made useless, but did not read
 * them.
 */
const missesOwnEntry = (request: ModelRequest, own: ReadExpectation | null, session: Session): boolean =>
  own !== null &&
  own.gap !== null &&
  own.expected > 0 &&
  isShortfall(own.readable - own.read, own.readable) &&
  !isCompacted(own.previous, request, session);

const isShort = (draft: Draft, session: Session) => isPartlyUnread(draft, session) || isRewrittenBySwitch(draft);

/**
 * True if the request did not read what it could. If nearly everything that a shorter prompt contains was read, there was
 * nothing else to read, as when the provider drops the thinking of earlier turns.
 */
function isPartlyUnread({ previous, request, read, readable }: Draft, session: Session): boolean {
  if (!isShortfall(readable - read, readable)) return false;
  const contained = Math.min(readable, request.promptTokens.tokens);
  return isShortfall(contained - read, contained) || isCompacted(previous, request, session);
}

/**
 * True if the new model read nothing and wrote the prompt again. That is a break however small the prompt is, because
 * it cannot be an entry that became readable too late.
 */
const isRewrittenBySwitch = ({ request: { usage }, read, readable, switchedFrom }: Draft) =>
  switchedFrom !== null && readable > 0 && read === 0 && usage !== null && (cacheWritten(usage) ?? 0) > 0;

/** True if more was read than the log explains, or everything was read after it should have expired. */
const isOver = ({ read, readable, gap, timeToLive }: Draft) =>
  read > readable || (read === readable && read > 0 && gap !== null && gap > timeToLive.seconds);

const followsTypedMessage = ({ messages }: Transition) => messages.some((message) => message.origin === "typed");

/** Compares the two prompts. Null without prompts, and after a model switch, when nothing can be shared. */
function comparePrompts(
  { request, previous, switchedFrom }: Draft,
  prefixes: readonly PromptPrefix[],
  textOf: TextOf,
): PromptComparison | null {
  const [before, after] = [prefixes[previous.index]?.leaf, prefixes[request.index]?.leaf];
  if (before === undefined || after === undefined || switchedFrom !== null) return null;
  return {
    divergence: findDivergence(before, after, textOf),
    isPartlyNotInLog: after.isPartlyNotInLog,
  };
}

function explainBreak(transition: Transition, modelOf: ModelLookup): CacheBreak {
  const { request, previous, timeToLive, read, readable, mostCached } = transition;
  const { cause, confidence, evidence, reported } = classifyBreak(transition);
  const lossOf = (cached: number): BreakLoss => {
    // Tokens removed by a compaction were not paid for again, so the loss is at most the size of this prompt.
    const lostTokens = Math.max(0, Math.min(cached, request.promptTokens.tokens) - read);
    const costOf = (tokens: number) =>
      lostMoney(tokens, request.usage, pricesThen(modelOf(request.model), request.startedAt));
    const rewritten = EXPIRED.has(cause) ? rewrittenTokens(transition, lostTokens) : 0;
    return {
      lostTokens,
      lostCost: costOf(lostTokens),
      ...(rewritten > 0 && { rewritten: { tokens: rewritten, cost: costOf(rewritten) } }),
    };
  };
  return {
    request: request.index,
    previous: previous.index,
    timeToLive,
    cause,
    letter: LETTER_OF_CAUSE[cause],
    confidence,
    isExpected: EXPIRED.has(cause) || cause === "compaction",
    ...lossOf(readable),
    ...(mostCached !== null && { most: lossOf(mostCached) }),
    evidence,
    divergence: transition.prompts?.divergence ?? null,
    ...(reported && { reported }),
  };
}

/**
 * What the compaction alone would have rewritten: even without the pause, only the tokens that survive a compaction
 * could have been read.
 */
const rewrittenTokens = (transition: Transition, lostTokens: number): number =>
  markerOf(transition) === "compaction"
    ? Math.max(0, lostTokens - Math.max(0, transition.survivesCompaction - transition.read))
    : 0;

/**
 * Tokens that stay readable after a compaction, by agent and model. Measured by what was read after a compaction, or
 * after a switch of thinking, which also rewrites the messages. Before the first of either, the start of the first
 * prompt.
 */
function compactionSurvivors(requests: readonly ModelRequest[]) {
  const survivors = new Map<string, number>();
  for (const request of requests) {
    const { unseen, system, tools } = request.composition;
    if (!survivors.has(chainKey(request))) survivors.set(chainKey(request), unseen + system + tools);
  }
  return {
    of: (request: ModelRequest): number => survivors.get(chainKey(request)) ?? 0,
    note: (transition: Transition, { evidence: [first] }: CacheBreak): void => {
      const { request, read } = transition;
      const isRewritten = markerOf(transition) === "compaction" || first?.id.startsWith("thinking-") === true;
      if (isRewritten && read > 0) survivors.set(chainKey(request), read);
    },
  };
}

function idleGap(expectation: ReadExpectation | null, request: number): CacheReport["idleGaps"] {
  if (expectation === null || expectation.gap === null) return [];
  const { gap, timeToLive } = expectation;
  return gap > timeToLive.seconds ? [{ request, seconds: gap, timeToLive: timeToLive.seconds }] : [];
}

function agreementOf(expectations: readonly (ReadExpectation | null)[]): number | null {
  const known = expectations.filter((entry) => entry !== null);
  const most = known.reduce((sum, { read, expected }) => sum + Math.max(read, expected), 0);
  if (known.length === 0) return null;
  return most === 0 ? 1 : known.reduce((sum, { read, expected }) => sum + Math.min(read, expected), 0) / most;
}
