import { warningsAnswer } from "../api/answers/compression";
import { evaluationAnswer } from "../api/answers/evaluation";
import type { JudgeMaterial } from "../api/answers/judgement";
import { matchParts } from "../api/match-parts";
import { Problem, problemOf } from "../api/problem";
import type { CompareBody } from "../api/schemas/compress-body";
import { type EvaluateBody, evaluateBody, type SentConversation } from "../api/schemas/evaluate";
import type { JudgeFields } from "../api/schemas/judge";
import { CONVERSATION_FIELDS, omit } from "../api/whole-body";
import { problemOfZod } from "../api/zod-problem";
import { checkJson } from "../conversation/check-json";
import type { Result } from "../conversation/errors";
import { findViolations } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import { rootsOf } from "../evaluation/cut-at";
import { evaluateEconomics } from "../evaluation/economics";
import { type Evaluation, scoreIfChanged, scoreIfValid } from "../evaluation/evaluate";
import { createReaders, gatherEvidence } from "../evaluation/evidence";
import { findNeeded } from "../evaluation/future";
import { toFuture } from "../evaluation/future-step";
import { measureLoss } from "../evaluation/measure-loss";
import { brokenOnWire } from "../evaluation/validity";
import type { Codec } from "../formats";
import { compressConversation } from "../pipeline/compress-conversation";
import { measureCacheEffect } from "../strategies/grammar/cache-effect";
import { requestTokens } from "../strategies/grammar/create-view";
import type { Environment } from "../strategies/grammar/environment";
import type { Recipe } from "../strategies/recipe/recipe";
import { asResult } from "./call";
import { type ConversationSource, readConversation } from "./conversation-source";
import { environmentOf } from "./environment-of";
import { evaluatorOf } from "./evaluator";
import { type Contender, judgeMaterial } from "./judge-material";
import { MemoryStore } from "./memory-store";
import { choiceOf, indexWarnings, nameOfRequest } from "./request-choice";
import { failureProblem } from "./result-problems";
import { codecFor, codecOf, type SentBody, sentBody } from "./sent-body";
import type { StoredContext } from "./stored-context";
import type { Surroundings } from "./surroundings";

/** `answer`: the route's answer. `judge`: what to ask a judge before the answer is sent. */
export type EvaluateOutcome = {
  readonly answer: object;
  readonly judge: { readonly material: JudgeMaterial; readonly fields: JudgeFields } | null;
};

/**
 * Everything that POST /api/evaluate does before it asks a judge: measures what a compression lost, whoever made it,
 * and prepares the questions.
 */
export const evaluateRequest = (body: unknown, surroundings: Surroundings): Promise<Result<EvaluateOutcome, Problem>> =>
  asResult(() => evaluate(body, surroundings));

function evaluate(body: unknown, surroundings: Surroundings): EvaluateOutcome {
  const parsed = checkJson(evaluateBody, body);
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { compressed, strategy, judge: fields, ...given } = parsed.data;
  const model = given.model ?? modelOf(given.original) ?? modelOf(compressed);
  const request = { ...given, model };
  const measured = compressed
    ? measureSent(request, compressed, surroundings)
    : measureRecipe(request, strategy ?? null, surroundings);
  return { answer: measured.answer, judge: fields ? { material: materialFor(measured, fields), fields } : null };
}

const modelOf = (body: SentConversation | undefined) => (typeof body?.model === "string" ? body.model : undefined);

/** The judge's material. A recipe that fails is a 422, because the judgement would lack a requested candidate. */
function materialFor(
  { original, contender, environment, pinned }: Measured,
  { against, per_family }: JudgeFields,
): JudgeMaterial {
  const others = against.map((other, index): Contender => {
    if (other === "original") return { name: "original", conversation: original };
    const options = { force: other.force ?? false, protect: { ids: pinned } };
    const compression = compressConversation(original, other.strategy, environment, options);
    const places = { strategy: `$.judge.against[${index}].strategy`, limit: "$.target" };
    if (compression.failure) throw failureProblem(compression, places);
    return { name: compression.strategy.id, conversation: compression.conversation };
  });
  return judgeMaterial(original, [contender, ...others], environment, per_family);
}

/**
 * Compresses the original with a recipe and measures the result as POST /api/compress does. Summaries are extractive.
 */
function measureRecipe(request: EvaluateRequest, recipe: Recipe | null, surroundings: Surroundings): Measured {
  const { session, original, model, force = false } = request;
  const conversationOf = original ? definedOf({ ...original, session: undefined }) : { session };
  const settings = omit(original ?? {}, [...CONVERSATION_FIELDS, "format"]);
  const read = () =>
    readConversation(
      { format: "auto", onBroken: "refuse", ...definedOf({ model }), ...conversationOf },
      settings,
      surroundings,
    );
  const source = original ? within("original", read) : read();
  const stored = session && original ? surroundings.loadStored(session.id, choiceOf(session)) : source.stored;
  const { conversation, codec, pinned } = source;
  const environment = environmentFor(request, { original: conversation, stored, codec }, surroundings);
  const compression = compressConversation(conversation, recipe, environment, { force, protect: { ids: pinned } });
  if (compression.failure) throw failureProblem(compression, { strategy: "$.strategy", limit: "$.target" });
  const { status, strategy, conversation: result } = compression;
  const evaluation = evaluatorOf({ ...source, stored }, environment)(compression);
  const stats = statsOf(conversation, result, environment);
  return {
    original: conversation,
    contender: { name: strategy.id, conversation: result },
    environment,
    pinned,
    answer: {
      ...{ status, strategy, stats, ...requestAnswer(stored) },
      warnings: [...indexWarnings(session, stored?.request), ...warningsAnswer(compression)],
      ...evaluation,
    },
  };
}

/** Measures a result that somebody else made, against the sent original or the stored prompt. */
function measureSent(request: EvaluateRequest, compressed: SentConversation, surroundings: Surroundings): Measured {
  const { session } = request;
  const stored = session ? surroundings.loadStored(session.id, choiceOf(session)) : null;
  const sent = decode(compressed, "compressed", request.model);
  const original = request.original
    ? decode(request.original, "original", request.model).conversation
    : (stored as StoredContext).conversation;
  const environment = environmentFor(request, { original, stored, codec: sent.codec }, surroundings);
  const warnings = indexWarnings(session, stored?.request);
  const warned = warnings.length > 0 && { warnings };
  return {
    original,
    contender: { name: "compressed", conversation: sent.conversation },
    environment,
    pinned: [],
    answer: { ...requestAnswer(stored), ...warned, ...answerOf(original, sent, environment, stored) },
  };
}

const requestAnswer = (stored: StoredContext | null) => stored && { request: nameOfRequest(stored.request) };

type Decoded = { readonly conversation: Conversation; readonly codec: Codec; readonly sent: SentBody };

/** Decodes a conversation. Violations become part of the answer and are not rejected. */
function decode({ format, ...keys }: SentConversation, name: string, model: string | undefined): Decoded {
  return within(name, () => {
    const sent = sentBody({ ...keys, format }, omit(keys, CONVERSATION_FIELDS));
    if (sent === null) throw new Problem(422, "no-conversation", "it holds no conversation");
    const codec = codecFor(format, sent, model);
    const decoded = codec.decode(sent);
    if (!decoded.ok) throw problemOf(422, decoded.error);
    const { conversation } = decoded.value;
    if (conversation.messages.length > 0) return { conversation, codec, sent };
    throw new Problem(422, "no-conversation", "it has no messages", {
      errors: [{ pointer: `$.${Object.keys(sent)[0]}`, detail: "empty" }],
    });
  });
}

/** Adds the conversation's name to problems and their pointers, because the body contains two conversations. */
function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, detail, options } = error;
    const errors = (options.errors ?? []).map(({ pointer = "$", ...rest }) => ({
      ...rest,
      pointer: `$.${name}${pointer.slice(1)}`,
    }));
    throw new Problem(status, code, `${name}: ${detail}`, { ...options, errors });
  }
}

function answerOf(original: Conversation, sent: Decoded, environment: Environment, stored: StoredContext | null) {
  const compressed = matchParts(original, sent.conversation);
  const roots = rootsOf({ project: stored?.project ?? null });
  const readers = createReaders(environment.tokensOf, roots);
  const evidence = gatherEvidence(original, readers);
  const future = stored && toFuture(stored.future(), stored.request.agent);
  const needed = future && future.length > 0 ? findNeeded(evidence, future, readers) : null;
  const cache = measureCacheEffect(original, compressed, environment);
  const validity = validityOf(original, compressed, sent);
  const measured = measureLoss({ evidence, needed, readers }, { conversation: compressed, edits: [] });
  const loss = scoreIfChanged(scoreIfValid(measured, validity), !isSame(original, compressed));
  const evaluation: Evaluation = { validity, economics: evaluateEconomics(cache, loss), loss };
  return { stats: statsOf(original, compressed, environment), ...evaluationAnswer(evaluation, evidence) };
}

/** True if every part of the original is still in place. Parts that were sent back unchanged are the same objects. */
const isSame = (original: Conversation, compressed: Conversation): boolean =>
  original.messages.length === compressed.messages.length &&
  original.messages.every(({ parts }, at) => {
    const sent = compressed.messages[at]?.parts ?? [];
    return parts.length === sent.length && parts.every((part, place) => part === sent[place]);
  });

/** Rules, including the wire format's, that the compressed body breaks and the original does not. */
function validityOf(original: Conversation, compressed: Conversation, { codec, sent }: Decoded) {
  const own = brokenOnWire(original, findViolations(original), findViolations(compressed));
  const onWire = codecOf(codec.id);
  const violations = [
    ...own,
    ...brokenOnWire(original, onWire.validate(onWire.encode(original)), onWire.validate(sent)),
  ];
  return { valid: violations.length === 0, violations };
}

type EvaluateRequest = Omit<EvaluateBody, "compressed" | "strategy" | "judge">;

/** A measured result, and everything needed to compress the same original in other ways. */
type Measured = {
  readonly original: Conversation;
  readonly contender: Contender;
  readonly environment: Environment;
  /** Parts that only the provider can read. They keep their places. */
  readonly pinned: readonly string[];
  readonly answer: object;
};

type Counted = { readonly original: Conversation; readonly stored: StoredContext | null; readonly codec: Codec };

/** Uses the ledger's counts if the original is the stored prompt; otherwise everything is counted here. */
function environmentFor(
  { original: given, model, tokenizer, context_window }: EvaluateRequest,
  { original: conversation, stored, codec }: Counted,
  { vocabularies, sha256 }: Surroundings,
): Environment {
  const settings = definedOf({ model: model ?? stored?.request.model ?? undefined, tokenizer, context_window });
  const body: CompareBody = { format: "auto", force: false, include: [], strict: true, strategies: [], ...settings };
  const source: ConversationSource = {
    conversation,
    codec,
    wire: null,
    keys: [],
    stored: given ? null : stored,
    warnings: [],
    removed: [],
    pinned: [],
  };
  return environmentOf(body, source, { store: new MemoryStore(sha256), vocabularies });
}

function statsOf(original: Conversation, compressed: Conversation, environment: Environment) {
  const [before, after] = [requestTokens(original, environment), requestTokens(compressed, environment)];
  const originals = new Set(original.messages.flatMap((message) => message.parts));
  const parts = compressed.messages.flatMap((message) => message.parts);
  const kept = parts.filter((part) => originals.has(part)).length;
  return {
    tokens_before: before,
    tokens_after: after,
    tokens_saved: before - after,
    saved_fraction: before === 0 ? 0 : 1 - after / before,
    messages_before: original.messages.length,
    messages_after: compressed.messages.length,
    parts: { kept, written: parts.length - kept, gone: originals.size - kept },
    tokenizer: environment.tokenizer,
  };
}

const definedOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
