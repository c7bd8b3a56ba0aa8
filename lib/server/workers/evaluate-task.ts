import type { CompareBody } from "@/lib/api-schemas/compress-body";
import { type EvaluateBody, evaluateBody, type SentConversation } from "@/lib/api-schemas/evaluate-body";
import { matchParts } from "@/lib/api-schemas/evaluate-match";
import { evaluationJson } from "@/lib/api-schemas/evaluation-json";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import type { Evaluation } from "@/lib/evaluation/evaluate";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import { findNeeded, toFuture } from "@/lib/evaluation/future";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { brokenOnWire } from "@/lib/evaluation/validity";
import type { Codec } from "@/lib/formats";
import { measureCacheEffect } from "@/lib/strategies/cache-effect";
import { requestTokens } from "@/lib/strategies/create-view";
import type { Environment } from "@/lib/strategies/environment";
import { Problem, problemOf } from "../problem";
import { problemOfZod } from "../zod-problem";
import type { BodyInput, BodyOutput } from "./body-task";
import { environmentOf, MemoryStore } from "./compress-environment";
import type { ConversationSource } from "./conversation-source";
import { loadFuture } from "./evaluator";
import { loadContext, type StoredContext } from "./load-context";
import { parseJsonBody } from "./parse-json";
import { codecFor, codecOf, type SentBody, sentBody } from "./sent-body";

/** POST /api/evaluate: what a compression lost, whoever made it. */
export function evaluateTask({ body }: BodyInput): BodyOutput {
  const parsed = evaluateBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const request = parsed.data;
  const stored = request.session ? loadContext(request.session.id, request.session.request) : null;
  const compressed = decode(request.compressed, "compressed", request.model);
  const original = request.original
    ? decode(request.original, "original", request.model).conversation
    : (stored as StoredContext).conversation;
  const environment = environmentFor(request, original, stored, compressed.codec);
  return { json: JSON.stringify(answerOf(original, compressed, environment, stored)), outputs: [] };
}

type Decoded = { readonly conversation: Conversation; readonly codec: Codec; readonly sent: SentBody };

/** Broken rules are part of the answer, not a reason to refuse it. */
function decode({ format, ...keys }: SentConversation, name: string, model: string | undefined): Decoded {
  const sent = sentBody({ ...keys, format });
  if (sent === null) throw new Problem(422, "no-conversation", `${name} holds no conversation`);
  const codec = codecFor(format, sent, model);
  const decoded = codec.decode(sent);
  if (!decoded.ok) throw problemOf(422, { ...decoded.error, at: `$.${name}${(decoded.error.at ?? "$").slice(1)}` });
  const { conversation } = decoded.value;
  if (conversation.messages.length > 0) return { conversation, codec, sent };
  throw new Problem(422, "no-conversation", `${name} has no messages`, {
    errors: [{ pointer: `$.${name}.${Object.keys(sent)[0]}`, detail: "empty" }],
  });
}

/** The ledger's counts where the original is the stored prompt; else everything is counted here. */
function environmentFor(
  { original: given, model, tokenizer, context_window }: EvaluateBody,
  conversation: Conversation,
  stored: StoredContext | null,
  codec: Codec,
): Environment {
  const known = { model: model ?? stored?.request.model ?? undefined, tokenizer, context_window };
  const settings = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  const body: CompareBody = { format: "auto", force: false, include: [], repair: false, strategies: [], ...settings };
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
  return environmentOf(body, source, new MemoryStore());
}

function answerOf(original: Conversation, sent: Decoded, environment: Environment, stored: StoredContext | null) {
  const compressed = matchParts(original, sent.conversation);
  const roots = stored?.project?.startsWith("/") ? [stored.project] : [];
  const readers = createReaders(environment.tokensOf, roots);
  const evidence = gatherEvidence(original, readers);
  const future = stored && toFuture(loadFuture(stored), stored.request.agent);
  const needed = future && future.length > 0 ? findNeeded(evidence, future, readers) : null;
  const cache = measureCacheEffect(original, compressed, environment);
  const evaluation: Evaluation = {
    validity: validityOf(original, compressed, sent),
    economics: {
      prefix_tokens_kept: cache.prefixTokensKept,
      suffix_tokens_rewritten: cache.suffixTokensRewritten,
      break_even_requests: cache.breakEvenRequests,
      refetch_tokens: null,
      tokens_per_task: null,
    },
    loss: measureLoss({ evidence, needed, readers }, { conversation: compressed, edits: [] }),
  };
  return { stats: statsOf(original, compressed, environment), ...evaluationJson(evaluation, evidence) };
}

/** Rules that the compressed body breaks and the original kept, those of its own wire format among them. */
function validityOf(original: Conversation, compressed: Conversation, { codec, sent }: Decoded) {
  const own = brokenOnWire(original, findViolations(original), findViolations(compressed));
  const onWire = codecOf(codec.id);
  const violations = [
    ...own,
    ...brokenOnWire(original, onWire.validate(onWire.encode(original)), onWire.validate(sent)),
  ];
  return { valid: violations.length === 0, violations };
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
