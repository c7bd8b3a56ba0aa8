import * as z from "zod";
import { jsonValue } from "../../conversation/part-schema";
import { MODES } from "./compression";
import { type Answer, named } from "./fields";

/** The answer of GET /api/strategies/:id. */
export const strategy = named("Strategy", "What a strategy does, whom it follows, and its parameters.", {
  id: z.string(),
  title: z.string(),
  also_called: z.array(z.string()).describe("Other names by which articles and products call it."),
  variant_of: z
    .string()
    .nullable()
    .describe("The id of the newest version, if this is an older one or a part of it; null if it is neither."),
  family: z
    .enum(["in-place", "cut", "fold"])
    .describe(
      "in-place: the structure stays, contents change; cut: messages are dropped; fold: messages become a summary.",
    ),
  product: z
    .strictObject({
      name: z.string(),
      version: z.string().describe("Its release, or the commit or document that was read."),
      date: z.iso.date().describe("The day of that version; if unknown, the day of its source or of the reading."),
      read: z.iso.date().describe("The day on which the strategy was last compared with the source."),
      source: z.string().describe("Where it was read."),
    })
    .describe("The product whose behaviour it follows."),
  version: z.string().describe("Grows when its results change."),
  needs_model: z.boolean().describe("True if nothing can be done without one."),
  model: z
    .enum(["none", "optional", "required"])
    .describe("`optional`: a model writes its summaries if one is set, rules do if none is."),
  deterministic: z.boolean().describe("The same body gives the same result."),
  reversible: z.boolean().describe("Whether everything that was taken out can be fetched again."),
  cache: z
    .enum(["keeps-prefix", "rewrites-suffix", "rewrites-all"])
    .describe("What it does to the cached prefix when it acts."),
  mode: z
    .enum(MODES)
    .describe(
      "late-cut: changes what has been sent before, once or again and again; as-messages-arrive: decides about each message when it is first sent, and never touches what has been sent.",
    ),
  keeps_edits: z.boolean().describe("An edit once made is made again however the history grows, without any state."),
  guide: z
    .strictObject({
      use_when: z.string().describe("When to choose it."),
      trigger: z.string().describe("When its product runs it; this API runs it when it is asked to."),
      fallback: z.string().describe("What comes if it cannot do its work."),
      cost: z.string().describe("Calls of a model, and what is written to the cache again."),
      published: z
        .strictObject({
          removed: z.number().min(0).max(1).describe("Share of the tokens that went."),
          quality: z.number().min(0).max(5).describe("As a model judged it, from 0 to 5."),
          measured_on: z.string().describe("On what it was measured."),
          source: z.string(),
        })
        .nullable()
        .describe("Figures that somebody published of this kind of strategy; null if there are none."),
    })
    .describe("How to choose."),
  params: jsonValue.describe(
    "JSON Schema of the parameters as a caller may send them, with defaults and descriptions.",
  ),
});
export type StrategyAnswer = Answer<typeof strategy>;

/** The answer of GET /api/strategies. */
export const strategyList = named("StrategyList", "Every strategy.", { strategies: z.array(strategy) });
