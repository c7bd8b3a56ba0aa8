import * as z from "zod";
import { conversationFields } from "../../api/schemas/conversation";

/** An id from the library; anything else would be another API address. */
export const storedId = z
  .string()
  .regex(/^[\w-][\w.:-]{0,127}$/, "an id has letters, digits, dots, colons, dashes and underscores only");

/** A session that a tool reads. */
export const session = z
  .string()
  .min(1)
  .max(4_096)
  .describe(
    "The id of a session, from search_sessions. If this server runs on standard input and output, also the path of a transcript file on this machine.",
  );

export const agent = z.string().max(200).optional().describe("One agent of the session; default: the main agent.");

/** A conversation: a body in its own format, or a stored session. */
export const conversation = {
  ...conversationFields,
  session: z
    .strictObject({
      id: storedId,
      agent,
      number: z
        .int()
        .min(1)
        .optional()
        .describe("The request's number within its agent, from 1; default: the one with the largest prompt."),
    })
    .optional()
    .describe("Instead of a conversation: a stored session as of one of its requests."),
  model: z.string().max(200).optional().describe("Sets tokenizer, window and prices."),
  format: z.string().max(40).default("auto").describe("`auto` recognises it by the messages' content."),
};

export const strategyId = z
  .string()
  .min(1)
  .max(100)
  .describe("The id of a strategy; the resource winnow://strategies lists them.");
