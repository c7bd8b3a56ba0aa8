import * as z from "zod";
import { cacheBreak, requestRow } from "../../api/schemas/request-row";
import { sessionAnswer } from "../../api/schemas/session";
import { itemsWithin } from "../bounds";
import { briefAnswer, toBriefAnswer } from "../brief-answer";
import { defineTool } from "../tool";
import { agent, session } from "./fields";

const BREAK_CHARACTERS = 30_000;

const briefBreak = cacheBreak.omit({ letter: true }).extend({
  number: z.int().min(1).describe("The request's number within its agent, from 1, as on pages."),
  ...requestRow.pick({ index: true, agent: true, model: true, started_at: true, prompt_tokens: true }).shape,
});

export const explainBreaks = defineTool({
  name: "explain_breaks",
  title: "Explain cache breaks",
  description:
    "Where and why the prompt cache of a session broke: for each request that paid again for a cached prefix, the cause with evidence, lost tokens and money, and the recommended change. Costliest first.",
  input: z.strictObject({
    session,
    agent: agent.describe("Only breaks of this agent; default: all agents."),
    expected: z
      .boolean()
      .default(false)
      .describe("Include breaks that follow from a compaction or a pause and are not mistakes."),
    offset: z.int().min(0).default(0).describe("Breaks to skip."),
    limit: z.int().min(1).max(100).default(20).describe("Maximum breaks in the answer."),
  }),
  output: z.object({
    cache: sessionAnswer.shape.cache,
    breaks: z.array(briefBreak),
    found: z.int().describe("Breaks in all."),
    next_offset: z.int().nullable().describe("For `offset` of the next page; null at the end."),
    answer: briefAnswer,
  }),
  askForLess: "use a smaller limit",
  run: async (input, { call }) => {
    const path = { id: input.session };
    const query = { agent: input.agent ?? null };
    const [{ cache }, { requests }, answer] = await Promise.all([
      call("GET /api/sessions/{id}", { path }),
      call("GET /api/sessions/{id}/requests", { path, query }),
      call("GET /api/sessions/{id}/answer", { path }),
    ]);
    const all = requests
      .flatMap((row) => (row.break ? [{ ...row, ...row.break, number: row.index_in_agent + 1 }] : []))
      .filter(({ is_expected }) => input.expected || !is_expected)
      .sort((one, other) => other.lost_tokens - one.lost_tokens);
    const page = all.slice(input.offset, input.offset + input.limit).map((row) => briefBreak.strip().parse(row));
    const breaks = itemsWithin(page, BREAK_CHARACTERS);
    const next = input.offset + breaks.length;
    return {
      cache: sessionAnswer.shape.cache.parse(cache),
      breaks: [...breaks],
      found: all.length,
      next_offset: next < all.length ? next : null,
      answer: toBriefAnswer(answer),
    };
  },
});
