import * as z from "zod";
import { type Answer, absent, count, money, named, sessionId, tokens } from "./fields";

const strategyId = z.string().min(1).max(100);

/** Body of POST /api/advise. Strict, so that a misspelt parameter is reported. */
export const adviseBody = z
  .strictObject({
    title: z.string().trim().min(1).max(200).optional().describe("The name of the saved run."),
    sessions: z
      .array(sessionId)
      .min(1)
      .max(200)
      .refine((ids) => new Set(ids).size === ids.length, "a session is listed twice")
      .optional()
      .describe(
        "Ids of sessions. One: its own advice, searched round by round, with the interval over its tasks. Several: one advice for all, with the interval over sessions. Default: all imported sessions except the built-in example.",
      ),
    price_per_lost_fact: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .default(null)
      .describe(
        "US dollars per lost fact. null: the measured cost of lost facts after compactions, from these logs if they have at least ten, otherwise from public sessions.",
      ),
    most_lost_per_100: z
      .number()
      .min(0)
      .max(1_000)
      .nullable()
      .default(null)
      .describe(
        "Maximum lost facts per 100 requests of an advised policy, by the upper end of its interval. null: twice the log's, or three more, whichever is more.",
      ),
    strategies: z
      .array(strategyId)
      .min(1)
      .max(12)
      .optional()
      .describe("Ids of strategies to search. Default: those that need no model and that a client can be set to use."),
    latest_trigger: z
      .int()
      .min(10_000)
      .max(2_000_000)
      .default(200_000)
      .describe("The latest trigger to try, in tokens."),
    policies: z.int().min(1).max(200).default(72).describe("Maximum policies replayed per session."),
  })
  .meta({ id: "AdviseBody" });
export type AdviseBody = z.infer<typeof adviseBody>;

const block = named("AdviceBlock", "One block of the weighed sessions.", {
  cost: z.number().describe("In US dollars, without fetches."),
  lost: count("Facts that the agent wrote although their content was gone and nothing had shown them again."),
  requests: count("Requests."),
});

const sessionParts = named("AdviceSessionParts", "One session in its own parts, for a separate interval.", {
  cost: z.array(z.number()).describe("Per part, in US dollars, without fetches."),
  lost: z.array(z.int().min(0)).describe("Per part, lost facts that the agent needed later."),
});

const outcome = {
  fired: count("Number of changes to a prompt."),
  began_tokens: absent(tokens("For a policy with its own trigger: the smallest prompt that it changed.")),
  edits: absent(
    z.object({
      all: count("Edits whose old text an earlier part had shown."),
      blind: count("How many of them a cut left without that text."),
    }),
  ).describe("Edits of files, each with the text that it replaces."),
  peak_prompt_tokens: tokens("The largest prompt."),
  over_window: count("Requests whose prompt exceeds the window."),
  blocks: z.array(block).describe("In the order of `parts`."),
  session_parts: absent(z.array(sessionParts)).describe(
    "With `parts: sessions`: each session's own parts, for the log and for every policy that is best at some price of a lost fact.",
  ),
};

const advisedPolicy = named("AdvisedPolicy", "A replayed policy and its effect.", {
  id: z.string().describe("The family and the trigger; `winnow by default` for what `winnow` does without a setting."),
  strategy: z
    .string()
    .describe("The strategy. If each of several clients folds in its own way, Claude Code's represents them all."),
  family: z
    .string()
    .describe("The strategy and its stop, or `fold as the client does`; the same for all its triggers."),
  trigger_tokens: tokens("It runs at a prompt of this size."),
  clients: z.array(z.string()).describe("Ids of the clients that have a setting for it: GET /api/client-settings."),
  ...outcome,
});
export type AdvisedPolicy = Answer<typeof advisedPolicy>;

export const change = named("Change", "A change as a share, with its 95 % interval: −0.28 is 28 % less.", {
  share: z.number(),
  low: z.number().describe("The lower end of the interval."),
  high: z.number().describe("The upper end."),
});

const ADVICE_REASONS = [
  "no-usage",
  "no-cache-counters",
  "no-content",
  "too-short",
  "too-few-parts",
  "nothing-fired",
  "over-window",
  "none-cheaper",
  "forgets-more",
  "may-forget-more",
  "too-early",
  "cannot-tell",
  "not-held-out",
  "unsteady",
] as const;

const reason = z
  .enum(ADVICE_REASONS)
  .describe(
    "Why there is no advice. `no-usage`: the log has no token counts from the provider; `no-cache-counters`: it does not report cache reads; `no-content`: calls and results are redacted or missing, so losses cannot be seen; `too-short`: fewer than 30 requests; `too-few-parts`: fewer than ten parts of one session, or fewer than five sessions; `nothing-fired`: no policy changed a prompt; `over-window`: every policy exceeded the window more often than the log, or changed nothing; `none-cheaper`: every policy costs more than the log; `forgets-more`: every certainly cheaper policy loses more facts than the log, and more than `most_lost_per_100` allows; `may-forget-more`: every certainly cheaper policy may lose more than is allowed; `too-early`: every certainly cheaper policy cuts before three tenths of the window is full, or removes the old text of more than a twentieth of the edits; `cannot-tell`: the saving is unclear, because no policy is certainly cheaper than the log; `not-held-out`: the saving is unclear: on the parts held out of the search, the chosen policy was not certain to save money, or it forgot too much; `unsteady`: a little earlier or later than each safe trigger, the same policy costs more than the log or forgets too much.",
  );

export const adviceVerdict = named("AdviceVerdict", "The advice at this price, or the reason why there is none.", {
  reason: reason.nullable().describe("null: there is advice."),
  sentence: z.string().describe("The verdict in words."),
  policy: z.string().nullable().describe("Id of the advised policy, or of the cheapest if none is advised."),
  change: change.nullable().describe("Its cost with lost facts paid, against the log."),
  promised: absent(change.nullable()).describe(
    "The advised change: `change`, with an interval that also covers `held_out`; null without advice.",
  ),
  held_out: change.nullable().describe("The saving of the chosen policy on the parts held out of the search."),
  lost_per_100: z.number().nullable().describe("Lost facts of this policy, per 100 requests."),
  lost_range: absent(z.strictObject({ low: z.number(), high: z.number() }).nullable()).describe(
    "The 95 % interval of `lost_per_100`.",
  ),
  most_lost_per_100: absent(z.number().nullable()).describe("The limit for the upper end of that interval."),
  logged_lost_per_100: z.number().nullable().describe("The log's value."),
});
export type AdviceVerdict = Answer<typeof adviceVerdict>;

const adviceLeftOut = named("AdviceLeftOut", "A session that is not weighed.", {
  id: z.string().describe("The session."),
  code: z.enum(["no-usage", "no-cache-counters", "no-content", "too-short", "failed"]),
  message: z.string().describe("Why, in a sentence."),
});
export type AdviceLeftOut = Answer<typeof adviceLeftOut>;

const weighedSession = z.strictObject({
  id: z.string().describe("The session."),
  client: z.string().nullable().describe("The client that wrote it; null: unknown."),
  setting_client: z
    .string()
    .nullable()
    .describe("The id of its client among the settings; null: its settings are unknown."),
  requests: count("Requests of the main agent."),
  peak_prompt_tokens: tokens("Its largest prompt."),
  window: tokens("Its context window.").nullable().describe("null: unknown."),
  compacts_at: tokens("The prompt size at which its client compacts automatically.")
    .nullable()
    .describe("null: unknown."),
});

/** What is stored of an advice run: only figures, so that they can be weighed again at another price. */
const adviceSummary = z.strictObject({
  parts: z
    .enum(["tasks", "sessions"])
    .describe("What the blocks are: `tasks` (or stretches of requests) of one session, or whole `sessions`."),
  sessions: z.array(weighedSession).describe("Weighed sessions; with `parts: sessions` in the order of the blocks."),
  left_out: z.array(adviceLeftOut).describe("Sessions left out, with reasons."),
  price_per_lost_fact: money.describe("The price of a lost fact in this verdict."),
  price_range: absent(z.strictObject({ low: money, high: money })).describe(
    "The 95 % interval of that price, which widens the verdict's intervals.",
  ),
  price_basis: z
    .enum(["set", "logged", "study", "modelled"])
    .describe(
      "`set` by the caller; `logged`: measured after the compactions of these logs, if there are at least ten; `study`: measured after those of public sessions; `modelled`: saved by an older version, from the policies' fetches.",
    ),
  price_compactions: absent(count("Compactions behind a price.").nullable()).describe("null: `set`."),
  price_fetches: count("In results of an older version: fetches averaged in a `logged` price.").nullable(),
  most_lost_per_100: absent(z.number().nullable()).describe("The requested limit; null: the default."),
  logged: z.strictObject(outcome).nullable().describe("The log itself; null: it has no costs."),
  policies: z.array(advisedPolicy).describe("Every replayed policy."),
  verdict: adviceVerdict.describe(
    "The first recommendation: the setting of the sessions' own client, or, if none is advised, a policy that needs Winnow in the loop.",
  ),
  in_client: absent(adviceVerdict.nullable()).describe(
    "Among policies that the sessions' own client has a setting for; null if it has none.",
  ),
  with_winnow: absent(adviceVerdict.nullable()).describe(
    "Among the others, if they are certainly cheaper than the client's own setting; null otherwise.",
  ),
  stopped: z.boolean().describe("True if it was cancelled: only results measured until then are weighed."),
});
export type AdviceSummary = Answer<typeof adviceSummary>;

const title = z.string().describe("The session's current title.");

/** The result as GET /api/runs/:id returns it. */
export const adviceResult = named("AdviceResult", "The advice and its basis.", {
  ...adviceSummary.shape,
  sessions: z
    .array(weighedSession.extend({ title }))
    .describe("Weighed sessions; with `parts: sessions` in the order of the blocks."),
  left_out: z.array(z.strictObject({ ...adviceLeftOut.shape, title })).describe("Sessions left out, with reasons."),
});
export type AdviceResult = Answer<typeof adviceResult>;
