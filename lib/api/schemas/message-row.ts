import * as z from "zod";
import { ORIGINS, ROLES } from "../../conversation/message";
import { part } from "./conversation";
import { type Answer, count, money, named, time, tokenBasis, tokens } from "./fields";
import { contentKind } from "./request-row";

const position = (description: string) => z.int().min(0).nullable().describe(description);

export const partType = z
  .enum(["text", "reasoning", "tool-call", "tool-result", "file", "opaque"])
  .describe("In the terms of the AI SDK.");

const partRow = named("PartRow", "One part of a message. Requests are positions within the agent, from 0.", {
  id: z.string().describe("For GET /api/sessions/:id/parts/:partId."),
  kind: contentKind,
  type: partType,
  tool: z.string().nullable().describe("The tool of a call or a result."),
  path: z.string().nullable().describe("The file of a call."),
  command: z.string().nullable().describe("The shell command of a call."),
  is_error: z.boolean().describe("Whether the log marks the result as a failure."),
  failure: z
    .object({
      basis: z.enum(["marked", "inferred"]).describe("Stated in the log, or inferred from the form of the output."),
      cue: z
        .string()
        .nullable()
        .describe("The evidence for an inferred failure, such as `exit code 1` or `traceback`."),
    })
    .nullable()
    .describe("Whether the call failed; null if unknown."),
  tokens: tokens("The part."),
  basis: tokenBasis,
  text: z.string().describe("Its text, cut at `max_chars`."),
  chars: count("Length of the whole text, in UTF-16 units."),
  truncated: z.boolean().describe("Whether `text` is cut."),
  first_request: position("The first request whose prompt contained the part."),
  last_request: position("The last request whose prompt contained all of it."),
  requests_carried: count("Requests whose prompt contained the part."),
  carry_cost: money.nullable().describe("The cost of carrying it in prompts; null without prices or usage."),
  fate: z
    .enum(["live", "compacted", "cleared", "abandoned"])
    .describe("Its fate: still sent, left out by a compaction, blanked, or on an abandoned branch."),
  fate_request: position("The first request whose prompt no longer contained all of it."),
});
export type PartRow = Answer<typeof partRow>;

const messageRow = named("MessageRow", "One message. Requests are positions within the agent, from 0.", {
  index: z.int().min(0).describe("Its place in the session, over all agents."),
  id: z.string(),
  agent: z.string().describe("The agent whose history it is in."),
  role: z.enum(ROLES),
  origin: z
    .enum(ORIGINS)
    .describe("Its origin: only `typed` counts as a user prompt; `client` covers additions such as reminders."),
  time: time("From the log.").nullable(),
  response_id: z.string().nullable().describe("The response it belongs to."),
  request: position(
    "The request that produced the message; for a message not written by a model, the first request whose prompt contained it.",
  ),
  hidden: z.boolean().describe("In the log for the reader only; never part of a prompt."),
  abandoned: z
    .boolean()
    .describe("On an abandoned branch: an edited prompt, a regenerated answer, messages after a rewind."),
  parts: z.array(partRow),
});
export type MessageRow = Answer<typeof messageRow>;

/** The answer to GET /api/sessions/:id/messages. */
export const messagePage = named("MessagePage", "A page of an agent's messages.", {
  total: count("Messages of the agent."),
  messages: z.array(messageRow),
  next_from: position("For `?from=` of the next page; null at the end."),
});
export type MessagePage = Answer<typeof messagePage>;

/** The answer to GET /api/sessions/:id/parts/:partId. */
export const partAnswer = named("WholePart", "One complete part, text and structure.", {
  id: z.string(),
  message_id: z.string().describe("The message it is part of."),
  message_index: z.int().min(0).describe("The place of that message in the session, over all agents."),
  role: z.enum(ROLES),
  type: partType,
  text: z.string().describe("All of its text."),
  chars: count("Length of the text, in UTF-16 units."),
  part,
});
