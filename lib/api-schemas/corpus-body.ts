import { z } from "zod";
import { recipeSchema } from "../strategies/recipe/recipe";

/** Body of POST /api/corpus. Strict: a misspelt parameter must not be silently ignored. */
export const corpusBody = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  strategies: z.array(recipeSchema).min(1).max(24),
  /** Absent: all that are imported, but the built-in example. */
  sessions: z
    .array(z.string().min(1).max(128))
    .min(1)
    .max(500)
    .refine((ids) => new Set(ids).size === ids.length, "a session stands twice")
    .optional(),
  /** Requests per session at which every strategy is run, evenly spaced. */
  cuts: z.int().min(1).max(20).default(5),
  /** What one session may take; the cuts that are done by then count. */
  seconds_per_session: z.int().min(1).max(600).default(60),
  /** Of the page that asked, to ask again. */
  query: z.string().max(4_000).optional(),
});
export type CorpusBody = z.infer<typeof corpusBody>;
