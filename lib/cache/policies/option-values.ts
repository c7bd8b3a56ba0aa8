import * as z from "zod";

/** The values of options that several policies have. Each policy adds its own default and sentence. */

export const SECONDS = z.number().min(0);
export const TOKENS = z.int().min(0);
export const AT_LEAST_ONE = z.int().min(1);

/** Where breakpoints stand; a policy says which of these it tells apart. */
export const BREAKPOINTS = z.enum(["explicit", "assumed", "auto", "optimal"]);
