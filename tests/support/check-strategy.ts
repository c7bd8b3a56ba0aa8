import { expect } from "vitest";
import { applyEdits } from "@/lib/conversation/apply-edits";
import { atomsOf } from "@/lib/conversation/atoms";
import { findViolations } from "@/lib/conversation/invariants";
import { type Conversation, isTypedUser } from "@/lib/conversation/message";
import { evaluateValidity } from "@/lib/evaluation/validity";
import { CODECS } from "@/lib/formats";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/compression";
import { createView } from "@/lib/strategies/create-view";
import type { Environment } from "@/lib/strategies/environment";
import type { Recipe } from "@/lib/strategies/recipe";

const WIRES = CODECS.filter(({ id }) => id === "openai-chat" || id === "anthropic");

/** A second run on the result is a `noop`, or its result is the same again. False for cuts, which go on cutting. */
export type CheckOptions = { readonly isIdempotent?: boolean; readonly isFaithful?: boolean };

/** The laws of every strategy, stated once. Returns the compression for further expectations. */
export function checkStrategy(
  recipe: Recipe,
  conversation: Conversation,
  environment: Environment,
  options: CheckOptions = {},
): Compression {
  const result = compressConversation(conversation, recipe, environment);
  checkStatus(result, conversation);
  checkPairs(result, conversation);
  checkAccount(result, conversation);
  checkProtected(result, conversation, environment, options);
  checkNumbers(result, conversation, environment);
  if (result.status === "applied") expect(evaluateValidity(conversation, result, WIRES).violations).toEqual([]);
  const again = compressConversation(structuredClone(conversation), recipe, environment);
  expect(JSON.stringify({ ...again, cache: result.cache })).toBe(JSON.stringify(result));
  if (options.isIdempotent) {
    const second = compressConversation(result.conversation, recipe, environment);
    expect(second.conversation).toEqual(result.conversation);
  }
  return result;
}

function checkStatus(result: Compression, conversation: Conversation) {
  if (result.status === "applied") return expect(result.edits.length).toBeGreaterThan(0);
  expect(result.conversation).toBe(conversation);
  expect(result.edits).toEqual([]);
  if (result.status === "failed") expect(result.failure?.code).toBeTruthy();
}

/** 1: no violation that the input did not have; batches stay whole; signed reasoning goes with its exchange or stays. */
function checkPairs(result: Compression, conversation: Conversation) {
  const before = countCodes(conversation);
  for (const [code, count] of countCodes(result.conversation))
    expect(count, code).toBeLessThanOrEqual(before.get(code) ?? 0);
  const fates = new Map(result.provenance.map((fate) => [fate.partId, fate.fate]));
  const unsafe = new Set(findViolations(conversation).flatMap(({ partId }) => partId ?? []));
  for (const atom of atomsOf(conversation)) {
    const gone = atom.partIds.filter((id) => !unsafe.has(id) && fates.get(id) === "dropped").length;
    const all = atom.partIds.filter((id) => !unsafe.has(id)).length;
    if (atom.kind === "exchange") expect([0, all]).toContain(gone);
  }
  for (const message of conversation.messages)
    for (const part of message.parts) if (part.type === "reasoning") expect(fates.get(part.id)).not.toBe("replaced");
}

function countCodes(conversation: Conversation): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of findViolations(conversation)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** 2 and 8: every part is accounted for once, kept parts are the same objects, edits survive JSON and replay. */
function checkAccount(result: Compression, conversation: Conversation) {
  const parts = conversation.messages.flatMap((message) => message.parts);
  expect(result.provenance.map(({ partId }) => partId)).toEqual(parts.map(({ id }) => id));
  const left = new Map(result.conversation.messages.flatMap((message) => message.parts.map((part) => [part.id, part])));
  const inserted = result.edits.flatMap((edit) => (edit.op === "insert" ? edit.message.parts.length : []));
  result.provenance.forEach((fate, index) => {
    if (fate.fate === "kept") expect(left.get(fate.partId)).toBe(parts[index]);
    if (fate.fate === "dropped") expect(left.has(fate.partId)).toBe(false);
    if (fate.fate === "replaced") expect(left.has(fate.by)).toBe(true);
  });
  const survivors = result.provenance.filter(({ fate }) => fate !== "dropped").length;
  expect(left.size).toBe(survivors + inserted.reduce((sum, count) => sum + count, 0));
  const replayed = applyEdits(conversation, JSON.parse(JSON.stringify(result.edits)));
  expect(replayed).toEqual(result.conversation);
}

/** 3: system, last typed user message, live tail and what the caller protects are untouched. */
function checkProtected(
  result: Compression,
  conversation: Conversation,
  environment: Environment,
  { isFaithful }: CheckOptions,
) {
  const fates = new Map(result.provenance.map((fate) => [fate.partId, fate.fate]));
  const view = createView(conversation, environment);
  for (const partId of isFaithful ? view.pinned() : view.protectedIds()) expect(fates.get(partId)).toBe("kept");
  if (isFaithful) return;
  const lastTyped = conversation.messages.findLast(isTypedUser);
  if (lastTyped) expect(result.conversation.messages).toContain(lastTyped);
}

/** 4, 9, 10: tokens never grow; stats are the sum of the edits; the prefix is the longest common one. */
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
  expect(cache.prefixTokensKept).toBe(prefix);
  if (result.status === "applied") expect(cache.suffixTokensRewritten).toBe(stats.tokensAfter - prefix);
}
