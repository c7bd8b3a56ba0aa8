import { OWN_TRIGGER } from "../strategies/presets/winnow-limits";
import type { Candidate, Family } from "./candidate";

/** `winnow` with its defaults: consulted at each request, it decides by itself. */
const FAMILY: Family = { id: "winnow by default", recipe: "winnow" };

/**
 * The policy without a setting. Another one is advised only if it is clearly cheaper. Its trigger is `winnow`'s own.
 */
export const WINNOW_BY_DEFAULT: Candidate = { id: FAMILY.id, family: FAMILY, trigger: OWN_TRIGGER };

export const isUnset = ({ id }: { readonly id: string }): boolean => id === WINNOW_BY_DEFAULT.id;

/** `winnow` without a setting, if `winnow` is among the searched families. */
export const unsetOf = (families: readonly Family[]): readonly Candidate[] =>
  families.some(({ recipe }) => recipe === "winnow") ? [WINNOW_BY_DEFAULT] : [];
