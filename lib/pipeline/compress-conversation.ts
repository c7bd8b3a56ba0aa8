import { applyEdits } from "../conversation/apply-edits";
import type { Edit } from "../conversation/edit";
import type { Failure } from "../conversation/errors";
import type { Conversation } from "../conversation/message";
import { carriedOn } from "../strategies/carried";
import type { Compression } from "../strategies/compression";
import { createView, requestTokens } from "../strategies/create-view";
import type { Environment, Protection } from "../strategies/environment";
import { NOTHING } from "../strategies/procedure";
import { bindRecipe, type Recipe, recipeId } from "../strategies/recipe";
import { runStrategy, untouched } from "../strategies/run-strategy";

/** A hard ceiling: tokens of the whole request, or a share of what it has now. */
export type Target = { readonly tokens: number } | { readonly fraction: number };

/** What one call asks for on top of its environment. */
export type CompressionOptions = {
  readonly target?: Target;
  readonly force?: boolean;
  readonly protect?: Protection;
  /** Edits of an earlier run on the beginning of this history: they come first, and the recipe works on what they left. */
  readonly carried?: readonly Edit[];
};

/**
 * The recipe used when none is named. Deterministic, and kind to the cache: with room in the window only outputs that
 * are needless or large are put aside, each once and for good, and only where rewriting what is cached pays; over the
 * ceiling (the target, else the window less the reserve) more of them go, then the oldest dialogue, which leaves an
 * index of its files, errors and decisions.
 */
export const DEFAULT_RECIPE: Recipe = "winnow";

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
  const chosen = recipe ?? DEFAULT_RECIPE;
  const bound = bindRecipe(chosen);
  if (!bound.ok) return refused(conversation, chosen, bound.error, prepared);
  const { id, version, params, build } = bound.value;
  const { carried = [] } = options;
  const procedure = carried.length === 0 ? build(prepared) : carriedOn(carried, build(prepared));
  return runStrategy(conversation, procedure, { id, version, params }, prepared);
}

function withOptions(conversation: Conversation, environment: Environment, options: CompressionOptions): Environment {
  const { target, force = environment.force, protect = environment.protect, carried = [] } = options;
  if (!target) return { ...environment, force, protect };
  const now = () => requestTokens(applyEdits(conversation, carried), environment);
  const tokens = "tokens" in target ? target.tokens : Math.floor(now() * target.fraction);
  return { ...environment, force, protect, budget: { ...environment.budget, target: tokens } };
}

function refused(conversation: Conversation, recipe: Recipe, failure: Failure, environment: Environment): Compression {
  const strategy = { id: recipeId(recipe), version: "", params: {} };
  const result = untouched(createView(conversation, environment), NOTHING, strategy);
  return { ...result, status: "failed", failure, warnings: [{ code: failure.code, message: failure.message }] };
}
