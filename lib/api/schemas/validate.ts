import * as z from "zod";
import { conversationFields, returnedConversation } from "./conversation";
import { absent, named } from "./fields";
import { partType } from "./message-row";

/** A provider's complete request body, with one or two fields of ours; other fields pass. */
export const providerBody = z.looseObject(conversationFields);

export const validateBody = providerBody
  .extend({
    repair: z.boolean().default(false).describe("Add the mended conversation."),
    lint: z
      .boolean()
      .default(false)
      .describe("Add what in the prompt costs the prefix cache or leads the model astray."),
    previous: z
      .looseObject({})
      .optional()
      .describe("The request before, in the same format: what changed since is looked at too."),
  })
  .meta({ id: "ValidateBody" });
export type ValidateBody = z.infer<typeof validateBody>;

const placedViolation = named("PlacedViolation", "A rule that a body breaks, with the place.", {
  code: z.string().describe("The rule, in kebab-case; `invalid-body` if it cannot be read at all."),
  message: z.string().describe("What breaks it, in a sentence."),
  pointer: z.string().describe("The JSON path in the body that was sent."),
  structural: z.boolean().describe("False: inside one message, some servers let it pass."),
});

const removedPart = z.strictObject({
  part_id: z.string(),
  type: partType,
  message: z.int().min(0).describe("Index of its message, from 0."),
  tool_call_id: absent(z.string()).describe("Of a call or a result."),
});

const promptFinding = named("PromptFinding", "What in a prompt costs the prefix cache or leads the model astray.", {
  code: z.enum([
    "volatile-prefix",
    "tools-changed",
    "unstable-serialisation",
    "few-shot-run",
    "undefined-tool",
    "unmarked-head",
  ]),
  message: z.string().describe("What was found."),
  advice: z.string().describe("What to do about it."),
  at: z.string().describe("The part at fault, or the tool's name."),
});

/** The answer of POST /api/validate. */
export const validateAnswer = named("ValidateAnswer", "Whether the provider would take the history.", {
  format: z.string().describe("The format it was read as."),
  valid: z.boolean(),
  violations: z.array(placedViolation),
  findings: absent(z.array(promptFinding)).describe("With `lint`."),
  repaired: absent(
    z.looseObject({
      ...returnedConversation,
      violations: z.array(placedViolation).describe("What no removal mends."),
      removed: z.array(removedPart).describe("What was left out."),
    }),
  ).describe("With `repair`: the mended body, with the provider's settings."),
});
