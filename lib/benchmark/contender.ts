import { compressConversation } from "../pipeline/compress-conversation";
import type { RunResult } from "../replay/fire-recipe";
import type { OutsideStrategy } from "../replay/replay-policy";
import type { ReplayPolicy, ReplayTrigger } from "../replay/replay-types";
import { findStrategy } from "../strategies";
import type { Mode, Strategy } from "../strategies/grammar/strategy";
import { bindRecipe, type Recipe, recipeId } from "../strategies/recipe/recipe";

export type ContenderKind = "reference" | "preset" | "module" | "program" | "address";

/** What is measured. `run` never rejects: what goes wrong is a failed result with a code. */
export type Contender = {
  readonly id: string;
  readonly kind: ContenderKind;
  /** What ran: the real program, or whose behaviour is re-implemented, in which version. */
  readonly ran: string;
  /** Of the file that ran; null for what has none. */
  readonly sha256: string | null;
  readonly mode: Mode;
  /** How it runs over whole sessions. */
  readonly policy: ReplayPolicy;
  /** Null for a reference, which changes nothing at a cut. */
  readonly run: Run | null;
};

type Run = (...input: Parameters<OutsideStrategy>) => TimedResult | Promise<TimedResult>;

/** `milliseconds`: of the strategy alone, if writing its body and reading its answer took more. */
export type TimedResult = RunResult & { readonly milliseconds?: number };

/** What every table is read against: the log with its own compactions, and the whole history without any. */
export const REFERENCES: readonly Contender[] = [
  reference("the log", "each session's own client, with its own compactions", "logged"),
  reference("keep everything", "no compaction, also beyond the window", "keep-all"),
];

function reference(id: string, ran: string, kind: "logged" | "keep-all"): Contender {
  return { id, kind: "reference", ran, sha256: null, mode: "late-cut", policy: { kind, id }, run: null };
}

/** A preset or a recipe of ours; the failure's message if there is no such strategy. */
export function presetContender(recipe: Recipe, at: number): Contender | string {
  const bound = bindRecipe(recipe);
  if (!bound.ok) return bound.error.message;
  const id = typeof recipe === "string" ? recipe : recipeId(recipe);
  const strategy = findStrategy(id);
  const { mode } = bound.value;
  const own = mode === "as-messages-arrive" ? EACH_REQUEST : strategy?.hasOwnTrigger ? {} : triggerAt(at);
  return {
    id: typeof recipe === "string" ? id : `${id} ${JSON.stringify(recipe)}`,
    kind: "preset",
    ran: strategy ? describe(strategy) : "a recipe of Winnow's strategies",
    sha256: null,
    mode,
    policy: { kind: "recipe", id, recipe, trigger: own },
    run: (conversation, environment) => compressConversation(conversation, recipe, environment, { force: true }),
  };
}

/** Asked at every request. */
const EACH_REQUEST: ReplayTrigger = { tokens: 0, regrowth: 0 };

/** From this prompt on, and again whenever it has grown by a tenth; 0: at every request. */
export const triggerAt = (tokens: number): ReplayTrigger => (tokens === 0 ? EACH_REQUEST : { tokens });

const OURS = "Winnow";

function describe({ product, summarises, version }: Strategy): string {
  const by = summarises ? "; summaries by rule in the model's place" : "";
  return product.name === OURS
    ? `this program, version ${version} of the strategy${by}`
    : `re-implementation of ${product.name} ${product.version}, read ${product.read}${by}`;
}
