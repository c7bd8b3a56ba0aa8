import { evaluationAnswer } from "../api/answers/evaluation";
import { matchParts } from "../api/match-parts";
import { Problem, problemOf } from "../api/problem";
import type { SentConversation } from "../api/schemas/evaluate";
import { CONVERSATION_FIELDS, omit } from "../api/whole-body";
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
import { measureCacheEffect } from "../strategies/grammar/cache-effect";
import type { Environment } from "../strategies/grammar/environment";
import { type EvaluateRequest, environmentFor, type Measured, statsOf } from "./evaluate-environment";
import { choiceOf, indexWarnings, nameOfRequest } from "./request-choice";
import { codecFor, codecOf, type SentBody, sentBody } from "./sent-body";
import type { StoredContext } from "./stored-context";
import type { Surroundings } from "./surroundings";

/** Measures a result that somebody else made, compared with the original that was sent or the stored prompt. */
export function measureSent(
  request: EvaluateRequest,
  compressed: SentConversation,
  surroundings: Surroundings,
): Measured {
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

/** Which request of a stored session it was. */
export const requestAnswer = (stored: StoredContext | null) => stored && { request: nameOfRequest(stored.request) };

type Decoded = { readonly conversation: Conversation; readonly codec: Codec; readonly sent: SentBody };

/** Decodes a conversation. Broken rules are part of the answer and no reason to refuse it. */
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

/** Adds the name of the conversation to problems and their pointers, because a body has two conversations. */
export function within<T>(name: string, read: () => T): T {
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

/** Whether every part of the original stands where it stood; parts that were sent back as they were are the same objects. */
const isSame = (original: Conversation, compressed: Conversation): boolean =>
  original.messages.length === compressed.messages.length &&
  original.messages.every(({ parts }, at) => {
    const sent = compressed.messages[at]?.parts ?? [];
    return parts.length === sent.length && parts.every((part, place) => part === sent[place]);
  });

/** Rules that the compressed body breaks but the original keeps, including those of its wire format. */
function validityOf(original: Conversation, compressed: Conversation, { codec, sent }: Decoded) {
  const own = brokenOnWire(original, findViolations(original), findViolations(compressed));
  const onWire = codecOf(codec.id);
  const violations = [
    ...own,
    ...brokenOnWire(original, onWire.validate(onWire.encode(original)), onWire.validate(sent)),
  ];
  return { valid: violations.length === 0, violations };
}
