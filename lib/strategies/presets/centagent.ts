import * as z from "zod";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { type Ceiling, CHARACTERS, HALF_CHARACTERS, TOKENS } from "../grammar/ceiling";
import { orElse, step, until, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { keepLoops, reportShortenedLoops } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import { NOTHING, type Procedure } from "../grammar/procedure";
import { isFailure, type Selector, selectResults, toolResults } from "../grammar/selectors";
import { defineStrategy, type Product } from "../grammar/strategy";
import { drop, externalise, maskOutput } from "../grammar/transforms";
import { always, over } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { PUT_ASIDE, writePreview } from "../previews/put-aside";
import { fold } from "../summaries/fold";
import { PLAIN } from "../summaries/styles";
import { summaryTokens } from "../summaries/summary-params";

const PRODUCT: Product = {
  name: "CentAgent",
  version: "token-budget note",
  date: "2026-11-22",
  read: "2026-11-22",
  source: "CentAgent design note on tool-output noise reduction and budget truncation",
};

const DROPPED = /^\[Tool output dropped: \d+ characters\]$/;

const outputText = (result: ToolResultPart) => toolOutputText(result.output);

/** Replacement of a long output: a line with its size, or its reference line if it was put aside earlier. */
function blankText(text: string): string {
  const [firstLine = ""] = text.split("\n", 1);
  return PUT_ASIDE.test(text) ? firstLine : `[Tool output dropped: ${text.length} characters]`;
}

type Externalise = { readonly minCharacters: number; readonly keepErrors: boolean; readonly keepNewest: number };

/**
 * Selects text outputs of at least the given size. Errors and the newest outputs stay if the parameters say so;
 * outputs with images or opaque blocks always stay.
 */
function selectLarge({ minCharacters, keepErrors, keepNewest }: Externalise): Selector {
  return (view) => {
    const results = toolResults(view);
    return results.slice(0, Math.max(0, results.length - keepNewest)).flatMap((result) => {
      const text = outputText(result);
      const isCandidate = text.length >= minCharacters && result.output.every((block) => block.type === "text");
      if (!isCandidate || (keepErrors && isFailure(result, view)) || PUT_ASIDE.test(text) || DROPPED.test(text))
        return [];
      return [{ parts: [result.id], reason: "large-output" }];
    });
  };
}

/** Puts each large tool output aside as it arrives and leaves a preview with its reference. */
export const centagentExternalise = defineStrategy(
  {
    id: "centagent-externalise",
    alsoCalled: ["get_tool_output", "tool outputs outside the context"],
    family: "in-place",
    product: PRODUCT,
    version: "1",
    needsModel: false,
    deterministic: true,
    reversible: true,
    cache: "keeps-prefix",
    keepsEdits: true,
    mode: "as-messages-arrive",
  },
  z.object({
    minCharacters: z
      .number()
      .int()
      .min(1)
      .default(2000)
      .describe("Outputs of at least this many characters are put aside"),
    keepErrors: z.boolean().default(true).describe("Failed tool results stay in full"),
    keepNewest: z
      .number()
      .int()
      .min(0)
      .default(0)
      .describe("Number of newest tool results to keep in full; the product puts every one aside"),
    logLines: z.number().int().min(0).default(50).describe("Number of last lines to keep of a log"),
    entries: z.number().int().min(0).default(10).describe("Number of first entries to keep of a list"),
    fields: z.number().int().min(0).default(20).describe("Number of fields to keep in the preview of a JSON object"),
    headLines: z.number().int().min(0).default(10).describe("Number of first lines to keep of any other text"),
    lineCharacters: z.number().int().min(20).default(200).describe("Maximum characters of a line in a preview"),
    previewCharacters: z.number().int().min(0).default(4000).describe("Maximum characters of a preview"),
  }),
  (params) =>
    when(
      always,
      step({
        id: "externalise",
        select: selectLarge(params),
        transform: externalise((result, view) =>
          writePreview(view.toolNameOf(result) ?? "tool", outputText(result), {
            ...params,
            characters: params.previewCharacters,
          }),
        ),
      }),
    ),
);

const budgetParams = z.object({
  unit: z
    .enum(["characters", "estimated-tokens", "tokens"])
    .default("characters")
    .describe(
      "What `budget` counts. characters: those of the history without system messages; estimated-tokens: half as many, an estimate that is safe for Chinese; tokens: those of the whole request",
    ),
  budget: z
    .number()
    .int()
    .min(1)
    .default(12_000)
    .describe("Maximum size of the prompt in the chosen `unit`; a target of the request replaces it"),
  longOutput: z
    .number()
    .int()
    .min(1)
    .default(1000)
    .describe("Tool outputs longer than this many characters are removed first"),
  keepErrors: z.boolean().default(false).describe("Failed tool results stay in full"),
  summary: z
    .boolean()
    .default(false)
    .describe("If early dialogue has to be dropped, a summary that fits the budget replaces it"),
  summaryTokens: summaryTokens(1000),
});

function ceilingOf({ unit, budget }: z.output<typeof budgetParams>, environment: Environment): Ceiling {
  const { target } = environment.budget;
  if (target !== undefined) return { measure: TOKENS, limit: target };
  const measures = { characters: CHARACTERS, "estimated-tokens": HALF_CHARACTERS, tokens: TOKENS };
  return { measure: measures[unit], limit: budget };
}

/** Maximum budget units per summary token, by unit. */
const PER_TOKEN = { characters: 5, "estimated tokens": 2.5, tokens: 1 };
/** Tokens of a summary's tags and first line. */
const FRAME_TOKENS = 80;

/**
 * Replaces the oldest dialogue with a summary, removing enough for the summary to fit the budget. Merges an earlier
 * summary into the new one.
 */
function summariseOldest({ summaryTokens }: z.output<typeof budgetParams>, { measure, limit }: Ceiling): Procedure {
  const unit = PER_TOKEN[measure.id];
  const maxTokens = Math.min(summaryTokens, Math.floor(limit / unit / 3));
  const room = Math.max(0, limit - (maxTokens + FRAME_TOKENS) * unit);
  const id = "summarise-oldest-dialogue";
  const guards = [keepLoops];
  const cut = step({ id, select: oldestDialogue, transform: drop, guards, ceiling: { measure, limit: room } });
  // Without a summary this step does nothing, and the next one drops the dialogue.
  return orElse(fold({ id, cut, style: PLAIN, place: "start", maxTokens }), () => NOTHING);
}

/** First replaces long tool outputs with their size; calls and results stay. Then drops the oldest dialogue. */
export const centagentBudget = defineStrategy(
  {
    id: "centagent-budget",
    alsoCalled: ["token budget", "maximum length of the context"],
    family: "cut",
    product: PRODUCT,
    version: "2",
    needsModel: false,
    summarises: true,
    deterministic: true,
    reversible: false,
    cache: "rewrites-all",
    keepsEdits: false,
    mode: "late-cut",
  },
  budgetParams,
  (params, environment) => {
    const ceiling = ceilingOf(params, environment);
    const isLong = (result: ToolResultPart, view: View) => {
      const text = outputText(result);
      return text.length > params.longOutput && !(params.keepErrors && isFailure(result, view));
    };
    const blank = step({
      id: "drop-long-outputs",
      select: selectResults("over-budget", isLong),
      transform: maskOutput((result) => blankText(outputText(result))),
      ceiling,
    });
    const dropOldest = step({
      id: "drop-oldest-dialogue",
      select: oldestDialogue,
      transform: drop,
      guards: [reportShortenedLoops],
      ceiling,
    });
    const rungs = params.summary ? [blank, summariseOldest(params, ceiling), dropOldest] : [blank, dropOldest];
    return when(over(ceiling), until(ceiling, rungs));
  },
);
