import * as z from "zod/mini";
import { checkJson } from "../../conversation/check-json";
import type { Failure, Result } from "../../conversation/errors";
import { fail, ok } from "../../conversation/errors";
import { didYouMean } from "../../conversation/nearest-name";
import { createView } from "./create-view";
import type { Environment } from "./environment";
import type { Procedure } from "./procedure";

/** in-place: same structure, changed contents; cut: drops messages; fold: summarises messages. */
type Family = "in-place" | "cut" | "fold";

/** Effect on the cached prefix when the strategy acts. */
type CacheClass = "keeps-prefix" | "rewrites-suffix" | "rewrites-all";

/** The product that a preset follows, and the source and date of its described behaviour. */
export type Product = {
  readonly name: string;
  /** The release, commit or document that was read. */
  readonly version: string;
  /** ISO date of that version; if unknown, the date of its description, or the date on which we read the source. */
  readonly date: string;
  /** ISO date of the last comparison with the source. */
  readonly read: string;
  readonly source: string;
};

/**
 * When a strategy decides. `late-cut`: changes messages already sent, once or repeatedly. `as-messages-arrive`:
 * decides about each message when it is first sent, based on earlier ones, and never touches what was sent.
 */
export type Mode = "late-cut" | "as-messages-arrive";

export type StrategyFacts = {
  readonly id: string;
  /** Other names used in articles and products. */
  readonly alsoCalled?: readonly string[];
  /** Id of the newest version, if this is an older version or a part of it. */
  readonly variantOf?: string;
  readonly family: Family;
  readonly product: Product;
  /** Version of our preset; incremented when its results change. */
  readonly version: string;
  /** True if the strategy does nothing without a model. */
  readonly needsModel: boolean;
  /** Writes summaries: with the caller's model if set, otherwise with the extractive summariser. */
  readonly summarises?: boolean;
  /** The provider's service writes the summary, with a prompt that is not public. */
  readonly isByProvider?: true;
  readonly deterministic: boolean;
  readonly reversible: boolean;
  readonly cache: CacheClass;
  readonly mode: Mode;
  /**
   * True if the strategy repeats every earlier edit byte for byte, whatever follows, for callers that send the entire
   * history each time. Guaranteed only within the window, below the strategy's own trigger, and without a target or a
   * known cache state.
   */
  readonly keepsEdits: boolean;
  /** The strategy has its own trigger, checked by callers at each request and by a replay as the prompt grows. */
  readonly hasOwnTrigger?: boolean;
};

/** A preset: facts, a parameter schema (for form, API and URL) and a builder. */
export type Strategy = StrategyFacts & {
  readonly params: z.core.$ZodObject;
  /** Checks and binds parameters. Rejects unknown names. */
  readonly bind: (params: unknown) => Result<BoundStrategy, Failure>;
};

type BoundStrategy = {
  /** Complete, with defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly build: (environment: Environment) => Procedure;
};

/** Defines a preset; `build` gets typed parameters. */
export function defineStrategy<Shape extends z.core.$ZodObject>(
  facts: StrategyFacts,
  shape: Shape,
  build: (params: z.output<Shape>, environment: Environment) => Procedure,
): Strategy {
  const { def } = shape._zod;
  const fields = hasPrompt(facts) ? { ...def.shape, prompt: PROMPT } : def.shape;
  const params = z.clone(shape, { ...def, shape: fields, catchall: z.never() });
  return {
    ...facts,
    params,
    bind: (given) => {
      const parsed = checkJson({ safeParse: (json) => z.safeParse(params, json) }, given ?? {});
      if (!parsed.success) return fail(paramsInvalid(facts.id, parsed.error, Object.keys(fields)));
      const complete = parsed.data;
      return ok({
        params: complete,
        build: (environment) => boundTo(complete, (params) => build(params, environment)),
      });
    },
  };
}

/** True if a model is prompted in words, so the prompt can be shown and replaced. */
const hasPrompt = ({ summarises, isByProvider }: StrategyFacts): boolean =>
  summarises === true && isByProvider !== true;

const PROMPT = z
  ._default(z.string().check(z.maxLength(8000)), "")
  .check(
    z.describe(
      "Your own task text for the model that writes the summary, instead of the product's; empty: the product's",
    ),
  );

/** Binds a preset's parameters. A custom task text reaches whichever step requests a summary. */
function boundTo<Params>(complete: Params, build: (params: Params) => Procedure): Procedure {
  const { prompt, ...params } = complete as { readonly prompt?: unknown };
  const task = typeof prompt === "string" ? prompt.trim() : "";
  const procedure = build(params as Params);
  if (task === "") return procedure;
  return (view) => {
    const { conversation, environment } = view;
    return procedure(createView(conversation, { ...environment, summaries: { ...environment.summaries, task } }));
  };
}

function paramsInvalid(id: string, error: z.core.$ZodError, known: readonly string[]): Failure {
  const issue = error.issues[0];
  const meant = issue?.code === "unrecognized_keys" ? didYouMean(issue.keys[0] ?? "", known) : "";
  const path = issue?.path.map(String).join(".") ?? "";
  return {
    code: "params-invalid",
    message: `${id}: ${path === "" ? "" : `${path}: `}${issue?.message ?? "parameters do not fit"}${meant}`,
    at: path === "" ? "$.params" : `$.params.${path}`,
  };
}

/** Facts of a preset that needs no model; omitted ones have the usual value. */
export function deterministic(
  facts: Pick<StrategyFacts, "id" | "family" | "product" | "cache"> & Partial<StrategyFacts>,
): StrategyFacts {
  return { ...USUAL, ...facts };
}

const USUAL = {
  version: "1",
  needsModel: false,
  deterministic: true,
  reversible: false,
  keepsEdits: false,
  mode: "late-cut",
} as const;

/** Facts of a preset that decides as messages arrive. Its edits stay, and so does the cached prefix. */
export function arriving(facts: Pick<StrategyFacts, "id" | "product"> & Partial<StrategyFacts>): StrategyFacts {
  const always = { mode: "as-messages-arrive", cache: "keeps-prefix", keepsEdits: true } as const;
  return deterministic({ family: "in-place", ...facts, ...always });
}

/**
 * Facts of a preset that folds: deterministic unless a model writes its summaries. All have version 2
 * because the extractive summary now names files that commands change.
 */
export function folding(facts: Pick<StrategyFacts, "id" | "product"> & Partial<StrategyFacts>): StrategyFacts {
  return deterministic({ version: "2", family: "fold", cache: "rewrites-all", summarises: true, ...facts });
}
