import type { Part } from "../../conversation/part";
import type { Block } from "../evidence";
import type { WasteKind } from "./waste-kind";

/** A part of an agent's history, with the first and last request whose prompt contained it; null if none did. */
export type CarriedPart = Block & { readonly first: number | null; readonly last: number | null };

/** A part that some requests carried although it was useless. Requests are positions within the agent, from 0. */
export type Waste = {
  readonly kind: WasteKind;
  readonly part: Part;
  /** The first and last request that carried it needlessly. */
  readonly from: number;
  readonly to: number;
  /** The useless share of the part's text: below 1 if it repeats only some lines. */
  readonly share: number;
  /**
   * The part that made it useless: the call that changed the file or showed the change, the earlier copy, the later
   * call, the newer plan.
   */
  readonly by: Part;
};

/** The result of each call part. */
export type Results = ReadonlyMap<Part, CarriedPart>;

/** The requests that carried both parts; none if the earlier one had left the prompt before the later one arrived. */
export function wasteOf(kind: WasteKind, useless: CarriedPart, by: CarriedPart): Waste[] {
  if (useless.first === null || useless.last === null || by.first === null || by.last === null) return [];
  const from = Math.max(useless.first, by.first);
  const to = Math.min(useless.last, by.last);
  return from > to ? [] : [{ kind, part: useless.part, from, to, share: 1, by: by.part }];
}
