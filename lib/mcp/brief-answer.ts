import * as z from "zod";
import { type CostAnswer, costAnswer, costCause } from "../api/schemas/cost-answer";

const MAX_REQUESTS = 20;

const briefCause = costCause.omit({ covers: true, fact: true, action: true, setting: true });

/** The answer about a session, with the first requests of each cause, short enough for an agent to scan. */
export const briefAnswer = costAnswer
  .pick({ sentence: true, cost: true, cost_note: true, cache: true, breaks: true })
  .extend({
    causes: z
      .array(briefCause)
      .describe("What to change, ordered by minimum cost. Causes may share tokens, so never add them up."),
    unexplained: briefCause.nullable().describe("Breaks without a cause in the log; null: none."),
    compactions: z.string().nullable().describe("What compactions dropped, in a sentence; null: there were none."),
    unanswerable: z.array(z.string()).describe("Checks that need more than the log contains."),
  })
  .describe("The session's cost, its causes, and possible changes. Quote its sentences and figures verbatim.");

/** Reduces an answer to what an agent needs. */
export function toBriefAnswer({
  sentence,
  cost,
  cost_note,
  cache,
  breaks,
  ...rest
}: CostAnswer): z.output<typeof briefAnswer> {
  const { causes, unexplained, compactions, unanswerable } = rest;
  return briefAnswer.parse({
    ...{ sentence, cost, cost_note, cache, breaks },
    causes: causes.map(toBriefCause),
    unexplained: unexplained && toBriefCause(unexplained),
    compactions: compactions?.sentence ?? null,
    unanswerable: unanswerable.map(({ name }) => name),
  });
}

const toBriefCause = ({
  covers: _,
  fact: __,
  action: ___,
  setting: ____,
  evidence,
  ...cause
}: CostAnswer["causes"][number]) => ({
  ...cause,
  evidence: { ...evidence, requests: evidence.requests.slice(0, MAX_REQUESTS) },
});
