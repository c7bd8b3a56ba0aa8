import type { ModelInfo } from "../models/model-info";
import { pricesThen } from "../models/price-at";
import { resolveModel } from "../models/resolve-model";
import type { PromptPrefix } from "../requests/prompt-prefix";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { cacheWritten } from "../transcript/usage";
import { LETTER_OF_CAUSE } from "./break-cause";
import type { CacheBreak, CacheReport } from "./cache-break";
import { classifyBreak } from "./classify-break";
import { findDivergence, type TextOf } from "./divergence";
import { lostMoney } from "./lost-money";
import { cachedBy, expectReads, gapBetween, type ReadExpectation, tierOf } from "./read-expectation";
import { findReadFloors } from "./read-floors";
import { isSameConversation } from "./same-conversation";
import { sessionTexts } from "./session-texts";
import { isShortfall } from "./shortfall";
import { FIVE_MINUTES } from "./time-to-live";
import { describeTransition, type PromptComparison, type Transition } from "./transition";

export type ModelLookup = (model: string | null) => ModelInfo | null;

/**
 * The usage ledger's report: expected reads, breaks with cause and evidence, unlogged calls. `prefixes`, by request
 * position, show whether two prompts differ.
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
  const breaks: CacheBreak[] = [];
  const unloggedCalls: number[] = [];
  const lastOfAgent = new Map<string, ModelRequest>();
  const isTold = tellsWrites(requests);
  requests.forEach((request, index) => {
    const last = isTold ? lastOfAgent.get(request.agent) : undefined;
    if (isOwnCall(session, request)) return;
    const draft = draftTransition(request, expectations[index] ?? null, last);
    if (request.usage !== null) lastOfAgent.set(request.agent, request);
    if (draft === null) return;
    if (isShort(draft)) {
      const prompts = comparePrompts(draft, prefixes, textOf);
      const rules = modelOf(request.model)?.cache ?? null;
      const around = { floor: floorOf(draft.read), prompts, cache: rules, unloggedStart: null };
      breaks.push(explainBreak(describeTransition(draft, session, around), modelOf));
    } else if (isOver(draft) && followsTypedMessage(describeTransition(draft, session))) unloggedCalls.push(index);
  });
  if (!isTold) breaks.push(...toldDrops(requests, session, modelOf, prefixes, textOf));
  return {
    expectedRead: expectations.map((entry) => entry?.expected ?? null),
    breaks,
    unloggedCalls,
    idleGaps: expectations.flatMap(idleGap),
    agreement: agreementOf(expectations),
  };
}

/** By position; the client's own calls have none, and no other request is compared with them. */
function expectationsOf(requests: readonly ModelRequest[], session: Session, modelOf: ModelLookup) {
  const others = requests.filter((request) => !isOwnCall(session, request));
  const expected = expectReads(others, (model) => modelOf(model)?.cache.defaultTtlSeconds ?? null);
  const found = new Map(others.map((request, at) => [request, expected[at] ?? null]));
  return requests.map((request) => found.get(request) ?? null);
}

/** Whether any write is reported. If none is, a loss is a break only if the log shows its cause: see `toldDrops`. */
const tellsWrites = (requests: readonly ModelRequest[]): boolean =>
  requests.some(({ usage }) => usage !== null && (cacheWritten(usage) ?? 0) > 0);

/**
 * Breaks in a log without writes: a request that read less than the previous one for a logged reason (a model switch, a
 * compaction, a pause beyond the documented lifetime, a different prompt), or one that ends in an unlogged start soon
 * after a typed message: restarted clients write it anew.
 */
function toldDrops(
  requests: readonly ModelRequest[],
  session: Session,
  modelOf: ModelLookup,
  prefixes: readonly PromptPrefix[],
  textOf: TextOf,
): CacheBreak[] {
  const lastOfAgent = new Map<string, ModelRequest>();
  const starts = new Map<string, number>();
  return requests.flatMap((request) => {
    if (!starts.has(request.agent)) starts.set(request.agent, request.composition.unseen);
    const last = lastOfAgent.get(request.agent);
    const read = request.usage?.cacheRead ?? null;
    if (read === null || isOwnCall(session, request)) return [];
    lastOfAgent.set(request.agent, request);
    const readable = last?.usage?.cacheRead ?? 0;
    if (last === undefined || !isShortfall(readable - read, readable)) return [];
    const rules = modelOf(request.model)?.cache ?? null;
    const timeToLive = { seconds: rules?.defaultTtlSeconds ?? Number.POSITIVE_INFINITY, isLogged: false };
    const switchedFrom = isSwitch(last, request) ? { model: last.model ?? null } : null;
    const gap = gapBetween(last, request);
    const draft = { request, previous: last, read, readable, gap, timeToLive, switchedFrom };
    const prompts = comparePrompts(draft, prefixes, textOf);
    const around = { floor: null, prompts, cache: rules, unloggedStart: starts.get(request.agent) ?? null };
    const transition = describeTransition(draft, session, around);
    const found = explainBreak(transition, modelOf);
    const isTold = found.confidence === "certain" || found.cause === "ttl-expiry";
    return isTold || isUnloggedChange(found, transition) ? [found] : [];
  });
}

/** Within the shortest lifetime that a provider documents, so that no pause explains it. */
const isUnloggedChange = ({ evidence: [first] }: CacheBreak, transition: Transition): boolean =>
  first?.id === "ended-in-unlogged-start" &&
  transition.gap !== null &&
  transition.gap <= FIVE_MINUTES &&
  followsTypedMessage(transition);

/** The call that writes a summary has a separate prompt: its reads say nothing about the conversation's. */
const isOwnCall = ({ responses, messages }: Session, { index }: ModelRequest): boolean => {
  const message = messages[responses[index]?.messageIndex ?? -1];
  return message?.isHidden === true || message?.origin === "summary";
};

type Draft = Parameters<typeof describeTransition>[0];

/**
 * Compares with the former model's cache after a model switch, otherwise with the chain's; null if nothing is expected.
 */
function draftTransition(
  request: ModelRequest,
  expectation: ReadExpectation | null,
  last: ModelRequest | undefined,
): Draft | null {
  const read = request.usage?.cacheRead ?? null;
  if (read === null) return null;
  if (last !== undefined && isSwitch(last, request)) {
    const readable = Math.min(cachedBy(last), request.promptTokens.tokens);
    const tier = last.usage && tierOf(last.usage);
    const assumed = expectation?.timeToLive ?? { seconds: FIVE_MINUTES, isLogged: false };
    return {
      request,
      previous: last,
      read,
      readable,
      gap: gapBetween(last, request),
      timeToLive: tier === null ? assumed : { seconds: tier, isLogged: true },
      switchedFrom: { model: last.model ?? null },
    };
  }
  if (expectation === null) return null;
  const { previous, readable, gap, timeToLive } = expectation;
  return { request, previous, read, readable, gap, timeToLive, switchedFrom: null };
}

const isSwitch = (last: ModelRequest, request: ModelRequest): boolean =>
  last.model !== request.model && isSameConversation(last.promptTokens.tokens, request.promptTokens.tokens);

const isShort = (draft: Draft) =>
  isShortfall(draft.readable - draft.read, draft.readable) || isRewrittenBySwitch(draft);

/**
 * Another model read nothing and wrote its prompt anew: even a small prompt is then not an entry that came too late.
 */
const isRewrittenBySwitch = ({ request: { usage }, read, readable, switchedFrom }: Draft) =>
  switchedFrom !== null && readable > 0 && read === 0 && usage !== null && (cacheWritten(usage) ?? 0) > 0;

/** More was read than the log explains, or everything was read after it should have expired. */
const isOver = ({ read, readable, gap, timeToLive }: Draft) =>
  read > readable || (read === readable && read > 0 && gap !== null && gap > timeToLive.seconds);

const followsTypedMessage = ({ messages }: Transition) => messages.some((message) => message.origin === "typed");

/** Compares the two prompts; null without prompts, and after a model switch, when nothing can be shared. */
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
  const { request, read, readable } = transition;
  const { cause, confidence, evidence, reported } = classifyBreak(transition);
  // Tokens removed by a compaction were not paid for again, so the loss is at most this prompt's size.
  const lostTokens = Math.max(0, Math.min(readable, request.promptTokens.tokens) - read);
  return {
    request: request.index,
    cause,
    letter: LETTER_OF_CAUSE[cause],
    confidence,
    isExpected: cause === "ttl-expiry" || cause === "compaction",
    lostTokens,
    lostCost: lostMoney(lostTokens, request.usage, pricesThen(modelOf(request.model), request.startedAt)),
    evidence,
    divergence: transition.prompts?.divergence ?? null,
    ...(reported && { reported }),
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
