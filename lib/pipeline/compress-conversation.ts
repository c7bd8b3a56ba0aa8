import type { Failure } from "../conversation/errors";
import type { Conversation } from "../conversation/message";
import { pipe } from "../strategies/combinators";
import type { Compression } from "../strategies/compression";
import { createView, requestTokens } from "../strategies/create-view";
import type { Environment, Protection } from "../strategies/environment";
import { NOTHING } from "../strategies/procedure";
import { bindRecipe, type Recipe, recipeId } from "../strategies/recipe";
import { runStrategy, untouched } from "../strategies/run-strategy";
import type { BoundStrategy } from "../strategies/strategy";

/** A hard ceiling: tokens of the whole request, or a share of what it has now. */
export type Target = { readonly tokens: number } | { readonly fraction: number };

/** What one call asks for on top of its environment. */
export type CompressionOptions = {
  readonly target?: Target;
  readonly force?: boolean;
  readonly protect?: Protection;
};

/**
 * The recipe used when none is named: large tool outputs are put aside with a reference (errors and the three newest
 * stay), and only if the request is still over its ceiling (the target, else the window less the reserve) long outputs
 * and then the oldest dialogue go. Deterministic. It is kind to the cache: with room in the window nothing but large
 * old outputs changes, each of them once and for good, so the next request finds the same prefix again.
 */
export function defaultRecipe({ budget }: Environment): Recipe {
  const putAside = { id: "centagent-externalise", params: { keepErrors: true, keepNewest: 3 } };
  const limit = budget.window === null ? null : Math.max(1, budget.window - budget.reserve);
  if (limit === null && budget.target === undefined) return { pipe: [putAside] };
  return {
    pipe: [putAside, { id: "centagent-budget", params: { unit: "tokens", budget: limit ?? budget.target ?? 1 } }],
  };
}

/**
 * Compresses one conversation. `null` = the default recipe. Never throws for what a caller can send: an unknown
 * strategy, unfit parameters, a broken result and a target out of reach are `failed` with a coded `failure`, and the
 * conversation comes back as it was.
 */
export function compressConversation(
  conversation: Conversation,
  recipe: Recipe | null,
  environment: Environment,
  options: CompressionOptions = {},
): Compression {
  const prepared = withOptions(conversation, environment, options);
  const chosen = recipe ?? defaultRecipe(prepared);
  const bound = bindRecipe(chosen);
  if (!bound.ok) return refused(conversation, chosen, bound.error, prepared);
  const procedure = pipe(...bound.value.map((strategy) => strategy.build(prepared)));
  return runStrategy(conversation, procedure, describe(bound.value), prepared);
}

function withOptions(conversation: Conversation, environment: Environment, options: CompressionOptions): Environment {
  const { target, force = environment.force, protect = environment.protect } = options;
  if (!target) return { ...environment, force, protect };
  const tokens =
    "tokens" in target ? target.tokens : Math.floor(requestTokens(conversation, environment) * target.fraction);
  return { ...environment, force, protect, budget: { ...environment.budget, target: tokens } };
}

function describe(strategies: readonly BoundStrategy[]): Compression["strategy"] {
  const [first] = strategies;
  if (strategies.length === 1 && first)
    return { id: first.facts.id, version: first.facts.version, params: first.params };
  const stages = strategies.map(({ facts, params }) => ({ id: facts.id, version: facts.version, params }));
  const id = strategies.map(({ facts }) => facts.id).join("+");
  return { id, version: strategies.map(({ facts }) => facts.version).join("+"), params: { pipe: stages } };
}

function refused(conversation: Conversation, recipe: Recipe, failure: Failure, environment: Environment): Compression {
  const strategy = { id: recipeId(recipe), version: "", params: {} };
  const result = untouched(createView(conversation, environment), NOTHING, strategy);
  return { ...result, status: "failed", failure, warnings: [{ code: failure.code, message: failure.message }] };
}
