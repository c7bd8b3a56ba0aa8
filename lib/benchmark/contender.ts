import { compressConversation } from "../pipeline/compress-conversation";
import type { RunResult } from "../replay/fire-recipe";
import type { OutsideStrategy } from "../replay/replay-policy";
import type { ReplayPolicy, ReplayTrigger } from "../replay/replay-types";
import { findStrategy } from "../strategies";
import type { Environment } from "../strategies/grammar/environment";
import type { Mode, Strategy } from "../strategies/grammar/strategy";
import { bindRecipe } from "../strategies/recipe/bind-recipe";
import type { Recipe } from "../strategies/recipe/recipe";

export type ContenderKind = "reference" | "preset" | "module" | "program" | "address";

/** What is measured. `run` never rejects: an error becomes a failed result with a code. */
export type Contender = {
  readonly id: string;
  readonly kind: ContenderKind;
  /** What ran: the real program, or the re-implemented product and its version. */
  readonly ran: string;
  /** Digest of the file that ran; null if there is none. */
  readonly sha256: string | null;
  readonly mode: Mode;
  readonly policy: ReplayPolicy;
  /** Null for a reference, which changes nothing at a cut. */
  readonly run: Run | null;
};

type Run = (...input: Parameters<OutsideStrategy>) => TimedResult | Promise<TimedResult>;

/** `milliseconds`: time of the strategy alone, if encoding its body and reading its answer took additional time. */
export type TimedResult = RunResult & { readonly milliseconds?: number };

/** The references of every table: the log with its own compactions, and the entire history without any. */
export const REFERENCES: readonly Contender[] = [
  reference("the log", "each session's own client, with its own compactions", "logged"),
  reference("keep everything", "no compaction, even beyond the window", "keep-all"),
];

function reference(id: string, ran: string, kind: "logged" | "keep-all"): Contender {
  return { id, kind: "reference", ran, sha256: null, mode: "late-cut", policy: { kind, id }, run: null };
}

/**
 * When a preset runs in a replay of an entire session, if the common setting does not apply. Sizes are tokens of the
 * entire prompt.
 */
export type OwnSetting = { readonly trigger: number; readonly floor: number | null } | "own trigger";

/**
 * A preset or one of Winnow's recipes; the failure's message if there is no such strategy. A strategy that decides as
 * messages arrive, or has its own trigger, is consulted by its own rule. Others run once the prompt has `at` tokens.
 */
export function presetContender(name: string, recipe: Recipe, at: number, setting?: OwnSetting): Contender | string {
  const bound = bindRecipe(recipe);
  if (!bound.ok) return bound.error.message;
  const { mode, id } = bound.value;
  const strategy = findStrategy(id);
  const usual = mode === "as-messages-arrive" ? EACH_REQUEST : strategy?.hasOwnTrigger ? {} : triggerAt(at);
  const isForced = setting !== "own trigger";
  const own = isForced && setting ? setting : null;
  const floor = own?.floor ?? null;
  return {
    id: name,
    kind: "preset",
    ran: strategy ? describe(strategy) : "a recipe of Winnow's strategies",
    sha256: null,
    mode,
    policy: {
      ...{ kind: "recipe", id: name, recipe },
      trigger: own ? triggerAt(own.trigger) : isForced ? usual : EACH_REQUEST,
    },
    run: (conversation, environment) =>
      compressConversation(conversation, recipe, floorIn(environment, floor), { force: isForced }),
  };
}

/** A recipe that cannot reach the floor gets as close as it can. */
const floorIn = (environment: Environment, floor: number | null): Environment =>
  floor === null
    ? environment
    : { ...environment, budget: { ...environment.budget, target: floor, mayMissTarget: true } };

const EACH_REQUEST: ReplayTrigger = { tokens: 0, regrowth: 0 };

/** Runs when the prompt reaches this size, and again whenever it has grown by a tenth. 0 means at every request. */
export const triggerAt = (tokens: number): ReplayTrigger => (tokens === 0 ? EACH_REQUEST : { tokens });

const OURS = "Winnow";

function describe({ product, summarises, version }: Strategy): string {
  const by = summarises ? "; summaries by rule in the model's place" : "";
  return product.name === OURS
    ? `this program, version ${version} of the strategy${by}`
    : `re-implementation of ${product.name} ${product.version}, read ${product.read}${by}`;
}
