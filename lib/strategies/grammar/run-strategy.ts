import { originsOf, type Provenance, provenanceOf, renderEdits } from "../../conversation/apply-edits";
import { droppedBy, type Edit, type StoreReference, savedBy } from "../../conversation/edit";
import { findSplitLoops, findViolations, type Violation } from "../../conversation/invariants";
import type { Conversation } from "../../conversation/message";
import { type Part, partText } from "../../conversation/part";
import { staysValid } from "../../conversation/stays-valid";
import { type EditTrace, traceEdits } from "../../conversation/trace-edits";
import { type CacheEffect, cacheEffectOf, effectOnArrival } from "./cache-effect";
import type { Compression, CompressionFailure, CompressionStats } from "./compression";
import { createView } from "./create-view";
import type { Environment } from "./environment";
import { isNoteText } from "./note-head";
import { NO_LIMIT, type Outcome, type Procedure, type Warning, WINDOW_UNKNOWN } from "./procedure";
import type { View } from "./view";

/**
 * Runs one procedure and checks its result; applies the proposed edits once. A result that breaks a rule the input kept
 * is rejected (`failed`, code `invalid-result`). A result that saves nothing is a `noop`, and one over the target fails
 * with `budget-unachievable`. Every status except `applied` returns the input conversation.
 */
export function runStrategy(
  conversation: Conversation,
  procedure: Procedure,
  strategy: Compression["strategy"],
  environment: Environment,
): Compression {
  const view = createView(conversation, environment);
  const known = findViolations(conversation, view.parts(), view.pairs());
  const outcome = procedure(view);
  const warnings = [...inputWarnings(known), ...outcome.warnings];
  const unchanged = (status: "noop" | "unavailable" | "failed", more: readonly Warning[] = []): Compression => ({
    ...untouched(view, outcome, strategy),
    status,
    warnings: [...warnings, ...more],
  });
  if (outcome.status === "failed") return refuse(unchanged("failed"), { code: "strategy-failed", message: "" });
  if (outcome.status === "unavailable") return unchanged("unavailable");
  if (outcome.edits.length === 0 && outcome.trigger?.needsWindow) return unchanged("unavailable", [WINDOW_UNKNOWN]);

  const trace = traceEdits(view.parts(), outcome.edits);
  const result = outcome.edits.length === 0 ? conversation : renderEdits(conversation, trace);
  const broken = result === conversation ? [] : brokenRules(view, known, trace, { result, edits: outcome.edits });
  if (broken.length > 0) return refuseInvalid(unchanged("failed"), broken);
  const tokensAfter = view.tokens() - savedBy(outcome.edits);
  const missed = missesTarget(view, tokensAfter);
  if (missed) return refuse(unchanged("failed"), missed);
  if (outcome.edits.length === 0) return unchanged("noop", whyNothing(view, outcome));
  // Equal counts are accepted only if something was really removed (an empty part has no tokens).
  if (
    tokensAfter > view.tokens() ||
    (tokensAfter === view.tokens() && !outcome.edits.some((edit) => edit.op === "drop"))
  )
    return unchanged("noop", [noGain(view.tokens(), tokensAfter)]);
  const provenance = provenanceOf(view.parts(), trace);
  return {
    status: "applied",
    conversation: result,
    edits: outcome.edits,
    provenance,
    stats: deriveStats(view, result, provenance, tokensAfter),
    trigger: outcome.trigger,
    steps: outcome.steps,
    cache: effectOf(view, result, tokensAfter, strategy),
    warnings,
    references: referencesOf(outcome.edits, provenance),
    strategy,
  };
}

/** New messages were compressed before they were first sent, so nothing has to be rewritten. */
function effectOf(
  { conversation, environment, tokens }: View,
  result: Conversation,
  after: number,
  { mode }: Compression["strategy"],
): CacheEffect {
  const before = tokens();
  if (mode === "late-cut") return cacheEffectOf(conversation, result, { before, after }, environment);
  return effectOnArrival({ before, after }, environment);
}

/** Derives all numbers from the input's tokens and the edits. */
function deriveStats(view: View, after: Conversation, provenance: Provenance, tokensAfter: number): CompressionStats {
  const tokensBefore = view.tokens();
  const tokensSaved = tokensBefore - tokensAfter;
  return {
    tokensBefore,
    tokensAfter,
    tokensSaved,
    savedFraction: tokensBefore === 0 ? 0 : tokensSaved / tokensBefore,
    messagesBefore: view.conversation.messages.length,
    messagesAfter: after.messages.length,
    parts: countStatuses(provenance),
    tokenizer: view.environment.tokenizer,
  };
}

function countStatuses(provenance: Provenance): CompressionStats["parts"] {
  const parts = { kept: 0, replaced: 0, putAside: 0, dropped: 0 };
  for (const part of provenance) {
    if (part.status === "replaced") parts[part.reference === undefined ? "replaced" : "putAside"] += 1;
    else parts[part.status] += 1;
  }
  return parts;
}

export function untouched(view: View, outcome: Outcome, strategy: Compression["strategy"]): Compression {
  const { conversation, environment } = view;
  const provenance = provenanceOf(view.parts(), traceEdits(view.parts(), []));
  return {
    status: "noop",
    conversation,
    edits: [],
    provenance,
    stats: deriveStats(view, conversation, provenance, view.tokens()),
    trigger: outcome.trigger,
    steps: [],
    cache: cacheEffectOf(conversation, conversation, { before: view.tokens(), after: view.tokens() }, environment),
    warnings: [],
    references: [],
    strategy,
  };
}

function refuse(compression: Compression, failure: CompressionFailure): Compression {
  const message = failure.message === "" ? (compression.warnings.at(-1)?.message ?? failure.code) : failure.message;
  return {
    ...compression,
    failure: { ...failure, message },
    warnings: [...compression.warnings, { code: failure.code, message }],
  };
}

function refuseInvalid(compression: Compression, violations: readonly Violation[]): Compression {
  const rules = violations.map(({ code, message, partId }) => ({
    code,
    message,
    ...(partId !== undefined && { partId }),
  }));
  const message = `the result would break ${violations.length} rule(s): ${[...new Set(rules.map(({ code }) => code))].join(", ")}`;
  const refused = refuse(compression, { code: "invalid-result", message });
  return { ...refused, warnings: [...refused.warnings, ...rules], violations };
}

/**
 * Rules that the input kept and the result breaks. A valid input's result is fully checked only if its edits may
 * break a rule.
 */
function brokenRules(
  view: View,
  known: readonly Violation[],
  trace: EditTrace,
  { result, edits }: { readonly result: Conversation; readonly edits: readonly Edit[] },
): Violation[] {
  const isSound = known.length === 0 && staysValid(view.parts(), view.pairs(), trace);
  return [
    ...(isSound ? [] : newViolations(known, findViolations(result), edits)),
    ...splitLoops(view, edits),
    ...nothingLeft(view.conversation, result),
  ];
}

/** Every provider rejects a request without messages or with only empty ones. */
function nothingLeft(before: Conversation, after: Conversation): Violation[] {
  const isEmpty = (part: Part) => part.type === "text" && part.text.trim() === "";
  const isSaid = ({ messages }: Conversation) =>
    messages.some(({ role, parts }) => role !== "system" && parts.some((part) => !isEmpty(part)));
  if (isSaid(after) || !isSaid(before)) return [];
  return [{ code: "no-messages", message: "nothing but instructions would be left", messageId: "" }];
}

/** Violations that the result has and the input did not, under the ids of the original parts. */
function newViolations(known: readonly Violation[], found: readonly Violation[], edits: readonly Edit[]): Violation[] {
  if (found.length === 0) return [];
  const origins = originsOf(edits);
  const keyOf = ({ code, messageId, partId }: Violation) =>
    JSON.stringify([code, messageId, partId === undefined ? null : (origins.get(partId) ?? partId)]);
  const old = new Set(known.map(keyOf));
  return found.filter((violation) => !old.has(keyOf(violation)));
}

function splitLoops(view: View, edits: readonly Edit[]): Violation[] {
  const dropped = originalsDroppedBy(edits);
  if (dropped.size === 0 || view.loops().length === 0) return [];
  return findSplitLoops(view.conversation, dropped, view.loops());
}

/** Ids of the removed original parts, including those replaced first. */
function originalsDroppedBy(edits: readonly Edit[]): Set<string> {
  const dropped = droppedBy(edits);
  if (dropped.length === 0) return new Set();
  const origins = originsOf(edits);
  return new Set(dropped.map((id) => origins.get(id) ?? id));
}

const inputWarnings = (known: readonly Violation[]): Warning[] =>
  known.map(({ code, message, partId }) => ({
    code: `input-${code}`,
    message,
    ...(partId !== undefined && { partId }),
  }));

function missesTarget(view: View, tokensAfter: number): CompressionFailure | null {
  const { target, mayMissTarget } = view.environment.budget;
  if (target === undefined || mayMissTarget || tokensAfter <= target) return null;
  let protectedTokens = 0;
  for (const { part } of view.entries())
    if (view.protectedIds().has(part.id)) protectedTokens += view.environment.tokensOf(part);
  const bestTokens = Math.min(tokensAfter, view.tokens());
  return {
    code: "budget-unachievable",
    message: `${bestTokens} tokens are the fewest that this strategy can reach, and the target is ${target}; ${protectedTokens} tokens are protected and ${view.environment.fixedTokens} come before the messages`,
    bestTokens,
    protectedTokens,
  };
}

/** Why nothing was done: if the trigger did not fire, its numbers explain it; otherwise a warning must explain it. */
function whyNothing(view: View, { trigger, warnings }: Outcome): Warning[] {
  const hasReason = warnings.some(({ code }) => code !== NO_LIMIT.code); // this warning reports what is left undone, not why
  const isExplained = hasReason || (trigger !== null && !trigger.fired && trigger.isForced !== true);
  if (isExplained) return [];
  const parts = view.entries();
  const safe = parts.filter(({ part }) => view.protectedIds().has(part.id)).length;
  const message = `this strategy's rules change no part; ${safe} of ${parts.length} parts are protected`;
  return [{ code: "nothing-qualifies", message }];
}

const noGain = (before: number, after: number): Warning => ({
  code: "no-gain",
  message: `the result would have ${after} tokens, the original has ${before}`,
});

/**
 * Distinct references that the result still shows, in place of a part or in a note. If a text appeared several times,
 * its reference describes the first place.
 */
function referencesOf(edits: readonly Edit[], provenance: Provenance): StoreReference[] {
  const shown = new Set(edits.flatMap(referencesInNote));
  for (const part of provenance) if (part.status === "replaced" && part.reference) shown.add(part.reference);
  const references = new Map<string, StoreReference>();
  for (const edit of edits)
    if (edit.op === "replace" && edit.reference && shown.has(edit.reference.id) && !references.has(edit.reference.id))
      references.set(edit.reference.id, edit.reference);
  return [...references.values()];
}

/** References listed in a note that the edit writes. */
function referencesInNote(edit: Edit): readonly string[] {
  const parts = edit.op === "insert" ? edit.message.parts : edit.op === "replace" ? [edit.produced] : [];
  const notes = parts.filter((part) => part.type === "text" && isNoteText(part.text)).map(partText);
  return notes.flatMap((note) => note.match(/out_[0-9a-f]+/g) ?? []);
}
