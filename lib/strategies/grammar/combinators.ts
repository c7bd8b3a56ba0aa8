import { type Edit, savedBy } from "../../conversation/edit";
import type { Part } from "../../conversation/part";
import { type Ceiling, TOKENS } from "./ceiling";
import { viewAfter } from "./create-view";
import type { Guard } from "./guards";
import {
  NO_LIMIT,
  NOTHING,
  type Outcome,
  type Procedure,
  type TriggerExplanation,
  type Warning,
  WINDOW_UNKNOWN,
} from "./procedure";
import type { Selector, Target } from "./selectors";
import type { Transform } from "./transforms";
import type { Trigger } from "./triggers";
import type { View } from "./view";

export type StepOptions = {
  readonly id: string;
  readonly select: Selector;
  readonly transform: Transform;
  readonly guards?: readonly Guard[];
  /** The step stops once the view is within this ceiling; without one, it transforms every target. */
  readonly ceiling?: Ceiling;
  /** `pinned`: protects only the parts that the caller protects. For switches named `faithful`. */
  readonly respects?: "all" | "pinned";
};

/** The primitive: select, transform, guard. Skips a target entirely if any of its parts is protected. */
export function step(options: StepOptions): Procedure {
  return (view) => {
    if (options.transform.needs === "store" && !view.environment.store) return unavailable(options.id);
    const guarded = { edits: proposeEdits(options, view), warnings: [] as Outcome["warnings"][number][] };
    for (const guard of options.guards ?? []) {
      const { edits, warnings } = guard(guarded.edits, view, options.id);
      guarded.edits = edits;
      guarded.warnings.push(...warnings);
    }
    const { edits, warnings } = guarded;
    const before = view.tokens();
    const report = { id: options.id, before, after: before - savedBy(edits), edits: edits.length };
    return { status: edits.length > 0 ? "applied" : "noop", edits, steps: [report], trigger: null, warnings };
  };
}

function proposeEdits({ id, select, transform, ceiling, respects }: StepOptions, view: View): readonly Edit[] {
  const safe = respects === "pinned" ? view.pinned() : view.protectedIds();
  const edits: Edit[] = [];
  let excess = ceiling ? ceiling.measure.total(view) - ceiling.limit : Number.POSITIVE_INFINITY;
  for (const target of select(view)) {
    if (excess <= 0) break;
    if (safe.size > 0 && holdsAny(target, safe)) continue;
    for (const edit of transform.apply(target, view, id)) {
      edits.push(edit);
      if (ceiling) excess -= measureSaved(edit, target, ceiling, view);
    }
  }
  return edits;
}

function holdsAny({ parts }: Target, ids: ReadonlySet<string>): boolean {
  for (const id of parts) if (ids.has(id)) return true;
  return false;
}

/** How much the edit reduces the measure. The edit itself records how many tokens it saves. */
function measureSaved(edit: Edit, target: Target, { measure }: Ceiling, view: View): number {
  if (edit.op !== "insert" && measure === TOKENS) return edit.tokensBefore - edit.tokensAfter;
  const sizeOf = (part: Part | undefined) => (part ? measure.of(part, view) : 0);
  const removed = edit.op === "insert" ? [] : edit.targets.length > 0 ? edit.targets : target.parts;
  const before = removed.reduce((sum, partId) => sum + sizeOf(view.entry(partId)?.part), 0);
  return before - (edit.op === "replace" ? sizeOf(edit.produced) : 0);
}

function unavailable(id: string): Outcome {
  const message = `step ${id} puts content aside and no store was given`;
  return { ...NOTHING, status: "unavailable", warnings: [{ code: "store-missing", message }] };
}

/**
 * Runs procedures left to right, each on the view left by the earlier ones, and joins their edits. Stops at a
 * failure.
 */
export function pipe(...procedures: readonly Procedure[]): Procedure {
  return (view) => {
    let current = view;
    let total: Outcome = NOTHING;
    for (const procedure of procedures) {
      const outcome = procedure(current);
      total = join(total, outcome);
      if (outcome.status === "failed" || outcome.status === "unavailable") return total;
      current = viewAfter(current, outcome.edits);
    }
    return total;
  };
}

/** Runs the procedure if the trigger fires or the caller forces it; otherwise changes nothing and explains why. */
export function when(trigger: Trigger, procedure: Procedure): Procedure {
  return (view) => {
    const explained = trigger(view);
    const isForced = !explained.fired && view.environment.force;
    const explanation: TriggerExplanation = isForced ? { ...explained, isForced } : explained;
    const outcome = explained.fired || isForced ? procedure(view) : NOTHING;
    return { ...outcome, trigger: explanation };
  };
}

/**
 * For a procedure that is limited by the window unless a target is given. With neither, the procedure is
 * unavailable rather than unlimited.
 */
export function needingWindow(procedure: Procedure): Procedure {
  return (view) => {
    const { window, target } = view.environment.budget;
    if (window !== null || target !== undefined) return procedure(view);
    return { ...NOTHING, status: "unavailable", warnings: [WINDOW_UNKNOWN] };
  };
}

/** Runs the part of a procedure that needs no window, and warns about the rest. */
export function sayingNoLimit(procedure: Procedure): Procedure {
  return (view) => {
    const outcome = procedure(view);
    const { window, target } = view.environment.budget;
    if (window !== null || target !== undefined) return outcome;
    return { ...outcome, warnings: [...outcome.warnings, NO_LIMIT] };
  };
}

/** Assumes a window if it is unknown, as some products do, and warns about it. */
export function assumingWindow(tokens: number, procedure: Procedure): Procedure {
  return (view) => {
    const outcome = procedure(view);
    const { window, target } = view.environment.budget;
    const isSaid = outcome.warnings.some(({ code }) => code === "window-assumed");
    if (window !== null || target !== undefined || isSaid) return outcome;
    const message = `the window of the model is not known: ${tokens} tokens are assumed, as in the product`;
    return { ...outcome, warnings: [...outcome.warnings, { code: "window-assumed", message }] };
  };
}

/**
 * A `when` inside a strategy. Forcing a run has no effect on it, and its condition is not reported as the run's
 * trigger.
 */
export function provided(condition: Trigger, procedure: Procedure): Procedure {
  return (view) => (condition(view).fired ? procedure(view) : NOTHING);
}

/** Runs the second if the first failed, was unavailable or changed nothing; keeps the first's warnings. */
export function orElse(first: Procedure, second: Procedure): Procedure {
  return (view) => {
    const tried = first(view);
    if (tried.status === "applied") return tried;
    const outcome = second(view);
    return {
      ...outcome,
      trigger: outcome.trigger ?? tried.trigger,
      warnings: [...tried.warnings, ...outcome.warnings],
    };
  };
}

/** Runs the second if the first failed, with a warning; if the second changes nothing, the first's failure remains. */
export function afterFailure(first: Procedure, second: Procedure, instead: Warning): Procedure {
  return (view) => {
    const tried = first(view);
    if (tried.status !== "failed") return tried;
    const outcome = second(view);
    if (outcome.status !== "applied") return tried;
    const warnings = [...tried.warnings, ...outcome.warnings, instead];
    return { ...outcome, trigger: outcome.trigger ?? tried.trigger, warnings };
  };
}

/** Applies rungs in turn while the view is over the ceiling; warns if it still is at the end. */
export function until(ceiling: Ceiling, rungs: readonly Procedure[]): Procedure {
  return (view) => {
    let current = view;
    let total: Outcome = NOTHING;
    for (const rung of rungs) {
      if (ceiling.measure.total(current) <= ceiling.limit) return total;
      const outcome = rung(current);
      total = join(total, outcome);
      if (total.status === "failed" || total.status === "unavailable") return total;
      current = viewAfter(current, outcome.edits);
    }
    const left = ceiling.measure.total(current);
    if (left <= ceiling.limit) return total;
    const message = `${left} ${ceiling.measure.id} are left, ${left - ceiling.limit} over the limit of ${ceiling.limit}`;
    return { ...total, warnings: [...total.warnings, { code: "over-budget", message }] };
  };
}

/** Rejects a result still over the ceiling, for products that throw instead of sending it. */
export function mustFit({ measure, limit }: Ceiling, procedure: Procedure): Procedure {
  return (view) => {
    const outcome = procedure(view);
    const left = measure.total(viewAfter(view, outcome.edits));
    if (left <= limit) return outcome;
    const message = `${left} ${measure.id} cannot go below the limit of ${limit}: what must stay is too large`;
    return { ...outcome, status: "failed", warnings: [...outcome.warnings, { code: "does-not-fit", message }] };
  };
}

function join(before: Outcome, next: Outcome): Outcome {
  const isBroken = next.status === "failed" || next.status === "unavailable";
  const edits = before.edits.length === 0 ? next.edits : [...before.edits, ...next.edits];
  return {
    status: isBroken ? next.status : edits.length > 0 ? "applied" : "noop",
    edits,
    steps: [...before.steps, ...next.steps],
    trigger: before.trigger?.fired ? before.trigger : (next.trigger ?? before.trigger),
    warnings: [...before.warnings, ...next.warnings],
  };
}
