import { applyEdits } from "../conversation/apply-edits";
import type { Edit } from "../conversation/edit";
import { type Failure, fail, ok, type Result } from "../conversation/errors";
import type { Conversation } from "../conversation/message";
import { carriedOn } from "../strategies/grammar/carried";
import type { Compression } from "../strategies/grammar/compression";
import { createView, requestTokens } from "../strategies/grammar/create-view";
import type { Environment, Protection } from "../strategies/grammar/environment";
import { NOTHING, type Procedure } from "../strategies/grammar/procedure";
import { runStrategy, untouched } from "../strategies/grammar/run-strategy";
import { bindRecipe, type Recipe, recipeId } from "../strategies/recipe/recipe";
import { type Frames, meetTarget, type Prompt } from "./meet-target";

/** A hard ceiling of the whole prompt: tokens, or a share of what it has now. */
export type Target = { readonly tokens: number } | { readonly fraction: number };

/** Below `trigger` nothing is done; from there on the prompt goes down to `drain`. Tokens, or shares of the window. */
export type Hysteresis = { readonly trigger: Target; readonly drain: Target };

/** What one call asks for on top of its environment. */
export type CompressionOptions = {
  readonly target?: Target;
  /** Instead of a target, for a history that grows: see `Hysteresis`. */
  readonly hysteresis?: Hysteresis;
  /** Tokens around the texts that count towards a ceiling; none where nothing is known of them. */
  readonly frames?: Frames;
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
  const prepared = withOptions(environment, options);
  const chosen = recipe ?? DEFAULT_RECIPE;
  const bound = bindRecipe(chosen);
  if (!bound.ok) return refused(conversation, chosen, bound.error, prepared);
  const { id, version, params, build } = bound.value;
  const run = (made: Environment, procedure = build(made)) =>
    runStrategy(conversation, carriedOn(options.carried ?? [], procedure), { id, version, params }, made);
  const { target, hysteresis } = options;
  if (!target && !hysteresis) return run(prepared);
  const now = currentPrompt(conversation, prepared, options);
  const ceiling = target ? ok(limitOf(target, now.tokens)) : limitsOf(hysteresis as Hysteresis, prepared);
  if (!ceiling.ok) return refused(conversation, chosen, ceiling.error, prepared);
  const { tokens, start } = ceiling.value;
  if (start !== null && now.tokens < start && !prepared.force) return run(prepared, waitingFor(start, now.tokens));
  const toTokens = (target: number) => run({ ...prepared, budget: { ...prepared.budget, target } });
  // Every try of a model's summary would be another call: what it reaches is said as it came out.
  const search = prepared.summaries?.summarise === undefined;
  return meetTarget(now, tokens, toTokens, { frames: options.frames ?? noFrames, search });
}

const noFrames: Frames = () => 0;

const withOptions = (environment: Environment, options: CompressionOptions): Environment => ({
  ...environment,
  force: options.force ?? environment.force,
  protect: options.protect ?? environment.protect,
});

/** The prompt as the edits so far leave it. */
function currentPrompt(
  given: Conversation,
  environment: Environment,
  { carried = [], frames = noFrames }: CompressionOptions,
): Prompt {
  const conversation = applyEdits(given, carried);
  return { conversation, tokens: requestTokens(conversation, environment) + frames(conversation) };
}

/** `tokens`: the ceiling of the prompt; `start`: from which prompt on anything is done, null: from any. */
type Limits = { readonly tokens: number; readonly start: number | null };

const limitOf = (target: Target, now: number): Limits => ({
  tokens: "tokens" in target ? target.tokens : Math.floor(now * target.fraction),
  start: null,
});

function limitsOf({ trigger, drain }: Hysteresis, { budget: { window } }: Environment): Result<Limits, Failure> {
  const inWindow = (limit: Target) =>
    "tokens" in limit ? limit.tokens : window === null ? null : Math.floor(window * limit.fraction);
  const [start, tokens] = [inWindow(trigger), inWindow(drain)];
  if (start === null || tokens === null)
    return fail(limitFault("the window is not known: give tokens, or context_window"));
  if (tokens >= start) return fail(limitFault(`drain (${tokens} tokens) must be below trigger (${start} tokens)`));
  return ok({ tokens, start });
}

const limitFault = (message: string): Failure => ({ code: "limits-invalid", message });

/** Nothing yet: the prompt is below the trigger. */
const waitingFor =
  (limit: number, value: number): Procedure =>
  () => ({ ...NOTHING, trigger: { fired: false, rule: "prompt >= trigger", value, limit } });

function refused(conversation: Conversation, recipe: Recipe, failure: Failure, environment: Environment): Compression {
  const strategy = { id: recipeId(recipe), version: "", params: {} };
  const result = untouched(createView(conversation, environment), NOTHING, strategy);
  return { ...result, status: "failed", failure, warnings: [{ code: failure.code, message: failure.message }] };
}
