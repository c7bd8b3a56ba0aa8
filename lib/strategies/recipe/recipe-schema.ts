import * as z from "zod";
import { jsonValue } from "../../conversation/part-schema";
import { innerOf, type Recipe, type TriggerRecipe } from "./recipe";
import { stepSchema } from "./recipe-step-schema";

const paramsSchema = z.record(z.string(), jsonValue);
const comparison = z.enum([">=", ">", "<"]).default(">=").describe("How the value is compared with the limit");
const limit = z.number().min(0);

const triggerSchema: z.ZodType<TriggerRecipe> = z
  .lazy(() =>
    z.union([
      z.literal("requested"),
      z.strictObject({ gauge: z.enum(["tokens", "messages", "turns", "steps", "tool-uses"]), comparison, limit }),
      z.strictObject({ fraction: z.number().gt(0).max(1), comparison }),
      z.strictObject({ any: z.array(triggerSchema).min(1).max(8) }),
      z.strictObject({ all: z.array(triggerSchema).min(1).max(8) }),
    ]),
  )
  .meta({ id: "RecipeTrigger", description: "When a part of a recipe runs." });

const ceilingSchema = z.union([
  z.strictObject({ tokens: z.number().int().min(1) }),
  z.strictObject({ fraction: z.number().gt(0).max(1) }),
]);

const singleSchema = z.union([
  z.string().min(1).max(100).describe("The id of a strategy, with its default parameters"),
  z.strictObject({
    id: z.string().min(1).max(100),
    params: paramsSchema.optional(),
    variant: z.string().trim().min(1).max(80).optional().describe("A prompt saved under this name, as in Settings"),
  }),
]);
/** Limits: nesting of combinators, and strategies per recipe. */
const MAX_LEVELS = 6;
const MAX_STRATEGIES = 24;

const nestedSchema: z.ZodType<Recipe> = z
  .lazy(() =>
    z.union([
      singleSchema,
      z.strictObject({ step: stepSchema.describe("A custom step: a selector and a transform") }),
      z.strictObject({ pipe: z.array(nestedSchema).min(1).max(16).describe("Run left to right") }),
      z.strictObject({
        orElse: z.tuple([nestedSchema, nestedSchema]).describe("The second runs if the first does nothing"),
      }),
      z.strictObject({ when: triggerSchema, run: nestedSchema }),
      z.strictObject({ until: ceilingSchema, ladder: z.array(nestedSchema).min(1).max(16) }),
    ]),
  )
  .meta({
    id: "Recipe",
    description:
      'A strategy as data: an id, `{"id", "params"}`, a step of one\'s own `{"step": …}`, or a tree of them (`pipe`, `orElse`, `when`, `until`).',
  });

export const recipeSchema: z.ZodType<Recipe> = nestedSchema.superRefine((recipe, context) => {
  const { levels, strategies } = sizeOf(recipe);
  if (levels > MAX_LEVELS) context.addIssue({ code: "custom", message: `more than ${MAX_LEVELS} levels` });
  if (strategies > MAX_STRATEGIES)
    context.addIssue({ code: "custom", message: `more than ${MAX_STRATEGIES} strategies` });
});

function sizeOf(recipe: Recipe): { levels: number; strategies: number } {
  const inner = innerOf(recipe).map(({ recipe }) => sizeOf(recipe));
  if (inner.length === 0) return { levels: 1, strategies: 1 };
  return {
    levels: 1 + Math.max(...inner.map(({ levels }) => levels)),
    strategies: inner.reduce((sum, { strategies }) => sum + strategies, 0),
  };
}
