import * as z from "zod";
import { step, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { type EvenCut, selectEvenCut } from "../grammar/even-cut";
import { type Guard, reportShortenedLoops } from "../grammar/guards";
import { noteAtHoles } from "../grammar/notes";
import type { Procedure } from "../grammar/procedure";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { overWindow, targetOr } from "../grammar/triggers";
import { ROO_BUFFER, ROO_RESERVED_TOKENS } from "./roo-limits";
import { slideToTarget } from "./slide-to-target";

/** Parameters that Roo's and Kilo's truncation share. */
export const slidingWindowParams = z.object({
  fraction: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("Share to remove of the messages after the first one, rounded down to an even number"),
  buffer: z
    .number()
    .min(0)
    .max(0.9)
    .default(ROO_BUFFER)
    .describe("Safety share of the window: the limit is (1 - buffer) of the window minus the reserved tokens"),
  reserved: z
    .number()
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(`Tokens reserved for the answer; null = what the request reserves; 0 counts as ${ROO_RESERVED_TOKENS}`),
  comparison: z
    .enum([">", ">="])
    .default(">")
    .describe("Starts when the token count reaches (>=) or exceeds (>) the limit"),
});

type SlidingWindowParams = z.output<typeof slidingWindowParams>;

/**
 * Drops an even number of messages after the first when the prompt exceeds `(1 - buffer) * window - reserved`; with a
 * target, repeats until it is met.
 */
export function slidingWindow(
  params: SlidingWindowParams,
  environment: Environment,
  cut: EvenCut,
  { isFaithful, guards = [] }: { readonly isFaithful: boolean; readonly guards?: readonly Guard[] },
): Procedure {
  const truncate = step({
    id: "truncate",
    select: selectEvenCut(cut),
    transform: drop,
    guards: [reportShortenedLoops, ...guards],
    respects: isFaithful ? "pinned" : "all",
  });
  const reserve = (params.reserved ?? environment.budget.reserve) || ROO_RESERVED_TOKENS;
  const trigger = targetOr(overWindow({ fraction: 1 - params.buffer, reserve, comparison: params.comparison }));
  return when(trigger, slideToTarget(truncate, environment));
}

export const rooTruncate = defineStrategy(
  {
    id: "roo-truncate",
    alsoCalled: ["truncateConversation"],
    variantOf: "roo-latest",
    family: "cut",
    product: {
      name: "Roo Code",
      version: "3.25.8",
      date: "2025-10-10",
      read: "2026-11-22",
      source:
        "https://github.com/RooCodeInc/Roo-Code/blob/3a47c55a2e16ff8bd0efd44eb92991e94e31a282/src/core/sliding-window/index.ts",
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
      .default("apart")
      .describe("Roo's system prompt is not in its history; `counted` treats system messages like any other"),
    faithful: z
      .boolean()
      .default(false)
      .describe(
        "Cut exactly as the product does, through calls and results; a broken result is refused, and the rule it breaks is reported",
      ),
  }),
  ({ systemMessages, faithful, ...params }, environment) => {
    const cut: EvenCut = {
      fraction: params.fraction,
      systemMessages,
      snapBack: false,
      straddling: faithful ? "none" : "drop",
    };
    return slidingWindow(params, environment, cut, { isFaithful: faithful });
  },
);

/** Puts a short notice in place of the hidden messages. Removing the edit restores them. */
const marker = noteAtHoles((dropped, view) => {
  const hidden = new Set(dropped.map((id) => view.entry(id)?.messageIndex)).size;
  return { kind: "truncated", body: `${hidden} earlier messages are hidden to make room.` };
}, "first");

export const rooLatestTruncate = defineStrategy(
  deterministic({
    id: "roo-latest-truncate",
    version: "2",
    variantOf: "roo-latest",
    family: "cut",
    product: {
      name: "Roo Code",
      version: "cb836567",
      date: "2026-04-14",
      read: "2026-11-22",
      source: "https://github.com/RooCodeInc/Roo-Code/blob/cb836567/src/core/context-management/index.ts",
    },
    cache: "rewrites-all",
  }),
  slidingWindowParams,
  (params, environment) => {
    const cut: EvenCut = { fraction: params.fraction, systemMessages: "apart", snapBack: false, straddling: "drop" };
    return slidingWindow(params, environment, cut, { isFaithful: false, guards: [marker] });
  },
);
