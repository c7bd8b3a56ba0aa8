import * as z from "zod";
import { step, when } from "../grammar/combinators";
import { unitCount } from "../grammar/gauges";
import { keepLoops } from "../grammar/guards";
import { choice, whole } from "../grammar/params";
import { NOTHING, type Outcome, type Procedure, refusing, type Warning } from "../grammar/procedure";
import { holeTargets, partsOf } from "../grammar/spans";
import { defineStrategy, folding } from "../grammar/strategy";
import type { SummaryAnswer } from "../grammar/summariser";
import { drop } from "../grammar/transforms";
import { compares } from "../grammar/triggers";
import { type Unit, type UnitRule, unitsOf } from "../grammar/units";
import type { View } from "../grammar/view";
import { OPENHANDS_ATTENTION } from "../summaries/styles";
import { transcriptOf } from "../summaries/transcript-text";

const EVENTS: UnitRule = { by: "event", systemMessages: "counted" };
/** Maximum number of characters of an event that are shown to the model. */
const EVENT_CHARACTERS = 1_000;

export type Attention = { readonly total: number; readonly keepFirst: number; readonly target: number };

/**
 * Indexes of the events that stay: the first `keepFirst`, then as many chosen ones as fit. The newest fill any
 * remaining room. Ignores the numbers of unknown events and of the first ones.
 */
export function attentionKeep({ total, keepFirst, target }: Attention, chosen: readonly number[]): number[] {
  const room = Math.max(0, target - keepFirst);
  const isOpen = (index: number) => index >= keepFirst && index < total;
  const kept = new Set([...new Set(chosen)].filter(isOpen).slice(0, room));
  for (let index = total - 1; index >= keepFirst && kept.size < room; index -= 1) kept.add(index);
  const first = Array.from({ length: Math.min(keepFirst, total) }, (_, index) => index);
  return [...first, ...[...kept].sort((a, b) => a - b)];
}

/** Numbers in a model's answer as 0-based indexes; the model counts from 1. */
const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map((digits) => Number(digits) - 1);

function ask(events: readonly Unit[], room: number, view: View): SummaryAnswer | null {
  const summarise = view.environment.summaries?.summarise;
  if (!summarise) return null;
  const line = ({ parts }: Unit, index: number) =>
    `${index + 1}. ${transcriptOf(parts, view).replace(/\s+/g, " ").slice(0, EVENT_CHARACTERS)}`;
  return summarise({
    key: JSON.stringify([OPENHANDS_ATTENTION.id, partsOf(events), room]),
    style: OPENHANDS_ATTENTION,
    transcript: () => events.map(line).join("\n"),
    previous: null,
    instructions: view.environment.summaries?.instructions ?? null,
    maxTokens: Math.max(100, room * 8),
  });
}

const NO_MODEL = {
  code: "no-model",
  message: "no model is set up to choose events: the newest stay, as the product fills up with them",
};

const failed = ({ code, message }: Warning): Outcome => ({
  ...NOTHING,
  status: "failed",
  warnings: [{ code, message }],
});

/** Removes the events that the model does not choose. Without a model the newest stay. If the model fails, nothing is changed. */
const attend =
  (keepFirst: number, target: number): Procedure =>
  (view) => {
    const events = unitsOf(view, EVENTS);
    const answer = ask(events, target - keepFirst, view);
    if (answer && !answer.ok) return failed(answer);
    const kept = new Set(
      attentionKeep({ total: events.length, keepFirst, target }, answer ? numbersIn(answer.text) : []),
    );
    const forgotten = events.filter((_, index) => !kept.has(index));
    const head = new Set(partsOf(events.slice(0, keepFirst)));
    const select = () => holeTargets(view, partsOf(forgotten), { straddling: "keep", head });
    const outcome = step({ id: "attend", select, transform: drop, guards: [keepLoops] })(view);
    return answer ? outcome : { ...outcome, warnings: [...outcome.warnings, NO_MODEL] };
  };

export const openhandsAttention = defineStrategy(
  folding({
    id: "openhands-attention",
    family: "cut",
    product: {
      name: "OpenHands",
      version: "156d0686",
      date: "2025-11-28",
      read: "2026-11-22",
      source:
        "https://github.com/All-Hands-AI/OpenHands/blob/156d0686/openhands/memory/condenser/impl/llm_attention_condenser.py",
    },
    cache: "rewrites-suffix",
  }),
  z.object({
    maxSize: whole(100, "Number of events above which half of them are forgotten", 1),
    keepFirst: whole(1, "Number of events to keep at the start"),
    comparison: choice([">", ">="], "Starts when the events reach (>=) or exceed (>) the limit"),
  }),
  ({ maxSize, keepFirst, comparison }) => {
    const target = Math.floor(maxSize / 2);
    if (keepFirst >= target)
      return refusing("params-invalid", `keepFirst ${keepFirst} must be less than half of maxSize ${maxSize}`);
    return when(compares(unitCount(EVENTS), comparison, maxSize), attend(keepFirst, target));
  },
);
