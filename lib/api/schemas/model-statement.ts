import * as z from "zod";
import { type Answer, count, money, named, perMillion, share } from "./fields";
import { modelChange, statedModel, statementScope } from "./session";

type Change = z.output<typeof modelChange>;

const isAfterTheOneBefore = ({ index_in_agent }: Change, at: number, changes: readonly Change[]): boolean =>
  index_in_agent > (changes[at - 1]?.index_in_agent ?? 0);

/** Body of PUT /api/sessions/:id/model. */
export const modelStatementBody = z
  .strictObject({
    model: z.string().trim().min(1).max(300).nullable().default(null).describe("The model of answers that name none."),
    window: z.int().min(1).max(1_000_000_000).nullable().default(null).describe("The context window, in tokens."),
    changes: z
      .array(modelChange)
      .max(100)
      .optional()
      .describe("If there were several models: where another took over, in request order; for one session only."),
    unknown: z
      .literal(true)
      .optional()
      .describe("Instead of a model and a window: leave it unknown and do not ask again."),
    scope: statementScope
      .default("session")
      .describe("Whether it applies to this session, to all sessions of its file, or to all of its client."),
  })
  .refine(({ model, window, unknown }) => (unknown ?? false) === (model === null && window === null), {
    error: "give a model, a window, or both; or only `unknown: true`",
  })
  .refine(({ model, scope, changes = [] }) => changes.length === 0 || (model !== null && scope === "session"), {
    error: "changes require the first model and the scope `session`",
    path: ["changes"],
  })
  .refine(({ changes = [] }) => changes.every(isAfterTheOneBefore), {
    error: "changes must be in request order, each at a different request",
    path: ["changes"],
  })
  .meta({ id: "ModelStatementBody", description: "The model of a log that does not name it." });
export type ModelStatementBody = z.output<typeof modelStatementBody>;

/** The answer to PUT and DELETE /api/sessions/:id/model. */
export const modelStatementAnswer = named("ModelStatementAnswer", "The session's current setting.", {
  stated: statedModel,
  sessions_rereading: count("Other sessions being re-read."),
});

const modelCandidate = named("ModelCandidate", "A candidate model for a log that names none.", {
  model: z.string().describe("Its id in the model table."),
  reason: z
    .enum(["stated", "asked", "same-client", "call-ids", "tool-names", "format", "date", "listed"])
    .describe(
      "Why it is offered: set or requested by the reader; named by other logs of the client; matching its provider's call ids, tools or format; or its provider's nearest model to the day, or newest without a day.",
    ),
  logs: z.int().nullable().describe("For `same-client`: the number of other logs that name it."),
  release_date: z.string().nullable().describe("When it was released."),
  window: z.int().nullable().describe("The context window, in tokens."),
  prices: z
    .strictObject({
      input: perMillion("Plain input."),
      cached: perMillion("Read from the cache."),
      output: perMillion("Output."),
    })
    .nullable()
    .describe("List prices; null if none are known."),
  rule: z
    .strictObject({
      policy: z.string().describe("The cache policy that is simulated."),
      short: z.string().describe("The same in a word or two."),
      summary: z.string().describe("The same in a sentence."),
      minimum_tokens: z.int().nullable().describe("Shortest prompt that is cached, in tokens."),
    })
    .nullable()
    .describe("The provider's cache rule; null if unknown; the ideal prefix is then simulated."),
  read_share: share("Simulated: cache reads as a share of all prompt tokens.").nullable(),
  cost: money.nullable().describe("Simulated: the session's cost at list prices; null without prices."),
});
export type ModelCandidate = Answer<typeof modelCandidate>;

/** The answer to GET /api/sessions/:id/model. */
export const modelCandidatesAnswer = named("ModelCandidates", "Candidate models for a log that names none.", {
  stated: statedModel,
  day: z
    .strictObject({
      day: z.string().describe("`YYYY-MM-DD`."),
      from: z.enum(["log", "prompt"]).describe("`log`: in the log's rows; `prompt`: in its system prompt."),
    })
    .nullable()
    .describe("The evidence for the models of a period; null if the log names no day."),
  candidates: z.array(modelCandidate).describe("At most five, likeliest first."),
  others_in_file: count("Other sessions of the same file whose log names no model."),
  others_of_client: count("Other sessions of the same client whose log names no model."),
});
export type ModelCandidatesAnswer = Answer<typeof modelCandidatesAnswer>;
