import * as z from "zod";
import { amount } from "./cost-answer";
import { type Answer, absent, count, named, share, tokens } from "./fields";

/** Spenders. The last one is in prompts but not in the log. */
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
    "What it is: `tool`, `mcp-server` (its definitions, calls and results), `skill`, `sub-agent` (its requests, and the call that started it), `memory` (CLAUDE.md, AGENTS.md and the like), `system` (system prompt), `client` (what the client adds to messages), `user`, `model` (its text and reasoning), `summary` (of a compaction), `not-in-log`.",
  );

const cost = z
  .number()
  .nullable()
  .describe(
    "What it cost over all requests, input and output together, in US dollars; null if the session's cost is not known.",
  );

const spendItem = named("SpendItem", "A file, a command or a text of a row.", {
  label: z.string().describe("The file, the command, or the first words."),
  part_id: z.string().describe("Its costliest part."),
  parts: count("Parts with this label."),
  tokens: tokens("Brought into prompts, each part counted once."),
  sent: tokens("Sent with all requests together."),
  cost,
});

export const spendRow = named("SpendRow", "What one tool, server, skill, agent or text took.", {
  group,
  name: z.string().describe("The tool, server, skill, file or task; empty in a group that has one row."),
  agent: absent(z.string()).describe("Of a sub-agent: its id."),
  tokens: tokens("Brought into prompts, each part counted once."),
  sent: tokens("Sent with all requests together: each token as often as it was carried."),
  definitions: tokens("Of those, definitions of its tools."),
  output: tokens("What the model wrote for it: its calls, or the model's own text."),
  calls: count("Calls of it."),
  failures: count("Calls of it that failed."),
  cost,
  share: share("Of the session's cost; of tokens sent and written, if the cost is not known."),
  items: z.array(spendItem).describe("The costliest of its parts by file, command or first words; at most 20."),
});
export type SpendRow = Answer<typeof spendRow>;

const agentSpend = named("AgentSpend", "What one agent took.", {
  agent: z.string().describe("`main`, or the client's id of a sub-agent."),
  name: z.string().describe("The task of a sub-agent, if the log names it; else its id."),
  requests: count("Its requests."),
  sent: tokens("In its prompts."),
  output: tokens("Written by its model."),
  cost,
  rows: z.array(spendRow).describe("What took it, costliest first."),
});

/** The answer of GET /api/sessions/:id/spend. */
export const spend = named(
  "Spend",
  "Who spent the tokens and the money of a session. Rows sum to the session's total.",
  {
    version: z.literal(1).describe("Raised when what a figure means changes."),
    cost: amount.describe("What the session cost, as its answer says."),
    sent: tokens("In all prompts together."),
    output: tokens("Written in all answers together."),
    unpriced: count("Requests without usage or price, which the money leaves out."),
    rows: z.array(spendRow).describe("Over all agents, costliest first; a sub-agent is one row."),
    agents: z.array(agentSpend).describe("Each agent by itself, main first."),
  },
);
export type Spend = Answer<typeof spend>;
