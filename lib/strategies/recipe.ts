import { z } from "zod";
import { type Failure, fail, ok, type Result } from "../conversation/errors";
import { findStrategy } from "./index";
import type { BoundStrategy } from "./strategy";

const paramsSchema = z.record(z.string(), z.json());
const singleSchema = z.union([
  z.string().min(1).max(100).describe("The id of a strategy, with its default parameters"),
  z.strictObject({ id: z.string().min(1).max(100), params: paramsSchema.optional() }),
]);

/** A strategy and its parameters as data: stored, put in a URL, sent to the API. */
export const recipeSchema = z.union([
  singleSchema,
  z.strictObject({ pipe: z.array(singleSchema).min(1).max(16).describe("Strategies, run left to right") }),
]);

export type Recipe = z.infer<typeof recipeSchema>;
type Single = z.infer<typeof singleSchema>;

/** Resolves ids and checks parameters. Codes: `unknown-strategy`, `params-invalid`; `at` is a JSON path in the recipe. */
export function bindRecipe(recipe: Recipe): Result<readonly BoundStrategy[], Failure> {
  const singles = stagesOf(recipe);
  const bound: BoundStrategy[] = [];
  for (const [index, single] of singles.entries()) {
    const result = bindSingle(single);
    if (!result.ok) return fail(isPipe(recipe) ? within(result.error, index) : result.error);
    bound.push(result.value);
  }
  return ok(bound);
}

/** The id under which a recipe is shown: its strategy's, or those of a pipe joined by `+`. */
export function recipeId(recipe: Recipe): string {
  return stagesOf(recipe)
    .map((single) => (typeof single === "string" ? single : single.id))
    .join("+");
}

const isPipe = (recipe: Recipe): recipe is Extract<Recipe, { pipe: unknown }> =>
  typeof recipe === "object" && "pipe" in recipe;

const stagesOf = (recipe: Recipe): readonly Single[] => (isPipe(recipe) ? recipe.pipe : [recipe]);

function bindSingle(single: Single): Result<BoundStrategy, Failure> {
  const { id, params } = typeof single === "string" ? { id: single, params: undefined } : single;
  const strategy = findStrategy(id);
  if (!strategy) return fail({ code: "unknown-strategy", message: `no strategy has the id ${id}`, at: "$" });
  return strategy.bind(params);
}

const within = (failure: Failure, index: number): Failure => ({
  ...failure,
  at: `$.pipe[${index}]${(failure.at ?? "$").slice(1)}`,
});
