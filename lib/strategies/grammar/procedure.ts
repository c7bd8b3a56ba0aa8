import type { Edit } from "../../conversation/edit";
import type { View } from "./view";

export type Status = "applied" | "noop" | "unavailable" | "failed";

export type Warning = { readonly code: string; readonly message: string; readonly partId?: string };

/** Why a strategy ran or did not: the rule in words, its current value and its limit. */
export type TriggerExplanation = {
  readonly fired: boolean;
  readonly rule: string;
  readonly value: number;
  readonly limit: number | null;
  /** True if the caller forced the run although the rule does not hold. */
  readonly isForced?: boolean;
  /** True if the rule needs the model's window, which is unknown, and could not be checked. */
  readonly needsWindow?: boolean;
};

/** Tokens of the entire request before and after a step. */
export type StepReport = {
  readonly id: string;
  readonly before: number;
  readonly after: number;
  readonly edits: number;
};

/** What a procedure proposes. Edits are applied only to compute the view of the next step. */
export type Outcome = {
  readonly status: Status;
  readonly edits: readonly Edit[];
  readonly steps: readonly StepReport[];
  readonly trigger: TriggerExplanation | null;
  readonly warnings: readonly Warning[];
};

/** A strategy with its parameters bound: a pure function of the view. */
export type Procedure = (view: View) => Outcome;

/** Warning of a window-based strategy when the window is unknown. */
export const WINDOW_UNKNOWN: Warning = {
  code: "window-unknown",
  message:
    "this strategy needs the model's window, which is unknown: name a known model, or give context_window or a target",
};

/** Warning about a step skipped for lack of a limit. */
export const NO_LIMIT: Warning = {
  code: "no-limit",
  message:
    "neither a window nor a target is known: large and needless outputs are put aside, and nothing is cut to fit; name a known model, or give context_window or a target",
};

export const NOTHING: Outcome = { status: "noop", edits: [], steps: [], trigger: null, warnings: [] };

/** Rejects contradictory parameters, or a history that the strategy cannot handle. */
export const refusing =
  (code: string, message: string): Procedure =>
  () => ({ ...NOTHING, status: "failed", warnings: [{ code, message }] });
