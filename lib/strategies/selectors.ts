import type { Atom } from "../conversation/atoms";
import type { ToolResultPart } from "../conversation/part";
import type { View } from "./view";

/** Parts that a transform handles as one, and why they were chosen. */
export type Target = { readonly parts: readonly string[]; readonly reason: string };

/** Chooses targets, in the order in which they should go. Protected ones are passed over by `step`. */
export type Selector = (view: View) => readonly Target[];

/** Every tool result, oldest first. */
export function toolResults(view: View): ToolResultPart[] {
  return view.entries().flatMap(({ part }) => (part.type === "tool-result" ? [part] : []));
}

/** Tool results that pass the test, one target each, oldest first. */
export function selectResults(reason: string, test: (result: ToolResultPart, view: View) => boolean): Selector {
  return (view) =>
    toolResults(view)
      .filter((result) => test(result, view))
      .map((result) => ({ parts: [result.id], reason }));
}

export const atomTarget = (atom: Atom, reason: string): Target => ({ parts: atom.partIds, reason });
