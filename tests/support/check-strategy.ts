import { expect } from "vitest";
import { applyEdits } from "@/lib/conversation/apply-edits";
import { findSplitLoops, findViolations } from "@/lib/conversation/invariants";
import { type Conversation, isTypedUser } from "@/lib/conversation/message";
import { matchPairs } from "@/lib/conversation/pairs";
import { partText } from "@/lib/conversation/part";
import { indexParts } from "@/lib/conversation/part-index";
import { evaluateValidity } from "@/lib/evaluation/validity";
import { CODECS } from "@/lib/formats";
import type { Codec } from "@/lib/formats/codec";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { createView } from "@/lib/strategies/grammar/create-view";
import type { Environment } from "@/lib/strategies/grammar/environment";
import type { Recipe } from "@/lib/strategies/recipe/recipe";

export type CheckOptions = {
  /** A second run on the result is a `noop` or gives the same result. False for cuts, which continue to cut. */
  readonly isIdempotent?: boolean;
  readonly isFaithful?: boolean;
  /** Whether single calls of a batch may be removed with their results. */
  readonly splitsBatches?: boolean;
};

/** Whether the preset's product throws instead of sending a request that does not fit. */
const MAY_REFUSE = new Set([
  "continue-prune",
  "cline-agentic",
  "cline-agentic-0.0.86",
  "cline-basic",
  "cline-projection",
]);

/** The failures that a preset without a target may return. */
export const refusalsOf = (id: string): readonly (string | undefined)[] =>
  MAY_REFUSE.has(id) ? [undefined, "strategy-failed"] : [undefined];

/** The laws of every strategy, stated once. Returns the compression for further expectations. */
export function checkStrategy(
  recipe: Recipe,
  conversation: Conversation,
  environment: Environment,
  options: CheckOptions = {},
): Compression {
  const result = compressConversation(conversation, recipe, environment);
  checkStatus(result, conversation);
  checkPairs(result, conversation, options);
  checkAccount(result, conversation);
  checkProtected(result, conversation, environment, options);
  checkNumbers(result, conversation, environment);
  checkTexts(result, conversation);
  checkReferences(result, conversation, environment);
  if (result.status === "applied")
    expect(evaluateValidity(conversation, result, wiresFor(conversation)).violations).toEqual([]);
  const again = compressConversation(structuredClone(conversation), recipe, environment);
  expect(JSON.stringify({ ...again, cache: result.cache })).toBe(JSON.stringify(result));
  if (options.isIdempotent) {
    const second = compressConversation(result.conversation, recipe, environment);
    expectSame(second.conversation, result.conversation);
  }
  return result;
}

type Wire = Pick<Codec, "encode" | "validate">;

/** Originals recur with other strategies, so each is encoded and checked once per format. */
const WIRES: readonly Wire[] = CODECS.map((codec) => {
  const bodies = new WeakMap<Conversation, ReturnType<Wire["encode"]>>();
  const judged = new WeakMap<object, ReturnType<Wire["validate"]>>();
  return {
    encode: (conversation) => remember(bodies, conversation, codec.encode),
    validate: (body) => remember(judged, body as object, () => codec.validate(body)),
  };
});

function remember<K extends object, V>(known: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  const value = known.get(key) ?? make(key);
  known.set(key, value);
  return value;
}

/** For a long manual run: every wire format for each result (see tests/lib/strategies/laws.test.ts). */
const isThorough = process.env.WINNOW_LAWS !== undefined;

/** Two wire formats per conversation, in turn, so that all are covered in bounded time. */
function wiresFor({ messages }: Conversation) {
  if (isThorough) return WIRES;
  const first = messages.length % WIRES.length;
  return [...WIRES, ...WIRES].slice(first, first + 2);
}

function checkStatus(result: Compression, conversation: Conversation) {
  if (result.status === "applied") return expect(result.edits.length).toBeGreaterThan(0);
  expect(result.conversation).toBe(conversation);
  expect(result.edits).toEqual([]);
  if (result.status === "failed") expect(result.failure?.code).toBeTruthy();
}

/** 1: no violation that the input did not have; pairs and batches stay complete; reasoning is never edited. */
function checkPairs(result: Compression, conversation: Conversation, { splitsBatches = false }: CheckOptions) {
  const before = countCodes(conversation);
  for (const [code, count] of countCodes(result.conversation))
    expect(count, code).toBeLessThanOrEqual(before.get(code) ?? 0);
  const statuses = new Map(result.provenance.map((part) => [part.partId, part.status]));
  const isDropped = (id: string) => statuses.get(id) === "dropped";
  const unsafe = new Set(findViolations(conversation).flatMap(({ partId }) => partId ?? []));
  const parts = indexParts(conversation);
  const { callOf } = matchPairs(parts);
  const torn = parts.entries.filter(({ part: answer, number }) => {
    const call = parts.entries[callOf[number] as number]?.part;
    return call && !unsafe.has(answer.id) && !unsafe.has(call.id) && isDropped(answer.id) !== isDropped(call.id);
  });
  expect(torn).toEqual([]);
  for (const message of conversation.messages) {
    const calls = message.parts.filter(({ type, id }) => type === "tool-call" && !unsafe.has(id));
    const isSplit = !splitsBatches && new Set(calls.map(({ id }) => isDropped(id))).size > 1;
    const isEdited = message.parts.some(({ type, id }) => type === "reasoning" && statuses.get(id) === "replaced");
    if (isSplit || isEdited) expect({ message, isSplit, isEdited }).toBeUndefined();
  }
  const dropped = new Set(result.provenance.flatMap(({ partId, status }) => (status === "dropped" ? [partId] : [])));
  expect(findSplitLoops(conversation, dropped)).toEqual([]);
}

function countCodes(conversation: Conversation): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of findViolations(conversation)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** 2 and 8: every part is accounted for once, kept parts are the same objects, edits survive JSON and replay. */
function checkAccount(result: Compression, conversation: Conversation) {
  const parts = conversation.messages.flatMap((message) => message.parts);
  expectSame(
    result.provenance.map(({ partId }) => partId),
    parts.map(({ id }) => id),
  );
  const left = new Map(result.conversation.messages.flatMap((message) => message.parts.map((part) => [part.id, part])));
  const wrong = result.provenance.filter((part, index) => {
    if (part.status === "kept") return left.get(part.partId) !== parts[index];
    return part.status === "dropped" ? left.has(part.partId) : !left.has(part.by);
  });
  expect(wrong).toEqual([]);
  const survivors = result.provenance.filter(({ status }) => status !== "dropped").length;
  expect(left.size).toBe(survivors + insertedLeft(result));
  const replayed = applyEdits(conversation, JSON.parse(JSON.stringify(result.edits)));
  expectSame(replayed, result.conversation);
}

/** Deep equality by text: a failure prints both, and thousands of histories take seconds. */
function expectSame(found: unknown, wanted: unknown) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (left !== right) expect(left).toBe(right);
}

/** Parts that edits added and no later edit removed. */
function insertedLeft({ edits }: Compression): number {
  const ids = new Set<string>();
  for (const edit of edits) {
    if (edit.op === "insert") for (const { id } of edit.message.parts) ids.add(id);
    if (edit.op === "drop") for (const id of edit.targets) ids.delete(id);
    if (edit.op === "replace" && ids.delete(edit.targets[0])) ids.add(edit.produced.id);
  }
  return ids.size;
}

/** 3: system, last typed user message, live tail and what the caller protects are untouched. */
function checkProtected(
  result: Compression,
  conversation: Conversation,
  environment: Environment,
  { isFaithful }: CheckOptions,
) {
  const statuses = new Map(result.provenance.map((part) => [part.partId, part.status]));
  const view = createView(conversation, environment);
  const touched = [...(isFaithful ? view.pinned() : view.protectedIds())].filter((id) => statuses.get(id) !== "kept");
  expect(touched).toEqual([]);
  if (isFaithful) return;
  const lastTyped = conversation.messages.findLast(isTypedUser);
  if (lastTyped) expect(result.conversation.messages).toContain(lastTyped);
}

/** 11: no text is cut within a character, unless the input was. */
function checkTexts(result: Compression, conversation: Conversation) {
  const isWhole = ({ messages }: Conversation) =>
    messages.every(({ parts }) => parts.every((part) => partText(part).isWellFormed()));
  if (result.conversation !== conversation && isWhole(conversation)) expect(isWhole(result.conversation)).toBe(true);
}

/** What the result refers to is stored unchanged, and its place is recorded; only such results count as reversible. */
function checkReferences(
  { edits, references, conversation }: Compression,
  before: Conversation,
  { store }: Environment,
) {
  const contents = (store as { contents?: ReadonlyMap<string, string> } | undefined)?.contents;
  const originals = new Map(before.messages.flatMap(({ parts }) => parts.map((part) => [part.id, part] as const)));
  const left = new Map(conversation.messages.flatMap(({ parts }) => parts.map((part) => [part.id, part] as const)));
  for (const edit of edits) {
    if (edit.op === "drop") expect(edit.reversible).toBe(false);
    if (edit.op !== "replace") continue;
    expect(edit.reversible).toBe(edit.reference !== undefined);
    const original = originals.get(edit.targets[0]);
    if (!edit.reference || !contents || !original) continue;
    expect(contents.get(edit.reference.id)).toBe(partText(original));
    const shown = left.get(edit.produced.id);
    if (shown) expect(partText(shown)).toContain(edit.reference.id);
  }
  for (const { id } of contents ? references : []) expect(contents?.has(id)).toBe(true);
}

/**
 * 4, 9, 10: tokens never grow; stats are the sum of the edits; the prefix is the longest common one, or, for strategies
 * that decide on arrival, everything already sent.
 */
function checkNumbers(result: Compression, conversation: Conversation, environment: Environment) {
  const total = (value: Conversation) =>
    value.messages.reduce((sum, message) => sum + environment.tokensOf(message), environment.fixedTokens);
  const { stats, cache, edits } = result;
  expect(stats.tokensBefore).toBe(total(conversation));
  expect(stats.tokensAfter).toBe(total(result.conversation));
  expect(stats.tokensAfter).toBeLessThanOrEqual(stats.tokensBefore);
  expect(stats.tokensSaved).toBe(edits.reduce((sum, edit) => sum + edit.tokensBefore - edit.tokensAfter, 0));
  expect(stats.messagesAfter).toBe(result.conversation.messages.length);
  const before = conversation.messages.flatMap((message) => message.parts.map((part) => ({ message, part })));
  const after = result.conversation.messages.flatMap((message) => message.parts.map((part) => ({ message, part })));
  let prefix = environment.fixedTokens;
  for (const [index, { message, part }] of before.entries()) {
    const other = after[index];
    if (other?.part !== part || other.message.id !== message.id) break;
    prefix += environment.tokensOf(part);
  }
  const arrives = result.status === "applied" && result.strategy.mode === "as-messages-arrive";
  expect(cache.prefixTokensKept).toBe(arrives ? stats.tokensAfter : prefix);
  if (result.status === "applied" && !arrives) expect(cache.suffixTokensRewritten).toBe(stats.tokensAfter - prefix);
}
