import * as z from "zod";
import { conversationFields, returnedConversation } from "./conversation";
import { absent, named } from "./fields";
import { partType } from "./message-row";

/** A provider's complete request body, with one or two of Winnow's fields. Other fields are passed on. */
export const providerBody = z.looseObject(conversationFields);

export const validateBody = providerBody
  .extend({
    repair: z.boolean().default(false).describe("Add the repaired conversation."),
    lint: z
      .boolean()
      .default(false)
      .describe("Add problems in the prompt that cost the prefix cache or mislead the model."),
    previous: z
      .looseObject({})
      .optional()
      .describe("The previous request, in the same format, to check the changes since too."),
  })
  .meta({ id: "ValidateBody" });
export type ValidateBody = z.infer<typeof validateBody>;

const placedViolation = named("PlacedViolation", "A broken rule, with its place.", {
  code: z.string().describe("The rule, in kebab-case; `invalid-body` if the body is unreadable."),
  message: z.string().describe("The violation, in a sentence."),
  pointer: z.string().describe("The JSON path in the sent body."),
  structural: z.boolean().describe("False: inside one message; some servers accept it."),
});

const removedPart = z.strictObject({
  part_id: z.string(),
  type: partType,
  message: z.int().min(0).describe("Index of its message, from 0."),
  tool_call_id: absent(z.string()).describe("The tool call, for a call or a result."),
});

const promptFinding = named(
  "PromptFinding",
  "A problem in a prompt that costs the prefix cache or misleads the model.",
  {
    code: z.enum([
      "volatile-prefix",
      "tools-changed",
      "unstable-serialisation",
      "few-shot-run",
      "undefined-tool",
      "unmarked-head",
    ]),
    message: z.string().describe("What was found."),
    advice: z.string().describe("The recommended change."),
    at: z.string().describe("The part at fault, or the tool's name."),
  },
);

/** The answer to POST /api/validate. */
export const validateAnswer = named("ValidateAnswer", "Whether the provider would accept the history.", {
  format: z.string().describe("The format it was read as."),
  valid: z.boolean(),
  violations: z.array(placedViolation),
  findings: absent(z.array(promptFinding)).describe("With `lint`."),
  repaired: absent(
    z.looseObject({
      ...returnedConversation,
      violations: z.array(placedViolation).describe("Violations that no removal can repair."),
      removed: z.array(removedPart).describe("Removed parts."),
    }),
  ).describe("With `repair`: the repaired body, with the provider's settings."),
});
