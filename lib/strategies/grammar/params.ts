import * as z from "zod/mini";

/**
 * Parameters shared by many presets, with defaults and descriptions for form, API and documentation. Uses zod's
 * functions rather than its methods, which cuts zod to a quarter in a bundle with one preset.
 */

export const whole = (otherwise: number, description: string, minimum = 0) =>
  z._default(z.int().check(z.minimum(minimum)), otherwise).check(z.describe(description));

export const share = (otherwise: number, description: string) =>
  z._default(z.number().check(z.minimum(0), z.maximum(1)), otherwise).check(z.describe(description));

export const flag = (otherwise: boolean, description: string) =>
  z._default(z.boolean(), otherwise).check(z.describe(description));

export const choice = <const T extends readonly [string, ...string[]]>(options: T, description: string) =>
  z._default(z.enum(options), options[0] as never).check(z.describe(description));

/** A list, or one text with commas from a form; read with `nameList`. */
export const names = (otherwise: readonly string[], description: string) =>
  z._default(z.union([z.array(z.string()), z.string()]), [...otherwise]).check(z.describe(description));

export const nameList = (given: string | readonly string[]): readonly string[] =>
  typeof given === "string" ? given.split(",").flatMap((name) => name.trim() || []) : given;
