import * as z from "zod";

/** Parameters that many presets have, each with a default and a description, as form, API and documentation need. */

export const whole = (otherwise: number, description: string, minimum = 0) =>
  z.number().int().min(minimum).default(otherwise).describe(description);

export const share = (otherwise: number, description: string) =>
  z.number().min(0).max(1).default(otherwise).describe(description);

export const flag = (otherwise: boolean, description: string) => z.boolean().default(otherwise).describe(description);

export const choice = <const T extends readonly [string, ...string[]]>(options: T, description: string) =>
  z
    .enum(options)
    .default(options[0] as never)
    .describe(description);

/** A list, or one text with commas as a form gives it; read with `nameList`. */
export const names = (otherwise: readonly string[], description: string) =>
  z
    .union([z.array(z.string()), z.string()])
    .default([...otherwise])
    .describe(description);

export const nameList = (given: string | readonly string[]): readonly string[] =>
  typeof given === "string" ? given.split(",").flatMap((name) => name.trim() || []) : given;
