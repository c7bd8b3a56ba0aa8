import { laterRequests, ratesOf } from "@/lib/benchmark/later-requests";
import { type LaterRequest, measureNetCost, type PromptCut, type Rates } from "@/lib/benchmark/net-cost";
import type { Conversation } from "@/lib/conversation/message";
import { cutAt, rootsOf } from "@/lib/evaluation/cut-at";
import { createReaders, type Readers } from "@/lib/evaluation/evidence";
import { type Cut, measureLoss } from "@/lib/evaluation/measure-loss";
import { resolveModel } from "@/lib/models/resolve-model";
import { type Analysis, analyzeSession, mainModel } from "@/lib/pipeline/analyze-session";
import { type LoggedRequest, loggedRequests } from "@/lib/replay/logged-request";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { commonPrefixTokens } from "@/lib/strategies/grammar/cache-effect";
import { createEnvironment, type Environment } from "@/lib/strategies/grammar/environment";
import { isSummary } from "@/lib/strategies/summaries/summary-message";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import type { Session } from "@/lib/transcript/session";
import type { SharedSession } from "@/tests/support/shared-transcripts";
import { rememberingStore } from "@/tests/support/strategy-environment";
import type { Contender } from "./strategy-rows";

/** Cuts with fewer needed facts are left out. */
const FEWEST_NEEDED = 10;

/** The figures of one strategy at one cut, as shares. */
export type Point = {
  readonly session: string;
  readonly saved: number;
  /** Money saved until the session's end, as a share of what would have been spent; negative when more is spent. */
  readonly net: number;
  /** Money saved over the next ten requests. */
  readonly netOfTen: number;
  /** Money saved until the session's end, if needed facts that were lost have to be fetched again. */
  readonly netFetched: number;
  readonly recall: number;
  /** Measures that do not depend on Winnow's facts; 1 if the agent wrote no such run or word later. */
  readonly verbatim: number;
  readonly rareWords: number;
  readonly reachable: number;
  readonly artifacts: number;
  readonly overall: number | null;
};

export type Measured = {
  readonly points: ReadonlyMap<string, readonly Point[]>;
  readonly sessions: readonly { readonly name: string; readonly cuts: number }[];
  /** Numbers of requests after each cut until the client compacts or the session ends. */
  readonly following: readonly number[];
};

export type Place = {
  readonly session: string;
  /** Position of the response at whose request the cut is made. */
  readonly index: number;
  readonly cut: Cut;
  readonly environment: Environment;
  readonly readers: Readers;
  readonly later: readonly LaterRequest[];
  readonly rates: Rates;
};

/** Measures every contender at `cutsPerSession` cuts of every session. */
export function measureCuts(
  sessions: readonly SharedSession[],
  contenders: readonly Contender[],
  cutsPerSession: number,
): Measured {
  const points = new Map<string, Point[]>(contenders.map(({ name }) => [name, []]));
  const used: { name: string; cuts: number }[] = [];
  const following: number[] = [];
  for (const { file, session } of sessions) {
    const places = placesOf(file, session, cutsPerSession);
    for (const place of places) {
      following.push(place.later.length);
      for (const contender of contenders) points.get(contender.name)?.push(measure(contender, place));
    }
    if (places.length > 0) used.push({ name: file, cuts: places.length });
  }
  return { points, sessions: used, following };
}

/** The cuts of a session at which enough is needed later. */
export function placesOf(file: string, session: Session, cutsPerSession: number): Place[] {
  return placesAt(file, analyzeSession(session, loadVocabulary), cutPoints(session, cutsPerSession));
}

/** Measures the cuts at these responses. */
export function placesAt(file: string, analysis: Analysis, cuts: readonly number[]): Place[] {
  const { session, requests, cache, ledger } = analysis;
  const environment = environmentOf(analysis);
  const readers = createReaders(
    (part) => analysis.ledger.parts.get(part.id)?.tokens ?? environment.tokensOf(part),
    rootsOf(session),
  );
  const logged = loggedRequests({ session, requests, cache, outputFloors: ledger.outputs.floors }, "main");
  return cuts.flatMap((index) => {
    const cut = cutAt(session, index, readers);
    const start = logged.findIndex(({ request }) => request.index === index);
    if (start < 0 || (cut.needed?.entities.length ?? 0) < FEWEST_NEEDED) return [];
    return [{ session: file, index, cut, readers, ...stateAt(logged, start, environment) }];
  });
}

/** Cuts, evenly spaced between a quarter and nine tenths of the main agent's responses. */
function cutPoints({ responses }: Session, count: number): number[] {
  const own = responses.flatMap((response, index) => (response.agent === "main" ? [index] : []));
  const places = Array.from({ length: count }, (_, step) => 0.25 + (0.65 * step) / Math.max(1, count - 1));
  return [...new Set(places.map((share) => own[Math.floor(share * (own.length - 1))] ?? 0))];
}

/**
 * What a proxy would know when it sends this request: the prices, and how much of the prompt is still in the provider's
 * cache.
 */
function stateAt(logged: readonly LoggedRequest[], start: number, shared: Environment) {
  const entry = logged[start] as LoggedRequest;
  const { model, fixed } = entry;
  const later = laterRequests(logged, start);
  const rates = ratesOf(entry);
  const prices = { input: 1, cacheRead: rates.read, cacheWrite: rates.write };
  const cache = { prefixTokens: later[0]?.read ?? 0 };
  const budget = { window: model?.window ?? 200_000, reserve: 20_000 };
  return { later, rates, environment: { ...shared, fixedTokens: fixed, prices, cache, budget } };
}

function environmentOf({ session, ledger }: Analysis): Environment {
  const model = resolveModel(mainModel(session));
  const tokenizer = createTokenizer(model?.tokenizer ?? "o200k", loadVocabulary);
  return createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => ledger.parts.get(part.id)?.tokens,
    store: rememberingStore(),
  });
}

function measure(contender: Contender, place: Place): Point {
  const { session, cut, readers, later, rates } = place;
  const { conversation, edits } = contender.run(cut, place.environment);
  const { original } = cut.evidence;
  const loss = measureLoss(cut, { conversation, edits });
  const [before, after] = [tokensIn(original.messages, readers), tokensIn(conversation.messages, readers)];
  const change = changeOf(contender, place, conversation);
  const recall = loss.hindsight?.recall ?? 1;
  const fetched = loss.recoverability?.refetchTokens ?? 0;
  return {
    session,
    saved: before === 0 ? 0 : 1 - after / before,
    net: measureNetCost(change, later, rates).saved,
    netOfTen: measureNetCost(change, later.slice(0, 10), rates).saved,
    netFetched: measureNetCost({ ...change, fetched }, later, rates).saved,
    recall,
    verbatim: loss.hindsight?.verbatimRecall ?? 1,
    rareWords: loss.hindsight?.rareWordRecall ?? 1,
    reachable: recall + (1 - recall) * (loss.recoverability?.share ?? 0),
    artifacts: loss.artifacts.f1,
    overall: loss.dimensions.overall,
  };
}

const tokensIn = (messages: Conversation["messages"], { tokensOf }: Readers): number =>
  messages.reduce((sum, { parts }) => sum + parts.reduce((inner, part) => inner + tokensOf(part), 0), 0);

/** How many tokens the result removes from the following prompts. */
export function changeOf(contender: Contender, place: Place, conversation: Conversation): PromptCut {
  const { cut, readers, later, environment } = place;
  const { original } = cut.evidence;
  const removed = tokensIn(original.messages, readers) - tokensIn(conversation.messages, readers);
  return {
    removed,
    prefixKept: prefixKept(contender, { original, conversation, removed }, later, environment),
    summary: tokensIn(newSummaries(conversation, original), readers),
    fetched: 0,
  };
}

/**
 * Tokens that the first request after the cut can read. A strategy that decides as messages arrive has sent the same
 * before, so it reads what the log read, minus what is gone.
 */
function prefixKept(
  { mode }: Contender,
  { original, conversation, removed }: { original: Conversation; conversation: Conversation; removed: number },
  [first]: readonly LaterRequest[],
  environment: Environment,
): number {
  if (conversation === original) return first?.prompt ?? 0;
  if (mode === "as-messages-arrive") return Math.max(0, (first?.read ?? 0) - removed);
  return commonPrefixTokens(original, conversation, environment);
}

/** Summaries that a model would have written, recognised because the original does not contain them. */
function newSummaries({ messages }: Conversation, original: Conversation) {
  const known = new Set(original.messages);
  return messages.filter((message) => !known.has(message) && isSummary(message));
}
