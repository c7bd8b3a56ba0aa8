import * as z from "zod";
import { CORPUS_METRICS } from "../../evaluation/metrics";
import { corpusKey } from "../../evaluation/metrics/metric";
import { recipe } from "./compress-body";
import { type Answer, absent, count, named, share } from "./fields";

/** Enough for every strategy of this version plus as many recipes. */
const MAX_STRATEGIES = 200;

/** Body of POST /api/corpus. Strict, so that a misspelt parameter is reported. */
export const corpusBody = z
  .strictObject({
    title: z.string().trim().min(1).max(200).optional().describe("The name of the saved run."),
    strategies: z.array(recipe).min(1).max(MAX_STRATEGIES).describe("The strategies, one row of the result each."),
    sessions: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, "a session is listed twice")
      .optional()
      .describe("Ids of sessions; default: all imported ones except the built-in example."),
    cuts: z
      .int()
      .min(1)
      .max(20)
      .default(5)
      .describe("Evenly spaced requests per session at which every strategy runs."),
    seconds_per_session: z
      .int()
      .min(1)
      .max(600)
      .default(60)
      .describe("Time limit per session, in seconds; cuts completed by then count."),
    query: z.string().max(4_000).optional().describe("The requesting page's query, to repeat the run."),
  })
  .meta({ id: "CorpusBody" });
export type CorpusBody = z.infer<typeof corpusBody>;

const interval = named("Interval", "A mean over cuts with its 95 % interval over sessions.", {
  mean: z.number(),
  low: z.number().describe("The lower end."),
  high: z.number().describe("The upper end."),
});
export type Interval = Answer<typeof interval>;

const leftOut = named("LeftOut", "A session missing from the figures.", {
  id: z.string().describe("The session."),
  code: z.enum(["no-usage", "too-short", "nothing-needed", "too-slow", "failed"]),
  message: z.string().describe("Why, in a sentence."),
});
export type LeftOut = Answer<typeof leftOut>;

/**
 * A row's figures for the original metrics of a corpus run. Metrics added since then are in `metrics`. Null if no cut
 * has the figure: refused or broken results have none, and unchanged ones have only sizes.
 */
const corpusFigures = {
  saved: interval.nullable().describe("Share of tokens saved."),
  recall: interval.nullable().describe("Of the content needed later, the share that the result still shows."),
  span_recall: interval.nullable().describe("The same for passages."),
  reachable: interval.nullable().describe("Share of the content needed later that is kept or can be fetched again."),
  artifact_f1: interval.nullable().describe("Quality of the reported file operations."),
  proxy: interval.nullable().describe("The proxy score, 0 to 5; null if no cut has one."),
};
export type CorpusFigures = Answer<z.ZodObject<typeof corpusFigures>>;

const laterFigures: Record<never, never> = Object.fromEntries(
  CORPUS_METRICS.filter((metric) => !(corpusKey(metric) in corpusFigures)).map((metric) => [
    corpusKey(metric),
    absent(interval.nullable()).describe(metric.explanation),
  ]),
);

const corpusRow = named("CorpusRow", "One strategy over all cuts. Shares are 0 to 1.", {
  id: z.string().describe("The strategy; a second one with the same id is `id (2)`."),
  version: z.string().describe("Its version at the time of the run."),
  applied: count("Cuts at which it changed something."),
  broken: count("Cuts at which it failed or its result broke a rule."),
  ...corpusFigures,
  worst_recall: share("The recall at the worst cut; null if none was measured.").nullable(),
  ...laterFigures,
});
export type CorpusRow = Answer<typeof corpusRow>;

const measuredSession = z.strictObject({
  id: z.string().describe("The session."),
  cuts: count("Its measured cuts."),
});

/**
 * What is stored of a corpus run: only figures. Titles come from transcripts, so they are looked up when the run is
 * read.
 */
const corpusSummary = z.strictObject({
  cuts_per_session: count("Requested cuts."),
  sessions: z.array(measuredSession).describe("Sessions in the figures."),
  left_out: z.array(leftOut).describe("Sessions left out, with reasons."),
  oracle_saved: z.number().nullable().describe("Share that could be saved while keeping everything needed."),
  rows: z.array(corpusRow).describe("One per strategy, in the requested order."),
});
export type CorpusSummary = Answer<typeof corpusSummary>;

const title = z.string().describe("The session's current title.");

/** The result as GET /api/runs/:id returns it. */
export const corpusResult = named("CorpusResult", "Strategies over many sessions.", {
  ...corpusSummary.shape,
  sessions: z.array(measuredSession.extend({ title })).describe("Sessions in the figures."),
  left_out: z.array(z.strictObject({ ...leftOut.shape, title })).describe("Sessions left out, with reasons."),
});
export type CorpusResult = Answer<typeof corpusResult>;
