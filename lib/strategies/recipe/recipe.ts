import * as z from "zod";
import { type Failure, fail, ok, type Result } from "../../conversation/errors";
import { didYouMean } from "../../conversation/nearest-name";
import { jsonValue } from "../../conversation/part-schema";
import { TOKENS } from "../grammar/ceiling";
import { needingWindow, orElse, pipe, until, when } from "../grammar/combinators";
import type { Environment, SavedPrompt } from "../grammar/environment";
import { MESSAGE_COUNT, STEP_COUNT, TOKEN_COUNT, TOOL_USE_COUNT, TURN_COUNT } from "../grammar/gauges";
import type { Procedure } from "../grammar/procedure";
import type { Mode } from "../grammar/strategy";
import { all, any, compares, overWindow, requested, type Trigger } from "../grammar/triggers";
import { findStrategy, STRATEGIES } from "../index";
import { buildStep } from "./recipe-step";
import { type StepRecipe, stepSchema } from "./recipe-step-schema";

const paramsSchema = z.record(z.string(), jsonValue);
const comparison = z.enum([">=", ">", "<"]).default(">=").describe("How the value is compared with the limit");
const limit = z.number().min(0);

/** When part of a recipe runs. A fraction refers to the window; an unknown window never fires. */
type TriggerRecipe =
  | { gauge: "tokens" | "messages" | "turns" | "steps" | "tool-uses"; comparison: ">=" | ">" | "<"; limit: number }
  | { fraction: number; comparison: ">=" | ">" | "<" }
  | { any: TriggerRecipe[] }
  | { all: TriggerRecipe[] }
  | "requested";

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
type Single = z.infer<typeof singleSchema>;

/**
 * A strategy with parameters, a custom step, or a combination of these, as data: stored, used in URLs, sent to the API.
 */
export type Recipe =
  | Single
  | { step: StepRecipe }
  | { pipe: Recipe[] }
  | { orElse: [Recipe, Recipe] }
  | { when: TriggerRecipe; run: Recipe }
  | { until: z.infer<typeof ceilingSchema>; ladder: Recipe[] };

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

/** A combinator's recipes with their JSON paths. */
function innerOf(recipe: Recipe): { recipe: Recipe; at: string }[] {
  if (typeof recipe === "string" || "id" in recipe || "step" in recipe) return [];
  if ("pipe" in recipe) return recipe.pipe.map((inner, index) => ({ recipe: inner, at: `.pipe[${index}]` }));
  if ("orElse" in recipe) return recipe.orElse.map((inner, index) => ({ recipe: inner, at: `.orElse[${index}]` }));
  if ("until" in recipe) return recipe.ladder.map((inner, index) => ({ recipe: inner, at: `.ladder[${index}]` }));
  return [{ recipe: recipe.run, at: ".run" }];
}

/** A recipe with resolved ids, complete parameters and its behaviour. */
export type BoundRecipe = {
  readonly id: string;
  readonly version: string;
  /** `as-messages-arrive` if all parts of the recipe have this mode. */
  readonly mode: Mode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly build: (environment: Environment) => Procedure;
};

/**
 * Resolves ids and names of saved prompts, and checks parameters. Codes: `unknown-strategy`, `unknown-variant`,
 * `params-invalid`; `at` is a JSON path in the recipe.
 */
export function bindRecipe(recipe: Recipe, saved: readonly SavedPrompt[] = []): Result<BoundRecipe, Failure> {
  if (typeof recipe === "string") return bindSingle({ id: recipe }, saved);
  if ("id" in recipe) return bindSingle(recipe, saved);
  if ("step" in recipe) return ok(bindStep(recipe));
  const bound: BoundRecipe[] = [];
  for (const { recipe: inner, at } of innerOf(recipe)) {
    const result = bindRecipe(inner, saved);
    if (!result.ok) return fail({ ...result.error, at: `$${at}${(result.error.at ?? "$").slice(1)}` });
    bound.push(result.value);
  }
  return ok({
    id: recipeId(recipe),
    version: bound.map(({ version }) => version).join("+"),
    mode: bound.every(({ mode }) => mode === "as-messages-arrive") ? "as-messages-arrive" : "late-cut",
    params: describe(recipe, bound),
    build: (environment) =>
      combine(
        recipe,
        bound.map(({ build }) => build(environment)),
        environment,
      ),
  });
}

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

function bindSingle(
  { id, params, variant }: Exclude<Single, string>,
  saved: readonly SavedPrompt[],
): Result<BoundRecipe, Failure> {
  const strategy = findStrategy(id);
  if (!strategy) return fail({ code: "unknown-strategy", message: unknownStrategy(id), at: "$" });
  const prompts = saved.filter((prompt) => prompt.strategy === strategy.id);
  const prompt = prompts.find(({ name }) => name === variant)?.prompt;
  if (variant !== undefined && prompt === undefined)
    return fail({ code: "unknown-variant", message: unknownVariant(id, variant, prompts), at: "$.variant" });
  const bound = strategy.bind(prompt === undefined ? params : { ...params, prompt });
  if (!bound.ok) return bound;
  const { version, mode } = strategy;
  return ok({ id, version, mode, ...bound.value });
}

const unknownStrategy = (id: string): string =>
  `no strategy has the id ${id}${didYouMean(
    id,
    STRATEGIES.map((strategy) => strategy.id),
  )}`;

const unknownVariant = (id: string, variant: string, prompts: readonly SavedPrompt[]): string =>
  `no prompt is saved as ${variant} for ${id}${didYouMean(
    variant,
    prompts.map(({ name }) => name),
  )}`;

/** Version of the behaviour of custom steps. */
const STEP_VERSION = "1";

const bindStep = (recipe: { readonly step: StepRecipe }): BoundRecipe => ({
  id: recipeId(recipe),
  version: STEP_VERSION,
  mode: "late-cut",
  params: recipe,
  build: (environment) => buildStep(recipe.step, environment),
});

type Combinator = Exclude<Recipe, Single | { step: StepRecipe }>;

/** The recipe with every parameter filled in. */
function describe(recipe: Combinator, bound: readonly BoundRecipe[]): Readonly<Record<string, unknown>> {
  const inner = bound.map(({ id, version, params }) => ({ id, version, params }));
  if ("pipe" in recipe) return { pipe: inner };
  if ("orElse" in recipe) return { orElse: inner };
  if ("until" in recipe) return { until: recipe.until, ladder: inner };
  return { when: recipe.when, run: inner[0] };
}

function combine(recipe: Combinator, inner: readonly Procedure[], environment: Environment): Procedure {
  const [first, second] = inner as [Procedure, Procedure];
  if ("pipe" in recipe) return pipe(...inner);
  if ("orElse" in recipe) return orElse(first, second);
  if ("until" in recipe) {
    const run = until({ measure: TOKENS, limit: ceilingOf(recipe.until, environment) }, inner);
    return "fraction" in recipe.until ? needingWindow(run) : run;
  }
  return when(triggerOf(recipe.when), first);
}

function ceilingOf(ceiling: z.infer<typeof ceilingSchema>, { budget }: Environment): number {
  if ("tokens" in ceiling) return ceiling.tokens;
  return budget.window === null ? Number.POSITIVE_INFINITY : budget.window * ceiling.fraction;
}

const GAUGES = {
  tokens: TOKEN_COUNT,
  messages: MESSAGE_COUNT,
  turns: TURN_COUNT,
  steps: STEP_COUNT,
  "tool-uses": TOOL_USE_COUNT,
};

function triggerOf(trigger: TriggerRecipe): Trigger {
  if (trigger === "requested") return requested;
  if ("gauge" in trigger) return compares(GAUGES[trigger.gauge], trigger.comparison, trigger.limit);
  if ("fraction" in trigger)
    return overWindow({ fraction: trigger.fraction, reserve: 0, comparison: trigger.comparison });
  const inner = ("any" in trigger ? trigger.any : trigger.all).map(triggerOf) as [Trigger, ...Trigger[]];
  return "any" in trigger ? any(...inner) : all(...inner);
}
