import * as z from "zod";
import { CORPUS_METRICS } from "../../evaluation/metrics";
import { corpusKey } from "../../evaluation/metrics/metric";
import { recipe } from "./compress-body";
import { type Answer, absent, count, named, share } from "./fields";

/** Body of POST /api/corpus. Strict: a misspelt parameter must not be silently ignored. */
export const corpusBody = z
  .strictObject({
    title: z.string().trim().min(1).max(200).optional().describe("What the saved run is called."),
    strategies: z.array(recipe).min(1).max(24).describe("The strategies, one row of the result each."),
    sessions: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, "a session stands twice")
      .optional()
      .describe("Ids of sessions; left out: all that are imported, but the built-in example."),
    cuts: z
      .int()
      .min(1)
      .max(20)
      .default(5)
      .describe("Requests per session at which every strategy is run, evenly spaced."),
    seconds_per_session: z
      .int()
      .min(1)
      .max(600)
      .default(60)
      .describe("What one session may take, in seconds; the cuts that are done by then count."),
    query: z.string().max(4_000).optional().describe("Of the page that asked, to ask again."),
  })
  .meta({ id: "CorpusBody" });
export type CorpusBody = z.infer<typeof corpusBody>;

const interval = named("Interval", "A mean over cuts with its 95 % interval over sessions.", {
  mean: z.number(),
  low: z.number().describe("The lower end."),
  high: z.number().describe("The upper end."),
});
export type Interval = Answer<typeof interval>;

const leftOut = named("LeftOut", "A session that is not in the figures.", {
  id: z.string().describe("The session."),
  code: z.enum(["no-usage", "too-short", "nothing-needed", "too-slow", "failed"]),
  message: z.string().describe("Why, in a sentence."),
});
export type LeftOut = Answer<typeof leftOut>;

/**
 * A row's figures for the original metrics of a corpus run; later metrics follow generically. Null if no cut has the
 * figure: refused or broken results have none, and unchanged ones have sizes only.
 */
const corpusFigures = {
  saved: interval.nullable().describe("Share of the tokens that was saved."),
  recall: interval.nullable().describe("Share of what was needed later that the result still shows."),
  span_recall: interval.nullable().describe("The same of passages."),
  reachable: interval.nullable().describe("Share of what was needed later that is kept or can be fetched again."),
  artifact_f1: interval.nullable().describe("How well file operations are reported."),
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
  version: z.string().describe("Its version when it ran."),
  applied: count("Cuts at which it changed something."),
  broken: count("Cuts at which its result broke a rule or it failed."),
  ...corpusFigures,
  worst_recall: share("The recall at the worst cut; null if none was measured.").nullable(),
  ...laterFigures,
});
export type CorpusRow = Answer<typeof corpusRow>;

const measuredSession = z.strictObject({
  id: z.string().describe("The session."),
  cuts: count("Its cuts that were measured."),
});

/** Result of a corpus run: figures alone. Titles are transcript text; they are looked up on reading. */
const corpusSummary = z.strictObject({
  cuts_per_session: count("Cuts that were asked for."),
  sessions: z.array(measuredSession).describe("Sessions that are in the figures."),
  left_out: z.array(leftOut).describe("Sessions that are not, and why."),
  oracle_saved: z.number().nullable().describe("Share that could be saved with everything needed kept."),
  rows: z.array(corpusRow).describe("One per strategy, in the order asked."),
});
export type CorpusSummary = Answer<typeof corpusSummary>;

const title = z.string().describe("The session's title today.");

/** As in GET /api/runs/:id. */
export const corpusResult = named("CorpusResult", "Strategies over many sessions.", {
  ...corpusSummary.shape,
  sessions: z.array(measuredSession.extend({ title })).describe("Sessions that are in the figures."),
  left_out: z.array(z.strictObject({ ...leftOut.shape, title })).describe("Sessions that are not, and why."),
});
export type CorpusResult = Answer<typeof corpusResult>;
