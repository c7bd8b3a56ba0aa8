import * as z from "zod";
import { accountFields, edit, returnedConversation } from "./compression";
import { requestName } from "./conversation";
import { evaluation } from "./evaluation";
import { type Answer, absent, money, named, tokens, warning } from "./fields";

const prefix = named(
  "PrefixChange",
  "Whether this prompt begins as that of the request before did, for a caller who sends a growing history each time.",
  {
    changed: z
      .boolean()
      .nullable()
      .describe("Null if unknown: the strategy decides anew at each call, and no `state` was sent."),
    first_message: z.int().min(0).nullable().describe("The first message that was sent before and is changed now."),
    why: z.string().nullable().describe("Why it changed, or why that is unknown; null if it did not."),
    rewritten_tokens: tokens("What the provider had in its cache and is to write again.").nullable(),
    cost: money.nullable().describe("What writing it costs more than reading it; null without prices or a change."),
  },
);
export type PrefixAnswer = Answer<typeof prefix>;

const account = z.object({
  ...accountFields,
  prefix,
  request: absent(requestName).describe("Of a stored session, which request it was."),
  evaluation: absent(evaluation.nullable()).describe("Asked for by `include`: what was lost."),
});

/** The account beside the conversation, and the provider's settings as sent. */
const beside = z
  .object({ ...account.shape, ...returnedConversation })
  .catchall(z.unknown())
  .meta({
    id: "CompressAnswer",
    description:
      "The conversation in the shape it was sent, the provider's settings untouched, and our account beside them.",
  });

/** The account under `winnow`, if our parameters were there. */
const apart = z
  .object({ winnow: z.strictObject(account.shape), ...returnedConversation })
  .catchall(z.unknown())
  .meta({
    id: "CompressAnswerApart",
    description: "The provider's body to send on, with our account under `winnow`, where our parameters stood there.",
  });

/** The answer of POST /api/compress. */
export const compressAnswer = z.union([apart, beside]);
export type CompressAccount = Answer<typeof account>;

/** Events of POST /api/compress with `Accept: text/event-stream`, before `completed` or `error`. */
export const compressEvents = {
  step: z.strictObject({
    id: z.string().describe("The step's name."),
    before: tokens("The whole request before the step."),
    after: tokens("The whole request after it."),
    edits: z.int().min(0).describe("Edits that the step made."),
  }),
  edit,
  "summary.delta": z.strictObject({
    style: z.string().describe("Which kind of summary is being written."),
    text: z.string().describe("The next piece of it."),
  }),
  warning,
  completed: compressAnswer,
};
