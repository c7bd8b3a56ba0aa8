import * as z from "zod";
import { DEFAULT_FRACTION } from "../../replay/default-trigger";
import type { ReplayPolicy } from "../../replay/replay-types";
import { recipe } from "./compress-body";
import { type Answer, absent, count, money, named, sessionId, share, tokens } from "./fields";

/** Policies per replay, not counting the log. */
const MAX_POLICIES = 8;
const BUILT_IN = ["logged", "keep-all"] as const;

const trigger = z.strictObject({
  tokens: z.int().min(1).optional().describe("Runs at a prompt of this many tokens."),
  fraction: z
    .number()
    .gt(0)
    .max(2)
    .optional()
    .describe(`Runs at this share of the window; ${DEFAULT_FRACTION} by default; \`winnow\` has a trigger of its own.`),
  regrowth: z
    .int()
    .min(0)
    .optional()
    .describe(
      "Growth since it last ran before it may run again, in tokens; a tenth of the threshold or of what it left, whichever is larger, by default.",
    ),
});

const recipePolicy = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .refine((id) => !BUILT_IN.some((name) => name === id), "the name of a built-in policy")
    .describe("A name of your own for it."),
  recipe: recipe.nullable().describe("What runs; null: the default recipe."),
  trigger: trigger.default({}).describe("When it runs."),
  floor: z
    .int()
    .min(1)
    .optional()
    .describe(
      "The prompt that it cuts to, in tokens, or as near as it can; without one, what the recipe does by itself.",
    ),
  horizon: z
    .int()
    .min(0)
    .optional()
    .describe("Requests within which a change of the prompt must pay for writing it to the cache again; none: any."),
});

const policy = z.union([
  z.enum(BUILT_IN).describe("`logged`: as the log has it; `keep-all`: nothing compacted, whatever the window."),
  recipePolicy,
]);
const idOf = (entry: z.infer<typeof policy>): string => (typeof entry === "string" ? entry : entry.id);

/** Body of POST /api/replay. Strict: a misspelt parameter must not be silently ignored. */
export const replayBody = z
  .strictObject({
    session: z.strictObject({ id: sessionId }),
    agent: z.string().min(1).max(200).optional().describe("`main` if it is not given."),
    policies: z
      .array(policy)
      .max(MAX_POLICIES)
      .refine((entries) => new Set(entries.map(idOf)).size === entries.length, "two policies have the same id")
      .describe("What is run over the session; the log itself always comes first."),
  })
  .meta({ id: "ReplayBody" });
export type ReplayBody = z.infer<typeof replayBody>;

/** The log always comes first: everything else is compared with it. */
export function policiesOf({ policies }: ReplayBody): ReplayPolicy[] {
  const others = policies.filter((entry) => entry !== "logged").map(toPolicy);
  return [{ kind: "logged", id: "logged" }, ...others];
}

function toPolicy(entry: ReplayBody["policies"][number]): ReplayPolicy {
  if (typeof entry === "string") return { kind: entry, id: entry };
  const { id, recipe, trigger: sent, floor, horizon } = entry;
  return { kind: "recipe", id, recipe, trigger: given(sent), ...given({ floor, horizon }) };
}

/** Without fields that were not sent. */
const given = (fields: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const replayRow = named("ReplayRow", "One request under a policy. null = the log does not say enough.", {
  request: z.int().min(0).describe("Counted from 0 over all agents."),
  prompt_tokens: tokens("The prompt."),
  cache_read: tokens("Read from the cache.").nullable(),
  cache_write: tokens("Written to the cache.").nullable(),
  uncached: tokens("Plain input.").nullable(),
  output: tokens("The answer.").nullable(),
  cost: money.nullable().describe("Of this request, with `summary_cost`."),
  summary_cost: money
    .nullable()
    .describe(
      "Modelled: what the calls cost that write the summaries of this firing; 0 of the log, and without summaries.",
    ),
  fired: z.boolean().describe("The recipe changed the prompt before this request; of the log: the client compacted."),
  broke_cache: z.boolean().describe("That changed what had been cached."),
  regretted: count("Lost facts: the agent wrote them here, and nothing in its prompt held their content."),
  reachable: absent(count("Of them, those whose source could be fetched: the call that brought it still stood there.")),
  fetches: count("Calls that would fetch again the parts that held them; 0 for the log, which contains its own calls."),
  fetch_cost: money
    .nullable()
    .describe("Modelled: what those calls would cost, apart from `cost_with_fetches`; null without prices."),
});
export type ReplayRowAnswer = Answer<typeof replayRow>;

export const replayTotals = named("ReplayTotals", "A policy over the whole session.", {
  requests: count("Requests."),
  prompt_tokens: tokens("All prompts together."),
  output_tokens: tokens("All answers together."),
  peak_prompt_tokens: tokens("The largest prompt."),
  over_window: count("Requests whose prompt is over the window."),
  cost: money.nullable().describe("With `summary_cost`; null without prices."),
  summary_cost: money
    .nullable()
    .describe("Modelled: what the calls cost that write the summaries of a strategy that folds; 0 of the log."),
  summary_cost_range: z
    .strictObject({ least: money, most: money })
    .nullable()
    .describe("The same with the shortest and the longest summaries that are to be expected."),
  summary_calls: count("Those calls."),
  summary_basis: z
    .enum(["reported", "counted", "rule"])
    .nullable()
    .describe(
      "Where the length of the summaries is from: the usage of the log's own summary calls, its own summaries as they were counted, or the summary that a rule wrote. null: no summaries.",
    ),
  cost_is_floor: z.boolean().describe("Some requests have no price or no whole output: the cost is a lower bound."),
  cost_against_logged: money.nullable().describe("Less than zero: cheaper than the log."),
  read_share: share("Read from the cache, over the requests that report it.").nullable(),
  fired: count("Times that it changed the prompt."),
  breaks: count("Times that this changed the cached prefix."),
  regretted: count("Lost facts: the agent wrote them later, and nothing in its prompt held their content."),
  reachable: absent(count("Of them, those whose source could be fetched.")),
  refetch_tokens: tokens("Modelled: what fetching those again would have taken."),
  fetches: count("Calls that would have fetched them again; 0 of the log, whose own calls did so."),
  fetch_cost: money.nullable().describe("Modelled: what those calls would have cost; null if one has no price."),
  cost_with_fetches: money.nullable().describe("`cost` with every lost fact at `fetch_price`; null without prices."),
  tokens_per_task: tokens("Prompts, answers, the calls for summaries, and re-fetches together."),
  failures: z.array(z.string()).describe("Why the recipe could not run, by code."),
});
export type ReplayTotalsAnswer = Answer<typeof replayTotals>;

/** The answer of POST /api/replay. */
export const replayAnswer = named("ReplayAnswer", "A session under several policies, request by request.", {
  session: z.strictObject({
    id: z.string(),
    agent: z.string(),
    window: tokens("The context window.").nullable().describe("null: unknown, then triggers by fraction cannot fire."),
  }),
  assumption: z.string().describe("What every figure rests on."),
  fetch_price: z
    .strictObject({
      price: money.describe("Of one lost fact."),
      range: z.strictObject({ low: money, high: money }).describe("Its 95 % interval."),
      basis: z
        .enum(["logged", "study"])
        .describe(
          "`logged`: from what followed the log's own compactions, if there are at least ten; `study`: from what followed those of public sessions.",
        ),
      fetches: count("Compactions that it rests on."),
    })
    .nullable()
    .describe("What a lost fact costs, as in an advice; null without prices."),
  replays: z
    .array(
      z.strictObject({
        policy: z.strictObject({
          id: z.string().describe("The name it was given."),
          kind: z.enum(["logged", "keep-all", "recipe"]),
          recipe: z.unknown().describe("The recipe as it was sent; null of the others, and for the default."),
          trigger: trigger.nullable().describe("When it runs; null of the others."),
          floor: tokens("The prompt that it cuts to.").nullable().describe("null: what the recipe does by itself."),
          horizon: count("Requests within which a firing must pay.").nullable().describe("null: every firing is made."),
        }),
        rows: z.array(replayRow).describe("One per request."),
        totals: replayTotals,
      }),
    )
    .describe("The first is the log itself."),
});
/** The answer of POST /api/replay. */
export type ReplayAnswer = Answer<typeof replayAnswer>;
