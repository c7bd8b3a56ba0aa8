import * as z from "zod";
import { compareAnswer, comparedStrategy } from "../../api/schemas/compare";
import { compareBody } from "../../api/schemas/compress-body";
import { defineTool } from "../tool";
import { conversation, strategyId } from "./fields";

const { target, force, cached_tokens, protect } = compareBody.shape;
const row = comparedStrategy
  .pick({ status: true, failure: true, stats: true, cache: true, warnings: true })
  .extend({ stats: comparedStrategy.shape.stats.omit({ steps: true, model_calls: true }) });

export const compare = defineTool({
  name: "compare",
  title: "Compare strategies",
  description:
    "Compares several compression strategies on one conversation, a row each: tokens left, the part of the cached prefix that stays, money after ten requests. Returns no messages; use compress for those.",
  input: z.strictObject({
    ...conversation,
    strategies: z.array(strategyId).min(1).max(8).describe("Ids of strategies, one row each."),
    target: target.describe('Most tokens of the whole prompt: {"tokens": 60000}, or {"fraction": 0.5} of what it is.'),
    force: force.default(true).describe("Run even if a strategy's own trigger has not fired."),
    protect,
    cached_tokens,
  }),
  output: z.object({
    format: compareAnswer.shape.format,
    original: compareAnswer.shape.original,
    results: z.array(
      row.extend({ strategy: z.string().describe("Its id."), refs: z.int().describe("Outputs put aside.") }),
    ),
    warnings: compareAnswer.shape.warnings,
  }),
  askForLess: "compare fewer strategies",
  run: async (body, { call }) => {
    const answer = await call("POST /api/compress/compare", { body: { ...body, summarizer: "extractive" } });
    return {
      format: answer.format,
      original: compareAnswer.shape.original.parse(answer.original),
      warnings: [...answer.warnings],
      results: answer.results.map(({ strategy, refs, ...result }) => {
        const { steps: _, model_calls: __, ...stats } = result.stats;
        return { ...row.strip().parse({ ...result, stats }), strategy: strategy.id, refs: refs.length };
      }),
    };
  },
});
