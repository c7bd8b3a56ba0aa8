import { type Failure, fail, ok, type Result } from "../../conversation/errors";
import { didYouMean } from "../../conversation/nearest-name";
import { TOKENS } from "../grammar/ceiling";
import { needingWindow, orElse, pipe, until, when } from "../grammar/combinators";
import type { Environment, SavedPrompt } from "../grammar/environment";
import { MESSAGE_COUNT, STEP_COUNT, TOKEN_COUNT, TOOL_USE_COUNT, TURN_COUNT } from "../grammar/gauges";
import type { Procedure } from "../grammar/procedure";
import type { Mode } from "../grammar/strategy";
import { all, any, compares, overWindow, requested, type Trigger } from "../grammar/triggers";
import { findStrategy, STRATEGIES } from "../index";
import { type Ceiling, innerOf, type Recipe, recipeId, type Single, type TriggerRecipe } from "./recipe";
import { buildStep } from "./recipe-step";
import type { StepRecipe } from "./recipe-step-schema";

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

function ceilingOf(ceiling: Ceiling, { budget }: Environment): number {
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
