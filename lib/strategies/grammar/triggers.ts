import type { Ceiling } from "./ceiling";
import type { Gauge } from "./gauges";
import type { TriggerExplanation } from "./procedure";
import type { View } from "./view";

export type Trigger = (view: View) => TriggerExplanation;

/** Products compare in different ways, and presets follow them. */
export type Comparison = ">" | ">=" | "<";

const holds = (value: number, comparison: Comparison, limit: number) =>
  comparison === ">" ? value > limit : comparison === ">=" ? value >= limit : value < limit;

/** Fires on every request. */
export const always: Trigger = (view) => ({ fired: true, rule: "always", value: view.tokens(), limit: null });

/** Fires only if the caller forces the run. */
export const requested: Trigger = (view) => ({ fired: false, rule: "on request", value: view.tokens(), limit: null });

/** Compares any gauge of the view with a limit. */
export function compares(gauge: Gauge, comparison: Comparison, limit: number): Trigger {
  return (view) => {
    const value = gauge.of(view);
    return { fired: holds(value, comparison, limit), rule: `${gauge.id} ${comparison} ${limit}`, value, limit };
  };
}

export function over({ measure, limit }: Ceiling, comparison: Comparison = ">"): Trigger {
  return compares({ id: measure.id, of: measure.total }, comparison, limit);
}

export type WindowRule = {
  /** Share of the window; the limit is this share minus `reserve`. */
  readonly fraction: number;
  readonly reserve: number;
  readonly comparison: Comparison;
};

/** `tokens > fraction * window - reserve`. An unknown window never fires. */
export function overWindow({ fraction, reserve, comparison }: WindowRule): Trigger {
  return (view) => {
    const { window } = view.environment.budget;
    const value = view.tokens();
    const rule = `tokens ${comparison} ${fraction} of window - ${reserve}`;
    if (window === null) return withoutWindow(rule)(view);
    // Rounded at 1e-6, so that 0.9 * 100000 is 90000 despite floating-point errors.
    const limit = Math.round((window * fraction - reserve) * 1e6) / 1e6;
    return { fired: holds(value, comparison, limit), rule, value, limit };
  };
}

/** A rule that needs the window, which is unknown: never fires, and reports why. */
export const withoutWindow =
  (rule: string): Trigger =>
  (view) => ({ fired: false, rule: `${rule} (window unknown)`, value: view.tokens(), limit: null, needsWindow: true });

/** The request does not fit: `tokens > window - reserve`, with the request's own reserve. */
export const overflow: Trigger = (view) =>
  overWindow({ fraction: 1, reserve: view.environment.budget.reserve, comparison: ">" })(view);

/** The caller's hard limit if set, otherwise the strategy's own rule. */
export function targetOr(rule: Trigger): Trigger {
  return (view) => {
    const { target } = view.environment.budget;
    if (target === undefined) return rule(view);
    const value = view.tokens();
    return { fired: value > target, rule: `tokens > target ${target}`, value, limit: target };
  };
}

/** Fires if any trigger does; explained by the first that fires, otherwise by the first. */
export function any(...triggers: readonly [Trigger, ...Trigger[]]): Trigger {
  return (view) => {
    const explained = triggers.map((trigger) => trigger(view));
    return explained.find(({ fired }) => fired) ?? (explained[0] as TriggerExplanation);
  };
}

/** Fires if all triggers do; explained by the first that does not, otherwise by the first. */
export function all(...triggers: readonly [Trigger, ...Trigger[]]): Trigger {
  return (view) => {
    const explained = triggers.map((trigger) => trigger(view));
    return explained.find(({ fired }) => !fired) ?? (explained[0] as TriggerExplanation);
  };
}
