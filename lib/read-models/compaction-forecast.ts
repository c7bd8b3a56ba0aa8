import { effectiveWindow } from "../models/clients";
import { resolveModel } from "../models/resolve-model";
import type { Session } from "../transcript/session";
import { promptTokens } from "../transcript/usage";
import { triggerOf } from "./context-window";

/** When the main agent will compact automatically, in requests after its last one. */
export type CompactionForecast =
  | {
      readonly kind: "range";
      readonly about: number;
      readonly low: number;
      readonly high: number;
      readonly left: number;
    }
  /** The prompt has already reached the trigger. */
  | { readonly kind: "next" }
  /** The prompt does not grow. */
  | { readonly kind: "steady"; readonly left: number }
  /**
   * Fewer than eleven requests of known size since the session began or was last compacted. `left`: null if there is no
   * such request.
   */
  | { readonly kind: "too-few"; readonly left: number | null }
  /** The client's trigger is unknown. */
  | { readonly kind: "unknown" };

const MIN_REQUESTS = 11;
/** Number of recent requests from which growth is computed. */
const PACE_REQUESTS = 40;

/**
 * How far off a plain forecast (tokens left ÷ a request's mean growth) was: in 5, 50 and 95 of 100 cases,
 * the compaction came at this share of the forecast or earlier. Sessions grow more slowly later than at
 * first, and in bursts. From 31 sessions of one repository (fold 1 of the corpus); bench/live/forecast.ts
 * reports the other folds.
 */
const OUTCOMES: readonly (readonly [below: number, low: number, middle: number, high: number])[] = [
  [5, 0.71, 1.75, 4.87],
  [15, 0.72, 1.56, 9.33],
  [40, 0.57, 1.73, 3.96],
  [Number.POSITIVE_INFINITY, 0.3, 1.01, 2.51],
];

/** `sizes`: the prompts of one agent since its last compaction, in tokens. */
export function forecastCompaction(sizes: readonly number[], trigger: number | null): CompactionForecast {
  const last = sizes.at(-1);
  if (trigger === null) return { kind: "unknown" };
  if (last === undefined) return { kind: "too-few", left: null };
  const left = trigger - last;
  if (left <= 0) return { kind: "next" };
  if (sizes.length < MIN_REQUESTS) return { kind: "too-few", left };
  const steps = Math.min(PACE_REQUESTS, sizes.length - 1);
  const growth = (last - (sizes[sizes.length - 1 - steps] ?? last)) / steps;
  if (growth < 1) return { kind: "steady", left };
  const plain = Math.max(1, left / growth);
  const [, low, middle, high] = OUTCOMES.find(([below]) => plain < below) ?? [0, 1, 1, 1];
  return {
    kind: "range",
    about: Math.max(1, Math.round(plain * middle)),
    low: Math.max(1, Math.floor(plain * low)),
    high: Math.ceil(plain * high),
    left,
  };
}

/** What is known at the last request of a session's main agent. */
export function forecastOf(session: Session): CompactionForecast {
  const { sizes, trigger } = paceOf(session);
  return forecastCompaction(sizes, trigger);
}

/** The prompts of the main agent since its last compaction, and at what size it compacts. */
export function paceOf(session: Session): { readonly sizes: readonly number[]; readonly trigger: number | null } {
  const compactions = session.events.flatMap((event) =>
    event.type === "compaction" && event.agent === "main" ? [event] : [],
  );
  const start = compactions.at(-1)?.atMessage ?? 0;
  const own = session.responses.filter(({ agent, usage }) => agent === "main" && usage !== null);
  const sizes = own.flatMap(({ messageIndex, usage }) => {
    const tokens = messageIndex >= start && usage ? promptTokens(usage) : null;
    return tokens === null ? [] : [tokens];
  });
  const last = own.at(-1);
  const limits = own.findLast((response) => response.limits)?.limits ?? null;
  const model = last?.model ?? null;
  const window = limits?.window ?? effectiveWindow(session, model, resolveModel(model));
  return { sizes, trigger: triggerOf(session, "main", window, limits) };
}
