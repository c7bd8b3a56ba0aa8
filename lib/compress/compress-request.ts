import { type CompressBody, compressBody } from "../api/schemas/compress-body";
import type { OutputSource } from "../api/schemas/stored-output";
import { jsonText } from "../conversation/exact-json";
import { carriedAlone } from "../pipeline/compress-bound";
import type { Compression } from "../strategies/grammar/compression";
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
import { outputSources } from "./output-sources";
import { prefixChange } from "./prefix-change";
import { type ReadBody, withBody } from "./read-body";
import { failedSummary, failureProblem } from "./result-problems";
import { summaryDesk } from "./summary-rules";
import type { KeptText, Surroundings } from "./surroundings";

export type CompressOptions = CallOptions & {
  /** Told of steps, edits and warnings before there is an answer. */
  readonly emit?: Emit;
  /** False if nothing is kept, whatever the body says: a state is then never a reference. */
  readonly keepsOutputs?: boolean;
};

/**
 * All that POST /api/compress does, in process: takes a parsed body and gives what the route answers, or the problem
 * that it answers with.
 */
export const compressRequest = (
  body: unknown,
  options: CompressOptions,
  surroundings: Surroundings,
): Promise<CallResult> => asResult(() => withBody(body, compressBody, (read) => compress(read, options, surroundings)));

async function compress(
  read: ReadBody<CompressBody>,
  { summaries, warnings: given = [], emit = () => {}, keepsOutputs = true }: CompressOptions,
  surroundings: Surroundings,
): Promise<CallOutcome> {
  const { sha256, elapsedMs, known } = surroundings;
  const startedAt = elapsedMs();
  const { request } = read;
  const source = readHistory({ ...request, onBroken: onBroken(request) }, read.settings, surroundings);
  const { conversation } = source;
  const store = new MemoryStore(sha256);
  const desk = summaryDesk(request, summaries, source.codec.id);
  const environment = { ...environmentOf(request, source, { ...surroundings, store }), summaries: desk.rules };
  const options = optionsOf(request, source, surroundings);
  const isKept = keepsOutputs && request.store && !request.dry_run;
  /** All that a decision depends on besides the messages. What is kept is kept by the call that puts it aside. */
  const settingsKey = () => {
    const { strategy, target, trigger, drain, protect } = request;
    const { budget, prices, tokenizer, fixedTokens } = environment;
    const limits = { target, trigger, drain, protect, budget, prices, tokenizer: tokenizer.id, fixedTokens };
    const sent = { strategy, model: request.model, format: source.codec.id, tools: conversation.tools };
    return sha256([jsonText({ ...sent, ...limits, pinned: source.pinned, isKept })]);
  };
  const sentState = await readState(request.state, surroundings);
  const carried = carriedEdits(sentState, conversation, { ...environment, ...options }, sha256);
  const grown = compressGrown(conversation, request.strategy ?? null, environment, {
    ...options,
    carried: carried.edits,
    carriedAt: carried.state?.requests ?? null,
    ...(known && !source.stored && { remembered: { memory: known.decisions, key: settingsKey() } }),
  });
  const tried = grown.compression;
  const needs = desk.missing();
  if (needs) return { answer: null, needs };
  const hasNoSummary = failedSummary(tried) !== null;
  const hasState = carried.edits.length > 0;
  const compression = hasNoSummary && hasState ? carriedAlone(conversation, carried.edits, tried, environment) : tried;
  emitProgress(compression, emit);
  const places = { strategy: "$.strategy", limit: request.drain ? "$.drain" : "$.target" };
  if (compression.failure && !hasNoSummary) throw failureProblem(compression, places, source.wire);
  const encoded = request.dry_run ? {} : encodeResult(source, compression, { hasState, isApart: read.isApart });
  const next = request.dry_run ? null : nextState(compression, conversation, carried, sha256, grown.requests);
  const state = await writeState(next, isKept, surroundings);
  const sourceOf = outputSources(compression, conversation);
  if (isKept) await keepOriginals(compression, store, sourceOf, surroundings.keep);
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

/** A caller that sends what it gets back must not be left without messages because a model did not answer. */
const unchanged = (hasState: boolean) => ({
  code: "messages-unchanged",
  message: `no summary could be had, so the messages are those that were sent${hasState ? ", with the edits of state" : ""}: try again, name another summarizer, or use "summarizer": "extractive", which needs no model`,
});

/** Keeps the originals that the result refers to, except those of an earlier call, which kept them. */
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
