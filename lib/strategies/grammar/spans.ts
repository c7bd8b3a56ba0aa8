import { atomTarget, atomTargets, type Selector, type Target } from "./selectors";
import { type Unit, type UnitRule, unitsOf } from "./units";
import type { View } from "./view";

export type Span = { readonly start: number; readonly end: number };

export type SpanRule = UnitRule & {
  readonly find: (units: readonly Unit[], view: View) => Span;
  /**
   * How to treat an atom on both sides of the cut: `none` cuts through it (as some products do), `drop` removes all
   * of it, `keep` keeps all of it.
   */
  readonly straddling: "none" | "drop" | "keep";
};

/** Selects a gap, one target per atom, so that only protected atoms are skipped. Everything before the gap stays. */
export function selectSpan(rule: SpanRule): Selector {
  return (view) => {
    const units = unitsOf(view, rule);
    const { start, end } = rule.find(units, view);
    return holeTargets(view, partsOf(units.slice(start, end)), {
      straddling: rule.straddling,
      head: new Set(partsOf(units.slice(0, start))),
    });
  };
}

type Hole = { readonly straddling: SpanRule["straddling"]; readonly head: ReadonlySet<string> };

/** The atoms of a gap. An atom starting before it stays. */
export function holeTargets(view: View, parts: readonly string[], { straddling, head }: Hole): Target[] {
  const inside = new Set(parts);
  if (inside.size === 0) return [];
  if (straddling === "none") return [{ parts: [...inside], reason: "oldest" }];
  const targets: Target[] = [];
  for (const atom of view.atoms()) {
    const count = countIn(inside, atom.partIds);
    if (count === 0 || countIn(head, atom.partIds) > 0) continue;
    if (count === atom.partIds.length) targets.push(atomTarget(atom, "oldest"));
    else if (straddling === "drop") targets.push(atomTarget(atom, "oldest-with-partner"));
  }
  return targets;
}

function countIn(ids: ReadonlySet<string>, partIds: readonly string[]): number {
  let count = 0;
  for (const id of partIds) if (ids.has(id)) count += 1;
  return count;
}

export function partsOf(units: readonly Unit[]): string[] {
  const ids: string[] = [];
  for (const { parts } of units) for (const id of parts) ids.push(id);
  return ids;
}

export function unitTokens(unit: Unit, view: View): number {
  let sum = 0;
  for (const id of unit.parts) {
    const part = view.entry(id)?.part;
    if (part) sum += view.environment.tokensOf(part);
  }
  return sum;
}

/** Every atom except the system's, oldest first: for products that drop from the front until the rest fits. */
export const oldestAtoms: Selector = (view) =>
  atomTargets(
    view.atoms().filter(({ kind }) => kind !== "system"),
    "oldest",
  );
