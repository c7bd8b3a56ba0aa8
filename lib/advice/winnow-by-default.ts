import { OWN_FLOOR, OWN_TRIGGER } from "../strategies/presets/winnow-limits";
import type { Candidate, Family } from "./candidate";

/** What `winnow` does if nobody sets anything: it is asked at each request and decides by itself. */
const FAMILY: Family = { id: "winnow by default", recipe: "winnow", floorShare: null };

/** The policy that needs no setting; another one is advised only if it is surely better. Trigger and floor are its own. */
export const WINNOW_BY_DEFAULT: Candidate = { id: FAMILY.id, family: FAMILY, trigger: OWN_TRIGGER, floor: OWN_FLOOR };

/** The policy decides by itself when it runs, so that it is asked at each request. */
export const isUnset = ({ id }: { readonly id: string }): boolean => id === WINNOW_BY_DEFAULT.id;

/** If `winnow` is searched, it stands first without a setting. */
export const unsetOf = (families: readonly Family[]): readonly Candidate[] =>
  families.some(({ recipe }) => recipe === "winnow") ? [WINNOW_BY_DEFAULT] : [];
