import * as z from "zod";

/** Values of options that several policies share. Each policy adds its own default and description. */

export const SECONDS = z.number().min(0);
export const TOKENS = z.int().min(0);
export const AT_LEAST_ONE = z.int().min(1);

/** Where breakpoints are placed; a policy states which of these it distinguishes. */
export const BREAKPOINTS = z.enum(["explicit", "assumed", "auto", "optimal"]);
