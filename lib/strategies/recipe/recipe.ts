import type { JsonValue } from "../../conversation/part";
import type { StepRecipe } from "./recipe-step-schema";

/** When part of a recipe runs. A fraction refers to the window; an unknown window never fires. */
export type TriggerRecipe =
  | { gauge: "tokens" | "messages" | "turns" | "steps" | "tool-uses"; comparison: ">=" | ">" | "<"; limit: number }
  | { fraction: number; comparison: ">=" | ">" | "<" }
  | { any: TriggerRecipe[] }
  | { all: TriggerRecipe[] }
  | "requested";

/** How far a ladder goes down: to tokens, or to a fraction of the window. */
export type Ceiling = { tokens: number } | { fraction: number };

/** A strategy by its id, or with parameters and the name of a saved prompt. */
export type Single =
  | string
  | { id: string; params?: Record<string, JsonValue> | undefined; variant?: string | undefined };

/**
 * A strategy with parameters, a custom step, or a combination of these, as data: stored, used in URLs, sent to the API.
 */
export type Recipe =
  | Single
  | { step: StepRecipe }
  | { pipe: Recipe[] }
  | { orElse: [Recipe, Recipe] }
  | { when: TriggerRecipe; run: Recipe }
  | { until: Ceiling; ladder: Recipe[] };

/** A recipe's display id: the ids of its strategies and steps joined by `+`. */
export function recipeId(recipe: Recipe): string {
  if (typeof recipe === "string") return recipe;
  if ("id" in recipe) return recipe.id;
  if ("step" in recipe) return recipe.step.id;
  return innerOf(recipe)
    .map(({ recipe: inner }) => recipeId(inner))
    .join("+");
}

/** Ids of the strategies in a recipe, in order; custom steps have none. */
export function strategiesIn(recipe: Recipe): string[] {
  if (typeof recipe === "string") return [recipe];
  if ("id" in recipe) return [recipe.id];
  return innerOf(recipe).flatMap(({ recipe: inner }) => strategiesIn(inner));
}

/** A combinator's recipes with their JSON paths. */
export function innerOf(recipe: Recipe): { recipe: Recipe; at: string }[] {
  if (typeof recipe === "string" || "id" in recipe || "step" in recipe) return [];
  if ("pipe" in recipe) return recipe.pipe.map((inner, index) => ({ recipe: inner, at: `.pipe[${index}]` }));
  if ("orElse" in recipe) return recipe.orElse.map((inner, index) => ({ recipe: inner, at: `.orElse[${index}]` }));
  if ("until" in recipe) return recipe.ladder.map((inner, index) => ({ recipe: inner, at: `.ladder[${index}]` }));
  return [{ recipe: recipe.run, at: ".run" }];
}
