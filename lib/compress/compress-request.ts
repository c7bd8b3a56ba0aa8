import type { PrefixAnswer } from "../api/schemas/compress";
import { type CompressBody, compressBody } from "../api/schemas/compress-body";
import type { OutputSource } from "../api/schemas/stored-output";
import { originsOf } from "../conversation/apply-edits";
import type { Edit } from "../conversation/edit";
import { jsonText } from "../conversation/exact-json";
import type { Conversation, Message } from "../conversation/message";
import type { Part, ToolCallPart } from "../conversation/part";
import { carriedAlone } from "../pipeline/compress-bound";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import { callFacts } from "../tools/call-facts";
import { type Grown, isOnArrival } from "./as-it-grew";
import { asResult, type CallOptions, type CallOutcome, type CallResult } from "./call";
import { carriedEdits, nextState } from "./carried-edits";
import { compressAnswer, type Emit, emitProgress, handBack } from "./compress-answer";
import { compressGrown } from "./compress-grown";
import { onBroken, readHistory } from "./conversation-source";
import { encodeResult } from "./encode-result";
import { environmentOf, optionsOf } from "./environment-of";
import { evaluatorOf } from "./evaluator";
import { readState, writeState } from "./kept-state";
import { MemoryStore } from "./memory-store";
import { type ReadBody, withBody } from "./read-body";
import { failedSummary, failureProblem } from "./result-problems";
import { summaryDesk } from "./summary-rules";
import type { KeptText, Surroundings } from "./surroundings";

export type CompressOptions = CallOptions & {
  /** Receives steps, edits and warnings before the answer. */
  readonly emit?: Emit;
  /** False if nothing is stored, whatever the body requests; a state is then never a reference. */
  readonly keepsOutputs?: boolean;
};

/** Handles POST /api/compress in process: takes a parsed body and returns the route's answer or its problem. */
export const compressRequest = (
  body: unknown,
  options: CompressOptions,
  surroundings: Surroundings,
): Promise<CallResult> => asResult(() => withBody(body, compressBody, (read) => compress(read, options, surroundings)));

async function compress(
  read: ReadBody<CompressBody>,
  { summaries, warnings: given = [], emit, keepsOutputs = true }: CompressOptions,
  surroundings: Surroundings,
): Promise<CallOutcome> {
  const { sha256, elapsedMs, known, keptIn } = surroundings;
  const startedAt = elapsedMs();
  const { request } = read;
  const source = readHistory({ ...request, onBroken: onBroken(request) }, read.settings, surroundings);
  const { conversation } = source;
  const store = new MemoryStore(sha256);
  const desk = summaryDesk(request, summaries, source.codec.id);
  const environment = { ...environmentOf(request, source, { ...surroundings, store }), summaries: desk.rules };
  const options = optionsOf(request, source, surroundings);
  const isKept = keepsOutputs && request.store && !request.dry_run;
  /**
   * Digest of everything that a decision depends on apart from the messages. It includes `isKept` and `keptIn`, because
   * only the call that puts an output aside stores it.
   */
  const settingsKey = () => {
    const { strategy, target, trigger, drain, protect } = request;
    const { budget, prices, tokenizer, fixedTokens } = environment;
    const limits = { target, trigger, drain, protect, budget, prices, tokenizer: tokenizer.id, fixedTokens };
    const sent = { strategy, model: request.model, format: source.codec.id, tools: conversation.tools };
    return sha256([jsonText({ ...sent, ...limits, pinned: source.pinned, isKept, keptIn, saved: desk.rules.saved })]);
  };
  const sentState = await readState(request.state, surroundings);
  const carried = carriedEdits(sentState, conversation, { ...environment, ...options }, sha256);
  const grown = compressGrown(conversation, request.strategy ?? null, environment, {
    ...options,
    carried: carried.edits,
    ...(known && !source.stored && { remembered: { memory: known.decisions, key: settingsKey() } }),
  });
  const tried = grown.compression;
  const needs = desk.missing();
  if (needs) return { answer: null, needs };
  const hasNoSummary = failedSummary(tried) !== null;
  const hasState = carried.edits.length > 0;
  const compression = hasNoSummary && hasState ? carriedAlone(conversation, carried.edits, tried, environment) : tried;
  if (emit) emitProgress(compression, emit);
  const places = { strategy: "$.strategy", limit: request.drain ? "$.drain" : "$.target" };
  if (compression.failure && !hasNoSummary) throw failureProblem(compression, places, source.wire);
  const encoded = request.dry_run ? {} : encodeResult(source, compression, { hasState, isApart: read.isApart });
  const next = request.dry_run ? null : nextState(compression, conversation, carried, sha256);
  const state = await writeState(next, isKept, surroundings);
  const sourceOf = outputSources(compression, conversation);
  if (isKept) await keepOriginals(compression, store, sourceOf, surroundings.keep);
  grown.remember?.();
  const answer = compressAnswer(request, source, compression, {
    id: `cmp_${surroundings.newId()}`,
    createdAt: surroundings.now(),
    ms: Math.round(elapsedMs() - startedAt),
    evaluate: request.include.includes("evaluation") ? evaluatorOf(source, environment) : () => null,
    calls: desk.calls,
    prompts: desk.takePrompts(),
    prefix: prefixChange(conversation, grown, compression, environment),
    sourceOf,
  });
  const warnings = [
    ...given,
    ...carried.warnings,
    ...desk.warnings,
    ...answer.warnings,
    ...(hasNoSummary ? [unchanged(hasState)] : []),
  ];
  return { answer: handBack({ ...answer, state, warnings }, encoded, read.isApart), needs: null };
}

/** Without this, a caller that forwards the result would have no messages if a model failed to answer. */
const unchanged = (hasState: boolean) => ({
  code: "messages-unchanged",
  message: `no summary could be made, so the messages are unchanged${hasState ? ", with the edits of state" : ""}: try again, name another summarizer, or use "summarizer": "extractive", which needs no model`,
});

/** Stores the originals that the result refers to, except those stored by an earlier call. */
async function keepOriginals(
  { references }: Compression,
  { contents }: MemoryStore,
  sourceOf: (reference: string) => OutputSource,
  keep: (kept: KeptText) => Promise<void>,
): Promise<void> {
  for (const { id, toolName, tokens } of references) {
    const text = contents.get(id);
    if (text !== undefined) await keep({ id, text, tool: toolName ?? null, tokens, source: sourceOf(id) });
  }
}

/**
 * Maximum length of a stored command in characters. A command may be an entire program, but the excerpt only has to be
 * recognisable.
 */
const LONGEST_COMMAND = 1_000;

/**
 * Maps a reference in the result to its original's position: the first one if the same text was put aside in several
 * places.
 */
export function outputSources(
  { edits }: Pick<Compression, "edits">,
  conversation: Conversation,
): (reference: string) => OutputSource {
  const places = new Map<string, string>();
  for (const edit of edits) {
    if (edit.op !== "replace" || !edit.reference || places.has(edit.reference.id)) continue;
    // An edit may replace a part that an earlier edit produced; that part's id is the original's with the step
    // appended.
    places.set(edit.reference.id, edit.targets[0].split("~", 1)[0] ?? edit.targets[0]);
  }
  const where = indexParts(conversation.messages);
  return (reference) => sourceOf(places.get(reference) ?? "", where, conversation);
}

/** Each part with its message, and the first call of each id, so that references need no scan of the history. */
type Where = {
  readonly parts: ReadonlyMap<string, { readonly message: Message; readonly part: Part }>;
  readonly calls: ReadonlyMap<string, ToolCallPart>;
};

function indexParts(messages: readonly Message[]): Where {
  const parts = new Map<string, { message: Message; part: Part }>();
  const calls = new Map<string, ToolCallPart>();
  for (const message of messages)
    for (const part of message.parts) {
      if (!parts.has(part.id)) parts.set(part.id, { message, part });
      if (part.type === "tool-call" && !calls.has(part.toolCallId)) calls.set(part.toolCallId, part);
    }
  return { parts, calls };
}

function sourceOf(partId: string, { parts, calls }: Where, { tools }: Conversation): OutputSource {
  const { message, part } = parts.get(partId) ?? {};
  const call = part ? callOf(part, calls) : null;
  const facts = call && callFacts(call, tools);
  return {
    part_id: partId,
    call_id: call?.toolCallId ?? (part?.type === "tool-result" ? part.toolCallId : null),
    paths: facts?.paths ?? [],
    command: facts?.command?.slice(0, LONGEST_COMMAND) ?? null,
    written_at: message?.time ?? null,
  };
}

function callOf(part: Part, calls: Where["calls"]): ToolCallPart | null {
  if (part.type === "tool-call") return part;
  return part.type === "tool-result" ? (calls.get(part.toolCallId) ?? null) : null;
}

const UNTOLD =
  "this strategy decides again at each call and does not know what was already sent; send state to keep earlier decisions";

const SAME_PREFIX: PrefixAnswer = {
  changed: false,
  first_message: null,
  why: null,
  rewritten_tokens: 0,
  cost: null,
};

/** Reports whether this prompt begins like the previous request's and, if not, why not and at what cost. */
function prefixChange(
  conversation: Conversation,
  { before }: Grown,
  compression: Compression,
  environment: Environment,
): PrefixAnswer {
  if (before === null) return { changed: null, first_message: null, why: UNTOLD, rewritten_tokens: null, cost: null };
  // Strategies that decide as messages arrive never change what was sent.
  const sent = compression.strategy.mode === "as-messages-arrive" ? 0 : messagesSentBefore(conversation);
  if (sent === 0) return SAME_PREFIX;
  const origins = originsOf(compression.edits);
  const places = placesOf(conversation);
  const changes = compression.edits
    .slice(before.length)
    .map((edit) => ({ edit, at: isOnArrival(edit) ? sent : firstPlace(edit, places, origins) }))
    .filter(({ at }) => at < sent);
  const [change] = changes.sort((one, other) => one.at - other.at);
  if (change === undefined) return SAME_PREFIX;
  const { trigger } = compression;
  const isByLimit = trigger?.fired === true && trigger.limit !== null;
  const rewritten = rewrittenTokens(change.at, sent, places, { before, compression, environment });
  const { prices } = environment;
  const amount = prices ? (rewritten * Math.max(0, prices.cacheWrite - prices.cacheRead)) / 1e6 : null;
  return {
    changed: true,
    first_message: change.at,
    why: isByLimit ? `${trigger.rule}: ${trigger.value}, limit ${trigger.limit}` : change.edit.reason,
    rewritten_tokens: rewritten,
    cost: amount === null ? null : { amount, currency: "USD" },
  };
}

/** Number of messages in the previous request: those before the newest answer. */
function messagesSentBefore({ messages }: Conversation): number {
  const answer = messages.findLastIndex(({ role }) => role === "assistant");
  if (answer < 0) return 0;
  return messages.slice(0, answer).findLastIndex(({ role }) => role !== "assistant") + 1;
}

/** Index of the message that contains a part, or has an id. */
function placesOf({ messages }: Conversation): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { id, parts }] of messages.entries())
    for (const key of [id, ...parts.map((part) => part.id)]) places.set(key, index);
  return places;
}

function firstPlace(edit: Edit, places: ReadonlyMap<string, number>, origins: ReadonlyMap<string, string>): number {
  if (edit.op === "insert") return edit.after === null ? 0 : (places.get(edit.after) ?? -1) + 1;
  return Math.min(...edit.targets.map((id) => places.get(origins.get(id) ?? id) ?? 0));
}

/**
 * Tokens after the change that the provider had cached and must write again. New content does not count, because it is
 * written in any case.
 */
function rewrittenTokens(
  first: number,
  sent: number,
  places: ReadonlyMap<string, number>,
  {
    before,
    compression,
    environment,
  }: { readonly before: readonly Edit[]; readonly compression: Compression; readonly environment: Environment },
): number {
  const known = new Set(before.flatMap((edit) => (edit.op === "insert" ? [edit.message.id] : [])));
  let [tokens, isBehind] = [0, false];
  for (const message of compression.conversation.messages) {
    const place = places.get(message.id);
    isBehind ||= place === undefined ? !known.has(message.id) : place >= first;
    if (isBehind && (place === undefined || place < sent)) tokens += environment.tokensOf(message);
  }
  return tokens;
}
