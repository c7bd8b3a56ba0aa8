import * as z from "zod";
import { amount, costNote } from "./cost-answer";
import { type Answer, absent, count, named, share, tokens } from "./fields";

/** Who spent tokens. The last one is in prompts but not in the log. */
const SPEND_GROUPS = [
  "tool",
  "mcp-server",
  "skill",
  "sub-agent",
  "memory",
  "system",
  "client",
  "user",
  "model",
  "summary",
  "not-in-log",
] as const;
export type SpendGroup = (typeof SPEND_GROUPS)[number];

const group = z
  .enum(SPEND_GROUPS)
  .describe(
    "Its kind: `tool`, `mcp-server` (its definitions, calls and results), `skill`, `sub-agent` (its requests, and the call that started it), `memory` (CLAUDE.md, AGENTS.md and the like), `system` (system prompt), `client` (the client's additions to messages), `user`, `model` (its text and reasoning), `summary` (of a compaction), `not-in-log`.",
  );

const cost = z
  .number()
  .nullable()
  .describe(
    "Its cost over all requests, input and output together, in US dollars; null if the session's cost is unknown.",
  );

const spendItem = named("SpendItem", "A file, a command or a text of a row.", {
  label: z.string().describe("The file, the command, or the first words."),
  part_id: z.string().describe("Its costliest part."),
  parts: count("Parts with this label."),
  tokens: tokens("Brought into prompts, each part counted once."),
  sent: tokens("Sent with all requests together."),
  cost,
});

const avoidable = z
  .number()
  .nullable()
  .describe(
    "The part of it spent on content carried needlessly: outdated reads, duplicates, repeated errors and to-do lists, as in the session's answer. Losses to cache breaks belong to no row. In US dollars; null if unknown.",
  );

export const spendRow = named("SpendRow", "The share of one tool, server, skill, agent or text.", {
  group,
  name: z.string().describe("The tool, server, skill, file or task; empty in a group with one row."),
  agent: absent(z.string()).describe("For a sub-agent: its id."),
  tokens: tokens("Brought into prompts, each part counted once."),
  sent: tokens("Sent with all requests together: each token as often as it was carried."),
  definitions: tokens("The part of those for its tools' definitions."),
  output: tokens("The model's output for it: its calls, or the model's own text."),
  calls: count("Calls of it."),
  failures: count("Its failed calls."),
  cost,
  avoidable,
  share: share("Share of the session's cost; if that is unknown, of the tokens sent and written."),
  items: z.array(spendItem).describe("The costliest of its parts by file, command or first words; at most 20."),
});
export type SpendRow = Answer<typeof spendRow>;

const agentSpend = named("AgentSpend", "The share of one agent.", {
  agent: z.string().describe("`main`, or the client's id of a sub-agent."),
  name: z.string().describe("The task of a sub-agent, if the log names it; else its id."),
  requests: count("Its requests."),
  sent: tokens("In its prompts."),
  output: tokens("Written by its model."),
  cost,
  rows: z.array(spendRow).describe("Its spenders, costliest first."),
});

/** The answer to GET /api/sessions/:id/spend. */
export const spend = named("Spend", "A session's tokens and money by spender. Rows sum to the session's total.", {
  version: z.literal(1).describe("Increases when the meaning of a figure changes."),
  cost: amount.describe("The session's cost, as in its answer."),
  cost_note: costNote,
  sent: tokens("In all prompts together."),
  output: tokens("Written in all answers together."),
  unpriced: count("Requests without usage or price, missing from the money."),
  rows: z.array(spendRow).describe("Over all agents, costliest first; a sub-agent is one row."),
  agents: z.array(agentSpend).describe("Each agent by itself, main first."),
});
export type Spend = Answer<typeof spend>;

const week = z.string().describe("The Monday of the week in which the sessions began, UTC: YYYY-MM-DD.");

const librarySpendRow = named("LibrarySpendRow", "What one tool, server, skill or text took over several sessions.", {
  ...spendRow.omit({ items: true, agent: true }).shape,
  names: z
    .array(z.string())
    .describe(
      "The tools in it under their clients' names: those that run commands are one row. Empty for other groups.",
    ),
  sessions: count("Sessions that have it."),
  weeks: z
    .array(z.strictObject({ week, sent: tokens("Sent in that week."), cost }))
    .describe("By week, oldest first, without weeks in which it spent nothing and sessions without a date."),
  last_day: z
    .string()
    .nullable()
    .describe("The day on which the newest session that has it began, UTC: YYYY-MM-DD; null if no log says."),
});
export type LibrarySpendRow = Answer<typeof librarySpendRow>;

const clientCompactions = named("ClientCompactions", "What the compactions of one version of a client lost.", {
  client: z.string().nullable().describe("The client; null if unknown."),
  version: z.string().nullable().describe("Its version; null if unknown."),
  sessions: count("Its sessions with a compaction."),
  compactions: count("Their compactions."),
  measured: count("Compactions whose loss could be checked."),
  needed: count("Facts that the agents wrote after these compactions without having been shown them in between."),
  gone: count("Of those facts, the number neither kept nor reachable."),
  refetch_tokens: tokens("Files that were read again after them."),
  refetch: z.number().nullable().describe("Their cost in US dollars, as far as known; null if it is unknown for each."),
});
export type ClientCompactions = Answer<typeof clientCompactions>;

/** The answer to GET /api/library/spend. */
export const librarySpend = named("LibrarySpend", "Who spent the tokens and the money of several sessions.", {
  version: z.literal(1).describe("Increases when the meaning of a figure changes."),
  sessions: count("Sessions that were added up: the newest 200 that pass the filters, without built-in examples."),
  found: count("Sessions that pass the filters, without those of the built-in examples among the newest 200."),
  cost: z.number().nullable().describe("Of the sessions whose cost is known, in US dollars; null if none is."),
  without_cost: count("Sessions whose cost is not known, which the money leaves out."),
  sent: tokens("In all prompts together."),
  output: tokens("Written in all answers together."),
  rows: z.array(librarySpendRow).describe("Costliest first; all sub-agents are one row."),
  compactions: z
    .array(clientCompactions)
    .describe("What compactions lost, by client and version, most compactions first."),
});
export type LibrarySpend = Answer<typeof librarySpend>;
