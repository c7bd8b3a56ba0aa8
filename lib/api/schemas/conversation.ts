import * as z from "zod";
import { messageFields, partSchema } from "../../conversation/part-schema";
import { type Answer, count, sessionId } from "./fields";

/** A part in Winnow's own form, whatever format it came in. Names are in camelCase because they follow the AI SDK. */
export const part = partSchema(z.strictObject).meta({
  id: "Part",
  description: "One part of a message in Winnow's form, with the names of the AI SDK.",
});

export const message = z
  .strictObject(messageFields(part))
  .meta({ id: "Message", description: "One message in Winnow's form, with the names of the AI SDK." });

/** A request of a stored session, numbered as on its page and in links, commands and exports. */
const requestFields = {
  agent: z.string().min(1).max(200).optional().describe("The agent that sent the request; default: `main`."),
  number: z
    .int()
    .min(1)
    .optional()
    .describe("The request's number within its agent, from 1, as on pages and in links."),
  request: count("Deprecated, with a warning: `index` of GET /api/sessions/:id/requests.")
    .meta({ deprecated: true })
    .optional(),
};

/** A stored session as of one of its requests. */
export const storedSession = z
  .strictObject({ id: sessionId, ...requestFields })
  .refine(({ agent, number, request }) => request === undefined || (agent === undefined && number === undefined), {
    path: ["request"],
    error: "name a request either by `agent` and `number` or by its index in `request`, not by both",
  })
  .refine(({ agent, number }) => agent === undefined || number !== undefined, {
    path: ["number"],
    error: "`agent` requires the `number` of one of its requests",
  });
export type StoredSession = z.infer<typeof storedSession>;

/** The stored request that the answer is about. */
export const requestName = z
  .strictObject({
    agent: z.string().describe("The agent that sent it."),
    number: z.int().min(1).describe("Its number within its agent, from 1, as on pages and in links."),
    index: z.int().min(0).describe("Its index over all agents' requests, from 0."),
  })
  .meta({ id: "RequestName", description: "The stored request that the answer is about." });

export type RequestName = Answer<typeof requestName>;

/** The conversation fields of every body that accepts a conversation. */
export const conversationFields = {
  messages: z
    .array(z.unknown())
    .optional()
    .describe(
      "The conversation as openai-chat, anthropic or ai-sdk (model or UI messages), with `system` and `tools`.",
    ),
  system: z.unknown().optional().describe("The system prompt, if the format keeps it apart from `messages`."),
  tools: z.unknown().optional().describe("The tools in the format's shape."),
  input: z
    .union([z.string(), z.array(z.unknown())])
    .optional()
    .describe("The conversation as openai-responses: text or items, with `instructions` and `tools`."),
  instructions: z
    .string()
    .optional()
    .describe("With `input`, the system prompt; otherwise instructions for summaries."),
  previous_response_id: z.string().optional().describe("openai-responses: the response that `input` continues."),
  contents: z
    .array(z.unknown())
    .optional()
    .describe("The conversation as gemini, with `systemInstruction` and `tools`."),
  systemInstruction: z.unknown().optional().describe("gemini: the system prompt."),
  system_instruction: z.unknown().optional().describe("gemini: the system prompt, in its other spelling."),
  session: storedSession
    .optional()
    .describe(
      "Instead of a conversation: a stored session as of one of its requests; default: the one with the largest prompt.",
    ),
  format: z
    .string()
    .max(40)
    .default("auto")
    .describe(
      "`auto`, `openai-chat`, `openai-responses`, `anthropic`, `gemini` or `ai-sdk`. `auto` decides by the messages' content. Plain texts, which are the same in all formats, are read as `openai-chat`, or as `anthropic` with a `system` or a `claude-…` model. Messages of several formats in one list are a 422 that lists the candidates.",
    ),
  model: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Sets tokenizer, window and prices. For an unknown model, tokens are `estimated`, with a warning `unknown-model` (`no-model` if neither a model nor a tokenizer is named). Without a window and a target, a strategy that needs one is `unavailable` (`window-unknown`) or assumes its product's window with a warning `window-assumed`. `winnow` then puts outputs aside but cuts nothing to fit, with a warning `no-limit`.",
    ),
  context_window: z
    .int()
    .min(1)
    .optional()
    .describe("The context window in tokens, if the model does not determine it."),
  reserve: count("Tokens of the window reserved for the answer.").optional(),
  tokenizer: z.string().max(40).optional().describe("The tokenizer, if the model does not determine it."),
};
export type ConversationFields = z.infer<z.ZodObject<typeof conversationFields>>;

/** The conversation keys of an answer: the same keys as in the request, in the same shape. */
export const returnedConversation = {
  messages: z.unknown().describe("The conversation under its original key; the keys below likewise.").optional(),
  system: z.unknown().optional(),
  tools: z.unknown().optional(),
  input: z.unknown().optional(),
  instructions: z.unknown().optional(),
  previous_response_id: z.unknown().optional(),
  contents: z.unknown().optional(),
  systemInstruction: z.unknown().optional(),
  system_instruction: z.unknown().optional(),
};

export const violation = z
  .strictObject({
    code: z.string().describe("The rule, in kebab-case."),
    message: z.string().describe("The violation, in a sentence."),
    messageId: z.string().describe("The id of the message at fault."),
    partId: z.exactOptional(z.string()).describe("The id of the part at fault, if it is a single part."),
  })
  .meta({ id: "Violation", description: "A structural rule that a history breaks." });
