import { type HistoryEntry, historyEntries, holdsOnlyResults, partIdsOf } from "./history-entries";
import { atomTarget, type Selector } from "./selectors";
import type { View } from "./view";

export type EvenCut = {
  /** Share of the entries after the first that goes, rounded down to an even number. */
  readonly fraction: number;
  readonly systemMessages: "apart" | "counted";
  /** Kilo's fix: a cut that falls on a result moves back to the nearest assistant entry with a call. */
  readonly snapBack: boolean;
  /**
   * What happens to an atom that stands on both sides of the cut: `none` cuts through it (as the original does),
   * `drop` takes all of it out, `keep` keeps all of it.
   */
  readonly straddling: "none" | "drop" | "keep";
};

/** How many entries Roo's sliding window removes: `floor((n - 1) * fraction)`, made even so that roles alternate. */
export function evenCount(entries: number, fraction: number): number {
  const raw = Math.floor((entries - 1) * fraction);
  return Math.max(0, raw - (raw % 2));
}

/** Selects entries 1..remove; entry 0 stays. */
export function selectEvenCut(cut: EvenCut): Selector {
  return (view) => {
    const entries = historyEntries(view, cut.systemMessages);
    const start = cutAt(entries, cut);
    const inside = new Set(partIdsOf(entries.slice(1, start), view));
    if (inside.size === 0) return [];
    if (cut.straddling === "none") return [{ parts: [...inside], reason: "oldest" }];
    return wholeAtoms(view, inside, new Set(partIdsOf(entries.slice(0, 1), view)), cut.straddling);
  };
}

function cutAt(entries: readonly HistoryEntry[], { fraction, snapBack }: EvenCut): number {
  const cut = evenCount(entries.length, fraction) + 1;
  const atCut = entries[cut]?.first;
  if (!snapBack || cut === 1 || !atCut || !holdsResult(atCut)) return cut;
  for (let index = cut - 1; index >= 1; index -= 1)
    if (entries[index]?.first.parts.some((part) => part.type === "tool-call")) return index;
  return cut;
}

const holdsResult = (message: HistoryEntry["first"]) =>
  holdsOnlyResults(message) || (message.role !== "assistant" && message.parts.some((p) => p.type === "tool-result"));

function wholeAtoms(view: View, inside: ReadonlySet<string>, head: ReadonlySet<string>, mode: "drop" | "keep") {
  return view.atoms().flatMap((atom) => {
    const count = atom.partIds.filter((partId) => inside.has(partId)).length;
    if (count === 0 || atom.partIds.some((partId) => head.has(partId))) return [];
    if (count === atom.partIds.length) return [atomTarget(atom, "oldest")];
    return mode === "drop" ? [atomTarget(atom, "oldest-with-partner")] : [];
  });
}
