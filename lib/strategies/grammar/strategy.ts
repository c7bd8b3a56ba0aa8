import * as z from "zod/mini";
import { checkJson } from "../../conversation/check-json";
import type { Failure, Result } from "../../conversation/errors";
import { fail, ok } from "../../conversation/errors";
import { didYouMean } from "../../conversation/nearest-name";
import { createView } from "./create-view";
import type { Environment } from "./environment";
import type { Procedure } from "./procedure";

/** in-place: the structure stays, contents change; cut: messages are dropped; fold: messages become a summary. */
type Family = "in-place" | "cut" | "fold";

/** What a strategy does to the cached prefix when it acts. */
type CacheClass = "keeps-prefix" | "rewrites-suffix" | "rewrites-all";

/** The product whose behaviour a preset follows, and where and when that behaviour was read. */
export type Product = {
  readonly name: string;
  /** Its release, or the commit or document that was read. */
  readonly version: string;
  /** ISO day of that version; if unknown, the day of its source or of the reading. */
  readonly date: string;
  /** ISO day on which the preset was last compared with the source. */
  readonly read: string;
  readonly source: string;
};

/**
 * When a strategy decides. `late-cut`: it changes what has been sent before, once or again and again. `as-messages-arrive`:
 * it decides about each message when it is first sent, by what came before it, and never touches what has been sent.
 */
export type Mode = "late-cut" | "as-messages-arrive";

export type StrategyFacts = {
  readonly id: string;
  readonly title: string;
  /** Other names by which articles and products call it. */
  readonly alsoCalled?: readonly string[];
  /** The id of the newest version, if this is an older one or a part of it. */
  readonly variantOf?: string;
  readonly family: Family;
  readonly product: Product;
  /** Version of our preset, which grows when its results change. */
  readonly version: string;
  /** True if the strategy does nothing without a model. */
  readonly needsModel: boolean;
  /** Writes summaries: by the caller's model if one is set, else by the extractive summariser. */
  readonly summarises?: boolean;
  /** A provider's service writes them, by a prompt that is not public. */
  readonly isByProvider?: true;
  readonly deterministic: boolean;
  readonly reversible: boolean;
  readonly cache: CacheClass;
  readonly mode: Mode;
  /**
   * For a caller that sends its whole history each time: an edit that was made once is made again, byte for byte, whatever
   * follows. Holds without a target, within the window, below an own trigger, and if the state of the cache is not given.
   */
  readonly keepsEdits: boolean;
  /** It has a trigger of its own: a caller asks it at each request, and a replay as the prompt grows. */
  readonly hasOwnTrigger?: boolean;
  /** Under a limit it decides as the history grew: from above the limit to `Budget.floor`, and again when that has grown. */
  readonly usesFloor?: boolean;
};

/** A preset: facts, the schema of its parameters (form, API and URL come from it) and what they make. */
export type Strategy = StrategyFacts & {
  readonly params: z.core.$ZodObject;
  /** Checks parameters and binds them. Unknown names are refused. */
  readonly bind: (params: unknown) => Result<BoundStrategy, Failure>;
};

type BoundStrategy = {
  readonly facts: StrategyFacts;
  /** Complete, defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly build: (environment: Environment) => Procedure;
};

/** Makes a preset; inside `build` the parameters have their types. */
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
        facts,
        params: complete,
        build: (environment) => boundTo(complete, (own) => build(own, environment)),
      });
    },
  };
}

/** Whether a model is asked in words, so that the words can be seen and replaced. */
const hasPrompt = ({ summarises, isByProvider }: StrategyFacts): boolean =>
  summarises === true && isByProvider !== true;

const PROMPT = z
  ._default(z.string().check(z.maxLength(8000)), "")
  .check(
    z.describe(
      "An own task text for the model that writes the summary, in place of the product's; empty: the product's",
    ),
  );

/** Binds a preset's own parameters. An own task text reaches whichever step of the strategy asks for a summary. */
function boundTo<Params>(complete: Params, build: (params: Params) => Procedure): Procedure {
  const { prompt, ...own } = complete as { readonly prompt?: unknown };
  const task = typeof prompt === "string" ? prompt.trim() : "";
  const procedure = build(own as Params);
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
  facts: Pick<StrategyFacts, "id" | "title" | "family" | "product" | "cache"> & Partial<StrategyFacts>,
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

/** Facts of a preset that decides as messages arrive: what it did stays, and the cached prefix too. */
export function arriving(
  facts: Pick<StrategyFacts, "id" | "title" | "product"> & Partial<StrategyFacts>,
): StrategyFacts {
  const always = { mode: "as-messages-arrive", cache: "keeps-prefix", keepsEdits: true } as const;
  return deterministic({ family: "in-place", ...facts, ...always });
}

/**
 * Facts of a preset that folds: deterministic as long as no model writes its summaries. Version 2 of them all: the
 * extractive summary, which stands in for a model, tells the files that commands change.
 */
export function folding(
  facts: Pick<StrategyFacts, "id" | "title" | "product"> & Partial<StrategyFacts>,
): StrategyFacts {
  return deterministic({ version: "2", family: "fold", cache: "rewrites-all", summarises: true, ...facts });
}
