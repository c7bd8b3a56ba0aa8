import * as z from "zod";
import { accountFields, edit, returnedConversation } from "./compression";
import { requestName } from "./conversation";
import { evaluation } from "./evaluation";
import { type Answer, absent, money, named, tokens, warning } from "./fields";

const prefix = named(
  "PrefixChange",
  "Whether this prompt begins like the previous request, for a caller that sends a growing history each time.",
  {
    changed: z
      .boolean()
      .nullable()
      .describe("null if unknown: the strategy decides again at each call, and no `state` was sent."),
    first_message: z.int().min(0).nullable().describe("The first changed message among those already sent."),
    why: z.string().nullable().describe("Why it changed, or why that is unknown; null if it did not."),
    rewritten_tokens: tokens("Cached tokens that the provider must write again.").nullable(),
    cost: money
      .nullable()
      .describe("How much more it costs to write these tokens than to read them; null without prices or a change."),
  },
);
export type PrefixAnswer = Answer<typeof prefix>;

const account = z.object({
  ...accountFields,
  prefix,
  request: absent(requestName).describe("The request of a stored session."),
  evaluation: absent(evaluation.nullable()).describe("Only with `include`: what was lost."),
});

/** The report next to the conversation, and the provider's settings as sent. */
const beside = z
  .object({ ...account.shape, ...returnedConversation })
  .catchall(z.unknown())
  .meta({
    id: "CompressAnswer",
    description:
      "The conversation in the shape it was sent, with the provider's settings untouched and our account added.",
  });

/** The report under `winnow`, if the parameters were there. */
const apart = z
  .object({ winnow: z.strictObject(account.shape), ...returnedConversation })
  .catchall(z.unknown())
  .meta({
    id: "CompressAnswerApart",
    description: "The provider's body to send on, with our account under `winnow`, if our parameters were there.",
  });

/** The answer to POST /api/compress. */
export const compressAnswer = z.union([apart, beside]);
export type CompressAccount = Answer<typeof account>;

/** Events of POST /api/compress with `Accept: text/event-stream` that precede `completed` or `error`. */
export const compressEvents = {
  step: z.strictObject({
    id: z.string().describe("The step's name."),
    before: tokens("The entire request before the step."),
    after: tokens("The entire request after the step."),
    edits: z.int().min(0).describe("Edits made by the step."),
  }),
  edit,
  "summary.delta": z.strictObject({
    style: z.string().describe("The kind of summary being written."),
    text: z.string().describe("The next piece of it."),
  }),
  warning,
  completed: compressAnswer,
};
