import { applyEdits } from "../conversation/apply-edits";
import type { Edit } from "../conversation/edit";
import { type Failure, fail, ok, type Result } from "../conversation/errors";
import type { Conversation } from "../conversation/message";
import { carriedOn } from "../strategies/grammar/carried";
import type { Compression } from "../strategies/grammar/compression";
import { createView, requestTokens } from "../strategies/grammar/create-view";
import type { Environment, Protection } from "../strategies/grammar/environment";
import { NOTHING, type Procedure, type TriggerExplanation } from "../strategies/grammar/procedure";
import { runStrategy, untouched } from "../strategies/grammar/run-strategy";
import { type Frames, meetTarget, type Prompt } from "./meet-target";

/** A hard limit for the whole prompt: in tokens, or as a share of its current tokens. */
export type Target = { readonly tokens: number } | { readonly fraction: number };

/** Below `trigger` nothing is done; at or above it the prompt is reduced to `drain`. Tokens, or shares of the window. */
export type Hysteresis = { readonly trigger: Target; readonly drain: Target };

/** The options of one call, in addition to its environment. */
export type CompressionOptions = {
  readonly target?: Target;
  /** For a growing history, used instead of a target: see `Hysteresis`. */
  readonly hysteresis?: Hysteresis;
  /** Tokens around the texts, which count towards a limit; 0 if unknown. */
  readonly frames?: Frames;
  readonly force?: boolean;
  readonly protect?: Protection;
  /** Edits of an earlier run on a prefix of this history. They are applied first; the recipe works on their result. */
  readonly carried?: readonly Edit[];
};

/** The strategy or recipe to run, with complete parameters. `build` makes the procedure for an environment. */
export type Bound = Compression["strategy"] & { readonly build: (environment: Environment) => Procedure };

/**
 * Compresses one conversation with a bound strategy. Unlike `compressConversation`, it does not import the list of all
 * presets, so a program that passes its strategy as an object bundles only that strategy.
 */
export function compressBound(
  conversation: Conversation,
  { id, version, mode, params, build }: Bound,
  environment: Environment,
  options: CompressionOptions = {},
): Compression {
  const prepared = withOptions(environment, options);
  const run = (made: Environment, procedure = build(made)) =>
    runStrategy(conversation, carriedOn(options.carried ?? [], procedure), { id, version, mode, params }, made);
  const { target, hysteresis } = options;
  if (!target && !hysteresis) return run(prepared);
  const now = currentPrompt(conversation, prepared, options);
  const ceiling = target ? ok(limitOf(target, now.tokens)) : limitsOf(hysteresis as Hysteresis, prepared);
  if (!ceiling.ok) return refused(conversation, id, ceiling.error, prepared);
  const { tokens, start } = ceiling.value;
  if (start !== null && now.tokens < start && !prepared.force) return run(prepared, waitingFor(start, now.tokens));
  const toTokens = (target: number) => {
    const compression = run({ ...prepared, budget: { ...prepared.budget, target } });
    const isByTarget = start !== null || compression.trigger?.limit === target;
    return isByTarget
      ? { ...compression, trigger: explainLimit(ceiling.value, now.tokens, prepared.force) }
      : compression;
  };
  // No search if a model writes the summary, because each attempt would be another call.
  const search = prepared.summaries?.summarise === undefined;
  return meetTarget(now, tokens, toTokens, { frames: options.frames ?? noFrames, search });
}

const noFrames: Frames = () => 0;

/** The environment, with the call's own values in place of the defaults. */
export const withOptions = (environment: Environment, options: CompressionOptions): Environment => ({
  ...environment,
  force: options.force ?? environment.force,
  protect: options.protect ?? environment.protect,
});

/** The result if a run on top of earlier edits failed: its failure, and the earlier edits alone. */
export function carriedAlone(
  conversation: Conversation,
  carried: readonly Edit[],
  failed: Compression,
  environment: Environment,
): Compression {
  const alone = runStrategy(
    conversation,
    carriedOn(carried, () => NOTHING),
    failed.strategy,
    environment,
  );
  const { status, trigger, warnings, failure } = failed;
  return { ...alone, status, trigger, warnings, ...(failure && { failure }) };
}

/** The prompt after the carried edits. */
function currentPrompt(
  given: Conversation,
  environment: Environment,
  { carried = [], frames = noFrames }: CompressionOptions,
): Prompt {
  const conversation = applyEdits(given, carried);
  return { conversation, tokens: requestTokens(conversation, environment) + frames(conversation) };
}

/** `tokens`: the limit for the prompt; `start`: the minimum prompt size for doing anything; null for any size. */
type Limits = { readonly tokens: number; readonly start: number | null };

const limitOf = (target: Target, now: number): Limits => ({
  tokens: "tokens" in target ? target.tokens : Math.floor(now * target.fraction),
  start: null,
});

/** The limits of a growing history, in tokens. */
export function limitsOf({ trigger, drain }: Hysteresis, { budget: { window } }: Environment): Result<Limits, Failure> {
  const inWindow = (limit: Target) =>
    "tokens" in limit ? limit.tokens : window === null ? null : Math.floor(window * limit.fraction);
  const [start, tokens] = [inWindow(trigger), inWindow(drain)];
  if (start === null || tokens === null)
    return fail(limitFault("the window is not known: give tokens, or context_window"));
  if (tokens >= start) return fail(limitFault(`drain (${tokens} tokens) must be below trigger (${start} tokens)`));
  return ok({ tokens, start });
}

const limitFault = (message: string): Failure => ({ code: "limits-invalid", message });

/** A procedure that does nothing, because the prompt is below the trigger. */
const waitingFor =
  (start: number, value: number): Procedure =>
  () => ({ ...NOTHING, trigger: { fired: false, rule: TRIGGER_RULE, value, limit: start } });

const TRIGGER_RULE = "prompt >= trigger";

/**
 * Explains with the caller's numbers why a call with limits ran: the strategy's own numbers exclude the provider's
 * frames.
 */
function explainLimit({ tokens, start }: Limits, value: number, force: boolean): TriggerExplanation {
  const fired = start === null ? value > tokens : value >= start;
  const isForced = !fired && force;
  const rule = start === null ? "prompt > target" : TRIGGER_RULE;
  return { fired, rule, value, limit: start ?? tokens, ...(isForced && { isForced }) };
}

/** A call that cannot be carried out: the conversation is unchanged, and the failure contains the reason. */
export function refused(
  conversation: Conversation,
  id: string,
  failure: Failure,
  environment: Environment,
): Compression {
  const strategy = { id, version: "", mode: "late-cut", params: {} } as const;
  const result = untouched(createView(conversation, environment), NOTHING, strategy);
  return { ...result, status: "failed", failure, warnings: [{ code: failure.code, message: failure.message }] };
}
