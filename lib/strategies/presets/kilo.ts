import * as z from "zod";
import { pipe, step } from "../grammar/combinators";
import type { EvenCut } from "../grammar/even-cut";
import type { Guard } from "../grammar/guards";
import { selectResults } from "../grammar/selectors";
import { defineStrategy } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { slidingWindow, slidingWindowParams } from "./roo";

/** Adds a warning for each omitted result, as the product does in its log. */
const warnPerResult: Guard = (edits, view) => ({
  edits,
  warnings: edits.flatMap((edit) =>
    edit.op === "insert" ? [] : edit.targets.map((partId) => orphanWarning(partId, view.entry(partId)?.part)),
  ),
});

function orphanWarning(partId: string, part: { readonly type: string; readonly toolCallId?: string } | undefined) {
  const id = part?.toolCallId ?? partId;
  return { code: "orphan-result-dropped", message: `tool result ${id} has no call before it and was left out`, partId };
}

/** The product's second fix: conversion drops a tool result without an earlier call. */
const orphanFilter = (respects: "all" | "pinned") =>
  step({
    id: "orphan-filter",
    select: selectResults("orphan", (result, view) => {
      const pairs = view.pairs();
      return pairs.orphanResults.has(result.id) || pairs.earlyResults.has(result.id);
    }),
    transform: drop,
    guards: [warnPerResult],
    respects,
  });

export const kiloTruncate = defineStrategy(
  {
    id: "kilo-truncate",
    alsoCalled: ["tool pairs", "native tool calls"],
    family: "cut",
    product: {
      name: "Kilo Code",
      version: "tool-pair fix",
      date: "2025-11-04",
      read: "2026-11-22",
      source: "Kilo Code tool-pair fix note: src/core/sliding-window/index.ts, src/api/transform/openai-format.ts",
    },
    version: "1",
    needsModel: false,
    deterministic: true,
    reversible: false,
    cache: "rewrites-all",
    keepsEdits: false,
    mode: "late-cut",
  },
  slidingWindowParams.extend({
    systemMessages: z
      .enum(["apart", "counted"])
      .default("counted")
      .describe(
        "`counted`: a system message is a message like any other, as in the fix's own example; `apart`: it is not in the history",
      ),
    faithful: z
      .boolean()
      .default(false)
      .describe(
        "Examine only the message at the cut and compare no ids, as the fix does; a broken result is refused, and the rule it breaks is reported",
      ),
  }),
  ({ systemMessages, faithful, ...params }, environment) => {
    const cut: EvenCut = {
      fraction: params.fraction,
      systemMessages,
      snapBack: true,
      straddling: faithful ? "none" : "keep",
    };
    return pipe(
      slidingWindow(params, environment, cut, { isFaithful: faithful }),
      orphanFilter(faithful ? "pinned" : "all"),
    );
  },
);
