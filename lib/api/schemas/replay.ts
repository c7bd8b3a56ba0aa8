import * as z from "zod";
import { DEFAULT_FRACTION } from "../../replay/default-trigger";
import type { ReplayPolicy } from "../../replay/replay-types";
import { recipe } from "./compress-body";
import { type Answer, absent, count, money, named, sessionId, share, tokens } from "./fields";

/** Maximum number of policies per replay, not counting the log. */
const MAX_POLICIES = 8;
const BUILT_IN = ["logged", "keep-all"] as const;

const trigger = z.strictObject({
  tokens: z.int().min(1).optional().describe("Runs at a prompt of this many tokens."),
  fraction: z
    .number()
    .gt(0)
    .max(2)
    .optional()
    .describe(`Runs at this share of the window; default: ${DEFAULT_FRACTION}; \`winnow\` has its own trigger.`),
  regrowth: z
    .int()
    .min(0)
    .optional()
    .describe(
      "Minimum growth in tokens since its last run; default: a tenth of the threshold or of the remaining prompt, whichever is larger.",
    ),
});

const recipePolicy = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .refine((id) => !BUILT_IN.some((name) => name === id), "the name of a built-in policy")
    .describe("Your own name for it."),
  recipe: recipe.nullable().describe("The recipe; null: the default one."),
  trigger: trigger.default({}).describe("When it runs."),
  floor: z
    .int()
    .min(1)
    .optional()
    .describe("The prompt size to cut to, in tokens, or as close as possible; default: the recipe's own behaviour."),
  horizon: z
    .int()
    .min(0)
    .optional()
    .describe("Requests within which a change must pay for rewriting the cache; default: any number."),
});

const policy = z.union([
  z.enum(BUILT_IN).describe("`logged`: as the log has it; `keep-all`: nothing compacted, whatever the window."),
  recipePolicy,
]);
const idOf = (entry: z.infer<typeof policy>): string => (typeof entry === "string" ? entry : entry.id);

/** Body of POST /api/replay. Strict, so that a misspelt parameter is reported. */
export const replayBody = z
  .strictObject({
    session: z.strictObject({ id: sessionId }),
    agent: z.string().min(1).max(200).optional().describe("Default: `main`."),
    policies: z
      .array(policy)
      .max(MAX_POLICIES)
      .refine((entries) => new Set(entries.map(idOf)).size === entries.length, "two policies have the same id")
      .describe("The policies to replay; the log itself always comes first."),
  })
  .meta({ id: "ReplayBody" });
export type ReplayBody = z.infer<typeof replayBody>;

/** The policies to replay. The log always comes first, because everything else is compared with it. */
export function policiesOf({ policies }: ReplayBody): ReplayPolicy[] {
  const others = policies.filter((entry) => entry !== "logged").map(toPolicy);
  return [{ kind: "logged", id: "logged" }, ...others];
}

function toPolicy(entry: ReplayBody["policies"][number]): ReplayPolicy {
  if (typeof entry === "string") return { kind: entry, id: entry };
  const { id, recipe, trigger: sent, floor, horizon } = entry;
  return { kind: "recipe", id, recipe, trigger: given(sent), ...given({ floor, horizon }) };
}

/** Drops the fields that were not sent. */
const given = (fields: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const replayRow = named("ReplayRow", "One request under a policy. null = the log does not say enough.", {
  request: z.int().min(0).describe("Counted from 0 over all agents."),
  prompt_tokens: tokens("The prompt."),
  cache_read: tokens("Read from the cache.").nullable(),
  cache_write: tokens("Written to the cache.").nullable(),
  uncached: tokens("Plain input.").nullable(),
  output: tokens("The answer.").nullable(),
  cost: money.nullable().describe("For this request, including `summary_cost`."),
  summary_cost: money
    .nullable()
    .describe("Modelled: cost of the calls that write this firing's summaries; 0 for the log, and without summaries."),
  fired: z.boolean().describe("The recipe changed the prompt before this request; for the log: the client compacted."),
  broke_cache: z.boolean().describe("That changed cached content."),
  regretted: count("Lost facts: the agent wrote them here, and nothing in its prompt had their content."),
  reachable: absent(count("Lost facts whose source could be fetched: the original call was still in the prompt.")),
  fetches: count("Calls that would fetch their parts again; 0 for the log, which contains its own calls."),
  fetch_cost: money
    .nullable()
    .describe("Modelled: the cost of those calls, not part of `cost_with_fetches`; null without prices."),
});
export type ReplayRowAnswer = Answer<typeof replayRow>;

export const replayTotals = named("ReplayTotals", "A policy over the whole session.", {
  requests: count("Requests."),
  prompt_tokens: tokens("All prompts together."),
  output_tokens: tokens("All answers together."),
  peak_prompt_tokens: tokens("The largest prompt."),
  over_window: count("Requests whose prompt exceeds the window."),
  cost: money.nullable().describe("Including `summary_cost`; null without prices."),
  summary_cost: money
    .nullable()
    .describe("Modelled: cost of the calls that write a folding strategy's summaries; 0 for the log."),
  summary_cost_range: z
    .strictObject({ least: money, most: money })
    .nullable()
    .describe("The same with the shortest and longest expected summaries."),
  summary_calls: count("Those calls."),
  summary_basis: z
    .enum(["reported", "counted", "rule"])
    .nullable()
    .describe(
      "Source of the summaries' length: the usage of the log's own summary calls, its own summaries as counted, or the rule-based summary. null: no summaries.",
    ),
  cost_is_floor: z.boolean().describe("Some requests lack a price or a complete output: the cost is a lower bound."),
  cost_against_logged: money.nullable().describe("Negative: cheaper than the log."),
  read_share: share("Read from the cache, over the requests that report it.").nullable(),
  fired: count("Number of changes to the prompt."),
  breaks: count("Number of changes to the cached prefix."),
  regretted: count("Lost facts: the agent wrote them later, and nothing in its prompt had their content."),
  reachable: absent(count("Lost facts whose source could be fetched.")),
  refetch_tokens: tokens("Modelled: the tokens for fetching those again."),
  fetches: count("Calls that would have fetched them again; 0 for the log, whose own calls did so."),
  fetch_cost: money.nullable().describe("Modelled: the cost of those calls; null if one has no price."),
  cost_with_fetches: money.nullable().describe("`cost` plus every lost fact at `fetch_price`; null without prices."),
  tokens_per_task: tokens("Prompts, answers, summary calls, and re-fetches together."),
  failures: z.array(z.string()).describe("Why the recipe could not run, by code."),
});
export type ReplayTotalsAnswer = Answer<typeof replayTotals>;

/** The answer to POST /api/replay. */
export const replayAnswer = named("ReplayAnswer", "A session under several policies, request by request.", {
  session: z.strictObject({
    id: z.string(),
    agent: z.string(),
    window: tokens("The context window.").nullable().describe("null: unknown; triggers by fraction then cannot fire."),
  }),
  assumption: z.string().describe("The assumption behind every figure."),
  fetch_price: z
    .strictObject({
      price: money.describe("Per lost fact."),
      range: z.strictObject({ low: money, high: money }).describe("Its 95 % interval."),
      basis: z
        .enum(["logged", "study"])
        .describe(
          "`logged`: measured after the log's own compactions, if there are at least ten; `study`: measured after those of public sessions.",
        ),
      fetches: count("The number of compactions behind it."),
    })
    .nullable()
    .describe("The price of a lost fact, as in advice; null without prices."),
  replays: z
    .array(
      z.strictObject({
        policy: z.strictObject({
          id: z.string().describe("Its given name."),
          kind: z.enum(["logged", "keep-all", "recipe"]),
          recipe: z.unknown().describe("The recipe as sent; null for the others, and for the default."),
          trigger: trigger.nullable().describe("Its trigger; null for the others."),
          floor: tokens("The prompt size to cut to.").nullable().describe("null: the recipe's own behaviour."),
          horizon: count("Requests within which a firing must pay.").nullable().describe("null: every firing is made."),
        }),
        rows: z.array(replayRow).describe("One per request."),
        totals: replayTotals,
      }),
    )
    .describe("The first is the log itself."),
});
/** The answer to POST /api/replay. */
export type ReplayAnswer = Answer<typeof replayAnswer>;
