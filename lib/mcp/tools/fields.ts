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
    "The id of a session, as search_sessions lists it. Where this server runs on standard input and output, the path of a transcript file on this machine too.",
  );

export const agent = z.string().max(200).optional().describe("One agent of the session; left out: the main agent.");

/** A conversation: a body in its own format, or a stored session. */
export const conversation = {
  ...conversationFields,
  session: z
    .strictObject({
      id: storedId,
      agent,
      number: z.int().min(1).optional().describe("The request's number in its agent, from 1; left out: the fullest."),
    })
    .optional()
    .describe("Instead of a conversation: a stored session as it stood at one of its requests."),
  model: z.string().max(200).optional().describe("Sets tokenizer, window and prices."),
  format: z.string().max(40).default("auto").describe("`auto` finds it by what the messages hold."),
};

export const strategyId = z
  .string()
  .min(1)
  .max(100)
  .describe("The id of a strategy; the resource winnow://strategies lists them.");
