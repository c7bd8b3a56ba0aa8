import * as z from "zod";
import { ANSWER_CASES, amount, CAUSE_IDS } from "./cost-answer";
import { type Answer, absent, count, maybeTokens, money, named, share, time, tokenBasis, tokens } from "./fields";

const sessionCost = named("SessionCost", "A session's cost at list prices.", {
  amount: z.number().nullable().describe("In units of the currency; null if nothing could be priced."),
  currency: z.literal("USD"),
  basis: z
    .enum(["reported", "priced", "partial", "range", "free", "unknown"])
    .describe(
      "`priced`: every response's usage times its model's prices; `partial`: the logged part, because a response has no usage or price, or its output is only partly counted; `range`: the log does not report cache reads, so only `range` applies; `free`: the models are free or run on the user's machine; `unknown`: nothing could be priced.",
    ),
  range: absent(
    z.strictObject({
      low: z.number().describe("With a cache that reads as much as possible. In units of the currency."),
      high: z.number().describe("Without a cache. In units of the currency."),
    }),
  ).describe("The limits of the cost, with the basis `range`."),
});
export type SessionCost = Answer<typeof sessionCost>;

const sessionCounts = named("SessionCounts", "Counts over all agents, after the rows of one response were merged.", {
  messages: z
    .strictObject({
      system: count("Messages with this role."),
      user: count("Messages with this role."),
      assistant: count("Messages with this role."),
      tool: count("Messages with tool results only, whatever their role."),
    })
    .describe("Messages by role."),
  user_prompts: count("Prompts typed by a person."),
  responses: count("Distinct answers of a provider, without those made up by the client."),
  tool_calls: count("Calls of tools."),
  tool_results: count("Results of tools."),
  tool_errors: count("Results that report a failed call."),
  orphan_calls: count("Calls without a result."),
  orphan_results: count("Results without a call."),
  images: count("Images."),
  reasoning_parts: count("Parts that are reasoning."),
  compactions: count("Compactions of the history by the client."),
  micro_compactions: count("Times that the client blanked old tool results."),
  api_errors: count("Errors returned by the provider."),
});
export type SessionCounts = Answer<typeof sessionCounts>;

const errorRecovery = named("ErrorRecovery", "Whether the agent recovered from its tools' errors.", {
  failed: count("Calls whose result reports a failure, in any client's words."),
  recovered: count("Failed calls after which the same tool succeeded on the same file, or with the same command."),
});
export type ErrorRecovery = Answer<typeof errorRecovery>;

const usageSums = named("UsageSums", "Disjoint counters of tokens, summed over all responses; null = not reported.", {
  uncached_input: maybeTokens("Plain input."),
  cache_write_5m: maybeTokens("Written to the cache for five minutes."),
  cache_write_1h: maybeTokens("Written to the cache for an hour."),
  cache_write_unsplit: maybeTokens("Written to the cache for an unlogged time."),
  cache_read: maybeTokens("Read from the cache."),
  output: maybeTokens("Output, reasoning included."),
  reasoning: maybeTokens("The part of the output that is reasoning."),
});
export type UsageSums = Answer<typeof usageSums>;

const agentSummary = named("AgentSummary", "One agent of a session.", {
  id: z.string().describe("`main`, or the client's own id of the sub-agent."),
  kind: z.enum(["main", "sub-agent"]),
  parent: z.string().nullable().describe("The agent that started it."),
  requests: count("Its requests."),
  peak_prompt_tokens: tokens("Its largest prompt."),
});
export type AgentSummary = Answer<typeof agentSummary>;

export const formatNotes = named("FormatNotes", "Notes on a transcript's format for the reader.", {
  limitations: z.array(z.string()).describe("What its files lack, a sentence each."),
  unchecked: z
    .string()
    .nullable()
    .describe("What could not be compared with a real file, as a phrase; null if everything was compared."),
});
export type FormatNotes = Answer<typeof formatNotes>;

const countingSummary = named("CountingSummary", "How parts were counted.", {
  tokenizer: z.string().describe("What counted."),
  basis: z.enum(["exact", "estimated"]).describe("Whether it is the model's own tokenizer."),
  error_before: z
    .number()
    .nullable()
    .describe("Deviation of local counts from the reported growth of prompts, as a share; null: no evidence."),
  error_after: z.number().nullable().describe("The same after calibration, scaling each step by the others."),
  steps: count("Steps between two prompts behind this figure."),
});
export type CountingSummary = Answer<typeof countingSummary>;

const sessionFiles = named("SessionFiles", "Files that the session's tools touched.", {
  created: z.array(z.string()).describe("Paths of created files."),
  modified: z.array(z.string()).describe("Paths of changed files."),
  deleted: z.array(z.string()).describe("Paths of deleted files."),
  renamed: z.array(z.string()).describe("New paths of moved or renamed files."),
  read: z.array(z.string()).describe("Paths of files read."),
  guessed: z
    .array(z.string())
    .describe("Files of tools missing from all tables, guessed from their inputs' field names."),
});
export type SessionFiles = Answer<typeof sessionFiles>;

const cacheSummary = z.strictObject({
  read_share: share("Cache reads as a share of prompt tokens.").nullable(),
  rewrite_factor: z
    .number()
    .nullable()
    .describe("Tokens written to the cache per new token: neither read from it nor in the previous prompt."),
  breaks: z
    .int()
    .min(0)
    .nullable()
    .describe("Cache breaks; if the log has no writes, requests that read less than the previous one; null: unknown."),
  lost_tokens: maybeTokens("Processed again although it had been cached."),
  lost_cost: money
    .nullable()
    .describe("How much more the breaks cost than reading from the cache; null if this is a range or unknown."),
  lost: absent(amount).describe("The same with both ends of a range, or why it is unknown."),
  reported_causes: z
    .strictObject({
      told: count("Breaks for which the provider reports a cause."),
      agreed: count("Those for which the log alone gives the same cause."),
    })
    .nullable()
    .describe("null if the provider reports no cause."),
  simulated: z
    .strictObject({
      policy: z.string().describe("The simulated policy: the model provider's, else `ideal-prefix`."),
      title: z.string().describe("The policy in a few words."),
      read_share: share("Simulated cache reads as a share of prompt tokens.").nullable(),
      breaks: count("Simulated cache breaks."),
      lost_tokens: tokens("Simulated: processed again although it had been cached."),
      cost: money.nullable().describe("Simulated cost at list prices; null without prices of the model."),
    })
    .nullable()
    .describe("The simulation for a log that reports nothing about its cache; null if it does."),
});

export const statementScope = z.enum(["session", "file", "client"]);

export const modelChange = z.strictObject({
  index_in_agent: z.int().min(1).describe("The request of the main thread, from 0, where it begins."),
  model: z.string().trim().min(1).max(300).describe("The model that answered starting at that request."),
});

export const statedModel = z
  .strictObject({
    model: z.string().nullable().describe("The model of answers without a model in the log; null if not set."),
    window: maybeTokens("The context window; null if not set."),
    scope: statementScope.describe(
      "Whether it was set for this session, for all in its file, or for all of its client.",
    ),
    changes: absent(z.array(modelChange)).describe("Where another model took over; absent if there was only one."),
  })
  .nullable()
  .describe(
    "The reader's setting for a log that does not name its model; null if there is none. Neither model nor window: it stays unknown.",
  );

const modelCount = {
  prompt_tokens: tokens("Prompts, including cache reads."),
  output_tokens: tokens("Answers."),
  cost: z.number().nullable().describe("In US dollars; null if unknown."),
};

const clientTotals = z
  .strictObject({
    cost: z.number().nullable().describe("Of the session in US dollars, by the client's own prices."),
    differs: z
      .boolean()
      .describe("Whether its tokens differ from the logged calls', or its cost by half a hundredth of a cent."),
    models: z.array(
      z.strictObject({
        model: z.string().describe("The model's name in the log."),
        stated: z.strictObject(modelCount).describe("The client's count."),
        logged: z.strictObject(modelCount).describe("The sum over the calls in the log."),
      }),
    ),
  })
  .describe(
    "The client's own totals for the entire session, next to the logged calls. The client also makes calls that it does not log. Absent if the log has no such totals.",
  );
export type ClientTotals = Answer<typeof clientTotals>;

const sessionSummary = named("SessionSummary", "One session. null = the log does not say.", {
  id: z.string().describe("Derived from the file's content, so it is stable."),
  title: z.string().describe("The session's own title, or its first prompt."),
  format: z.string().describe("The format of the file."),
  client: z.string().nullable().describe("The program that wrote it."),
  client_version: z.string().nullable().describe("Its newest version in the log."),
  models: z.array(z.string()).describe("In the order of their first response."),
  stated: statedModel,
  started_at: time("The first row.").nullable(),
  ended_at: time("The last row.").nullable(),
  agents: z.array(agentSummary).describe("The main thread and each sub-agent."),
  counts: sessionCounts,
  recovery: absent(errorRecovery),
  usage: usageSums,
  window: z
    .strictObject({
      tokens: maybeTokens("The context window."),
      source: z
        .enum(["log", "stated", "known"])
        .nullable()
        .describe("`log`: stated there; `stated`: set by the reader; `known`: from tables of clients and models."),
      peak_tokens: maybeTokens("The largest prompt of the main thread."),
      peak_basis: tokenBasis.nullable(),
      peak_fraction: z.number().nullable().describe("The largest prompt, as a share of the window."),
      last_tokens: maybeTokens("The last prompt of the main thread."),
    })
    .describe("How full the context window was."),
  cost: sessionCost,
  client_totals: absent(clientTotals),
  cache: cacheSummary,
  counting: countingSummary,
  files: sessionFiles,
  import_notes: z
    .array(
      z.strictObject({
        code: z.string().describe("A stable name in kebab-case."),
        message: z.string().describe("A sentence for people."),
        line: z.int().describe("The line it is about, from 1."),
      }),
    )
    .describe("Messages of the import; at most 20, all of them are in the import's report."),
});
export type SessionSummary = Answer<typeof sessionSummary>;

const sameSession = named("SameSession", "Another record of the same session in the library, from another file.", {
  id: z.string().describe("Its id."),
  format: z.string().describe("The format of its file: `winnow-recording` for a recording."),
  counts: z.boolean().describe("Whether sums count this record instead of the others."),
});
export type SameSession = Answer<typeof sameSession>;

/** The answer to GET /api/sessions/:id. */
export const sessionAnswer = named("Session", "One session, with the limits of its format.", {
  ...sessionSummary.shape,
  notes: formatNotes,
  same_session: z.array(sameSession).describe("A recording of this session, the client's log of it, and other copies."),
});
export type SessionAnswer = Answer<typeof sessionAnswer>;

/** What an import contributes to a session's entry in the list. The database adds the rest. */
const libraryRow = named("LibraryRow", "One session in the library. null = the log does not say.", {
  id: z.string().describe("The id of the session."),
  title: z.string().describe("The session's own title, or its first prompt."),
  client: z.string().nullable().describe("The program that wrote it."),
  client_session: absent(z.string().nullable()).describe(
    "The client's own id of the session; null if none is known, absent for a session read by an older version.",
  ),
  first_exchange: absent(z.string().nullable()).describe(
    "A hash of the first prompt and answer, equal in two files of one session; absent as above.",
  ),
  format: z.string().describe("The format of the file."),
  project: z.string().nullable().describe("The project's folder."),
  model: z.string().nullable().describe("The model with the most answers."),
  models: z.array(z.string()).describe("In the order of their first response."),
  started_at: time("The first row.").nullable(),
  ended_at: time("The last row.").nullable(),
  duration_seconds: z.number().min(0).nullable().describe("From the first row to the last, in seconds."),
  messages: count("Messages of all agents."),
  requests: count("Requests of all agents."),
  window_tokens: maybeTokens("The context window."),
  peak_tokens: maybeTokens("The largest prompt of the main thread."),
  peak_fraction: z.number().nullable().describe("The largest prompt, as a share of the window."),
  peak_basis: tokenBasis.nullable(),
  fill: z
    .array(z.number().min(0))
    .describe(
      "The fill of the main thread's window, at most 60 fractions, each the maximum of its span. Relative to the peak if no window is known.",
    ),
  trigger_fraction: z
    .number()
    .nullable()
    .describe(
      "The prompt size at which the client compacts automatically, as a fraction of the window; null when unknown.",
    ),
  tokens_in: maybeTokens("All prompts together."),
  tokens_out: maybeTokens("All outputs together."),
  output_is_floor: z.boolean().describe("Whether the log contains only part of the outputs' tokens."),
  cache_read_share: share("Cache reads as a share of prompt tokens.").nullable(),
  simulated_read_share: share(
    "The same by simulation, if the log reports nothing about its cache; null if it does.",
  ).nullable(),
  cost: sessionCost,
  compactions: count("Compactions of the history by the client."),
  cache_breaks: z
    .int()
    .min(0)
    .nullable()
    .describe("Cache breaks; if the log has no writes, requests that read less than the previous one; null: unknown."),
  lost_cost: money.nullable().describe("The cost of the breaks; null if it is a range or unknown."),
  lost: absent(amount).describe("The same with both ends of a range, or why it is unknown."),
  answer: absent(
    z.strictObject({
      case: z.enum(ANSWER_CASES).describe("Which of the possible first sentences applies."),
      sentence: z.string().describe("The first sentence of GET /api/sessions/:id/answer."),
      causes: z
        .array(
          z.strictObject({ id: z.enum(CAUSE_IDS).describe("What it is."), money: amount.describe("What it cost.") }),
        )
        .describe("The causes worth a change, costliest first."),
    }),
  ).describe("The answer in brief; absent for a session read by an older version, until it is re-read."),
  sub_agents: count("Agents besides the main thread."),
  api_errors: count("Errors returned by the provider."),
  tool_errors: count("Tool results that report a failed call."),
});
export type LibraryRow = Answer<typeof libraryRow>;

export const libraryEntry = named("LibraryEntry", "One session in the library, with its file.", {
  ...libraryRow.shape,
  title: z.string().describe("The reader's title; else the session's own, or its first prompt."),
  logged_title: z.string().describe("The session's own title, or its first prompt."),
  tags: z.array(z.string()).describe("The reader's tags, in alphabetical order."),
  is_example: z.boolean().describe("Whether it is the built-in example."),
  file_name: z.string().describe("The name of the imported file."),
  bytes: z.int().min(0).describe("The imported file, in bytes."),
  log_bytes: z.int().min(0).describe("The database log imported with it, in bytes."),
  imported_at: time("When it was imported."),
});
export type LibraryEntry = Answer<typeof libraryEntry>;

/** The session that this one copies. Totals leave out copies. */
export const copyOf = z
  .string()
  .nullable()
  .describe(
    "The session that this one repeats: of the same title, client and start, or of the client's own id in another format, such as a recording and the client's log. No sum counts it again. null: it is not a copy.",
  );

const pagedEntry = named("PagedEntry", "One session of GET /api/sessions.", {
  ...libraryEntry.shape,
  copy_of: copyOf,
});

/** The answer to GET /api/sessions. */
export const libraryPage = named("LibraryPage", "A page of the library, newest import first.", {
  sessions: z.array(pagedEntry),
  next_cursor: z.string().nullable().describe("For `?cursor=` of the next page; null at the end."),
});
export type LibraryPage = Answer<typeof libraryPage>;
