import type { Selector } from "./selectors";
import { type SpanRule, selectSpan } from "./spans";
import type { Unit } from "./units";

export type EvenCut = Pick<SpanRule, "systemMessages" | "straddling"> & {
  /** Share of the entries after the first to remove, rounded down to an even number. */
  readonly fraction: number;
  /** Kilo's fix: a cut at a result moves back to the nearest assistant entry with a call. */
  readonly snapBack: boolean;
};

/**
 * How many entries Roo's sliding window removes: `floor((n - 1) * fraction)`, made even so that roles still
 * alternate.
 */
export function evenCount(entries: number, fraction: number): number {
  const raw = Math.floor((entries - 1) * fraction);
  return Math.max(0, raw - (raw % 2));
}

export function selectEvenCut(cut: EvenCut): Selector {
  return selectSpan({ ...cut, by: "entry", find: (units) => ({ start: 1, end: cutAt(units, cut) }) });
}

function cutAt(units: readonly Unit[], { fraction, snapBack }: EvenCut): number {
  const cut = evenCount(units.length, fraction) + 1;
  const atCut = units[cut]?.message;
  if (!snapBack || cut === 1 || !atCut || !holdsResult(atCut)) return cut;
  for (let index = cut - 1; index >= 1; index -= 1)
    if (units[index]?.message.parts.some((part) => part.type === "tool-call")) return index;
  return cut;
}

const holdsResult = (message: Unit["message"]) =>
  message.role !== "assistant" && message.parts.some((part) => part.type === "tool-result");
