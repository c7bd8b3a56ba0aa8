import { OWN_TRIGGER } from "../strategies/presets/winnow-limits";
import type { Candidate, Family } from "./candidate";

/** `winnow` with its defaults: asked at each request, it decides by itself. */
const FAMILY: Family = { id: "winnow by default", recipe: "winnow" };

/** The policy without a setting; another one is advised only if surely better. The trigger is its own. */
export const WINNOW_BY_DEFAULT: Candidate = { id: FAMILY.id, family: FAMILY, trigger: OWN_TRIGGER };

/** The policy decides by itself when it runs, so it is asked at each request. */
export const isUnset = ({ id }: { readonly id: string }): boolean => id === WINNOW_BY_DEFAULT.id;

/** If `winnow` is searched, it comes first without a setting. */
export const unsetOf = (families: readonly Family[]): readonly Candidate[] =>
  families.some(({ recipe }) => recipe === "winnow") ? [WINNOW_BY_DEFAULT] : [];
