import * as z from "zod";
import { jsonValue } from "../../conversation/part-schema";
import { MODES } from "./compression";
import { type Answer, named } from "./fields";

/** The answer to GET /api/strategies/:id. */
export const strategy = named("Strategy", "A strategy's behaviour, its model product, and its parameters.", {
  id: z.string(),
  title: z.string(),
  also_called: z.array(z.string()).describe("Its names in articles and products."),
  variant_of: z
    .string()
    .nullable()
    .describe("The id of the newest version, if this is an older one or a part of it; otherwise null."),
  family: z
    .enum(["in-place", "cut", "fold"])
    .describe(
      "in-place: the structure stays, contents change; cut: messages are dropped; fold: messages become a summary.",
    ),
  product: z
    .strictObject({
      name: z.string(),
      version: z.string().describe("The product's release, commit or document."),
      date: z.iso.date().describe("The date of that version; if unknown, of its source or of the reading."),
      read: z.iso.date().describe("The day on which the strategy was last compared with the source."),
      source: z.string().describe("The source."),
    })
    .describe("The product whose behaviour it follows."),
  version: z.string().describe("Increases when its results change."),
  needs_model: z.boolean().describe("True if it needs a model."),
  model: z
    .enum(["none", "optional", "required"])
    .describe("`optional`: a model writes its summaries if one is set, otherwise rules do."),
  deterministic: z.boolean().describe("The same body gives the same result."),
  reversible: z.boolean().describe("Whether all removed content can be fetched again."),
  cache: z.enum(["keeps-prefix", "rewrites-suffix", "rewrites-all"]).describe("Its effect on the cached prefix."),
  mode: z
    .enum(MODES)
    .describe(
      "late-cut: changes already sent content, once or repeatedly; as-messages-arrive: decides about each message when it is first sent, and never changes sent content.",
    ),
  keeps_edits: z
    .boolean()
    .describe("An edit is repeated at every later call, however the history grows, without any state."),
  guide: z
    .strictObject({
      use_when: z.string().describe("When to choose it."),
      trigger: z.string().describe("When its product runs it; this API runs it on request."),
      fallback: z.string().describe("The result if it cannot do its work."),
      cost: z.string().describe("Model calls, and tokens written to the cache again."),
      published: z
        .strictObject({
          removed: z.number().min(0).max(1).describe("Share of tokens removed."),
          quality: z.number().min(0).max(5).describe("As a model judged it, from 0 to 5."),
          measured_on: z.string().describe("The data of the measurement."),
          source: z.string(),
        })
        .nullable()
        .describe("Published figures for this kind of strategy; null if there are none."),
    })
    .describe("How to choose."),
  params: jsonValue.describe("JSON Schema of the accepted parameters, with defaults and descriptions."),
});
export type StrategyAnswer = Answer<typeof strategy>;

/** The answer to GET /api/strategies. */
export const strategyList = named("StrategyList", "Every strategy.", { strategies: z.array(strategy) });
