import * as z from "zod";
import { filterFields } from "../../conversation/exact-json";
import { type ConversationFields, returnedConversation } from "./conversation";
import { absent, count, named } from "./fields";
import { providerBody } from "./validate";

/** Body of POST /api/convert. */
export const convertBody = providerBody
  .extend({
    to: z
      .string()
      .max(40)
      .describe("`openai-chat`, `openai-responses`, `anthropic`, `gemini`, `ai-sdk` (model messages) or `ai-sdk-ui`."),
  })
  .meta({ id: "ConvertBody" });

/** Winnow's own fields, which must not reach the provider. */
const OURS = [
  "format",
  "session",
  "repair",
  "lint",
  "previous",
  "to",
  "tokenizer",
  "context_window",
  "reserve",
] as const;

/** The provider's body without Winnow's fields. */
export function withoutOurs(body: ConversationFields & { readonly [key: string]: unknown }): Record<string, unknown> {
  const ours: readonly string[] = OURS;
  return filterFields(body, (key, value) => !ours.includes(key) && value !== undefined);
}

const convertWarning = named("ConvertWarning", "Something that could not be converted.", {
  code: z.string().describe("The kind of loss, in kebab-case."),
  message: z.string().describe("The same in a sentence."),
  count: count("How many parts."),
  parts: z
    .array(
      z.strictObject({
        part_id: z.string(),
        message: z.int().min(0).describe("Index of its message, from 0."),
        tool_call_id: absent(z.string()).describe("The tool call, for a call or a result."),
      }),
    )
    .describe("The first hundred of them."),
});

/** The answer to POST /api/convert: the conversation under the requested format's keys. */
export const convertAnswer = z
  .object({
    format: z.string().describe("The format it was read as."),
    to: z.string().describe("The resulting format."),
    ...returnedConversation,
    warnings: z.array(convertWarning).describe("What could not be converted."),
  })
  .catchall(z.unknown())
  .meta({ id: "ConvertAnswer", description: "A conversation in another format." });
