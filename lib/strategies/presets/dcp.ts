import * as z from "zod";
import { mapFields } from "../../conversation/exact-json";
import type { JsonValue, ToolCallPart } from "../../conversation/part";
import { isContentField } from "../../tools/content-fields";
import { fieldsOf } from "../../tools/input-places";
import { duplicateCalls, supersededWrites } from "../facts/relations";
import { step, when } from "../grammar/combinators";
import { noInflation } from "../grammar/guards";
import { choice, flag, nameList, names, whole } from "../grammar/params";
import { type HistoryUnit, isFailedState, newestStart, type Selector } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { mapStrings, maskOutput, rewriteInput } from "../grammar/transforms";
import { always } from "../grammar/triggers";

const product = {
  name: "opencode-dcp (dynamic context pruning)",
  version: "1.2.3",
  date: "2026-11-22",
  read: "2026-11-22",
  source: "https://github.com/Tarquinen/opencode-dynamic-context-pruning",
};
export const DCP_PROTECTED = ["task", "todowrite", "todoread", "skill", "compress", "batch", "plan_enter", "plan_exit"];
const protectedTools = names(DCP_PROTECTED, "Tools that are never pruned");
const turnProtection = whole(
  0,
  "Number of newest `unit`s that are never pruned; the product's default, when enabled, is 4",
);
/** The product's "turn" is a step: one model answer. */
const unit = choice(["step", "turn"], "What is counted: model answers, as in the product, or typed prompts");

const REMOVED_OUTPUT = "[Output removed to save context: the same call was made again later]";
const REMOVED_INPUT = "[Content removed to save context: the file was read again later]";
const REMOVED_ERROR_INPUT = "[Input removed: the call failed]";

type Newest = { readonly count: number; readonly unit: HistoryUnit };

/** Limits `select` to parts of unprotected tools before the newest turns. */
const outside =
  (select: Selector, tools: readonly string[], newest: Newest): Selector =>
  (view) => {
    const start = newestStart(view, newest.count, newest.unit);
    return select(view).filter(({ parts }) =>
      parts.every((id) => {
        const entry = view.entry(id);
        return (
          entry && entry.messageIndex < start && !tools.includes((view.toolNameOf(entry.part) ?? "").toLowerCase())
        );
      }),
    );
  };

/**
 * Repeated calls before the newest turns. Calls in those turns are not compared, because the product does not see them
 * as repeats yet.
 */
const duplicatesBefore =
  ({ count, unit }: Newest): Selector =>
  (view) => {
    const start = newestStart(view, count, unit);
    return duplicateCalls(({ call }) => (view.entry(call.id)?.messageIndex ?? 0) < start)(view);
  };

export const dcpDedup = defineStrategy(
  deterministic({
    id: "dcp-dedup",
    version: "3",
    family: "in-place",
    product,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({ protectedTools, turnProtection, unit }),
  ({ protectedTools, turnProtection: count, unit }) =>
    when(
      always,
      step({
        id: "dedup",
        select: outside(duplicatesBefore({ count, unit }), nameList(protectedTools), { count, unit }),
        transform: maskOutput(() => REMOVED_OUTPUT),
        guards: [noInflation],
      }),
    ),
);

/** The input with every string in its content fields replaced, at any depth; undefined if it has no content field. */
function withoutContent(call: ToolCallPart): JsonValue | undefined {
  const fields = fieldsOf(call.input);
  if (!Object.keys(fields).some(isContentField)) return undefined;
  return mapFields(fields, (value, name) => (isContentField(name) ? mapStrings(value, () => REMOVED_INPUT) : value));
}

export const dcpSupersedeWrites = defineStrategy(
  deterministic({
    id: "dcp-supersede-writes",
    version: "3",
    family: "in-place",
    product,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({ protectedTools, turnProtection, unit }),
  ({ protectedTools, turnProtection, unit }) =>
    when(
      always,
      step({
        id: "supersede-writes",
        select: outside(supersededWrites, nameList(protectedTools), { count: turnProtection, unit }),
        transform: rewriteInput(withoutContent),
        guards: [noInflation],
      }),
    ),
);

const failedCalls: Selector = (view) =>
  view
    .exchanges()
    .flatMap(({ call, result }) => (isFailedState(result, view) ? [{ parts: [call.id], reason: "failed-call" }] : []));

export const dcpPurgeErrors = defineStrategy(
  deterministic({
    id: "dcp-purge-errors",
    version: "2",
    family: "in-place",
    product,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({
    turns: whole(4, "Number of newest `unit`s whose failed calls are kept"),
    unit,
    protectedTools,
    keepPaths: flag(true, "Leave the fields that name a file; the product replaces every string"),
  }),
  ({ turns, unit, protectedTools, keepPaths }) =>
    when(
      always,
      step({
        id: "purge-errors",
        select: outside(failedCalls, nameList(protectedTools), { count: turns, unit }),
        transform: rewriteInput((call) => purged(call, keepPaths)),
        guards: [noInflation],
      }),
    ),
);

const PATH_FIELD = /path|^file(name)?$/i;

const purged = (call: ToolCallPart, keepPaths: boolean): JsonValue =>
  mapFields(fieldsOf(call.input), (value, name) =>
    keepPaths && PATH_FIELD.test(name) ? value : mapStrings(value, () => REMOVED_ERROR_INPUT),
  );
