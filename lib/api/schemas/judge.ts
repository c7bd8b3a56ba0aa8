import * as z from "zod";
import { DIMENSIONS } from "../../evaluation/judge/criteria";
import { recipe } from "./compress-body";
import { type Answer, count, money, named, share, tokens } from "./fields";

/** `judge` of POST /api/evaluate. Its cost grows with questions × (candidates + repeats). */
export const judgeFields = z
  .strictObject({
    model: z.string().min(1).max(200).optional().describe("`provider/model`; default: the operator's."),
    answer_model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("The model that answers the questions; default: the operator's, else the judge."),
    repeats: z
      .int()
      .min(1)
      .max(9)
      .default(3)
      .describe("Verdicts per question: their spread shows how reliable the mean is."),
    per_family: z
      .int()
      .min(1)
      .max(6)
      .default(2)
      .describe("Questions per family (recall, artifact, continuation, decision)."),
    seed: z.int().min(0).max(2_147_483_647).default(1).describe("Determines the order in which answers are shown."),
    against: z
      .array(z.union([z.literal("original"), z.strictObject({ strategy: recipe, force: z.boolean().optional() })]))
      .max(7)
      .default([])
      .describe("Also judged, blind: the unchanged original, or the results of other recipes."),
    max_calls: z.int().min(1).max(5_000).default(400).describe("Maximum model calls; more are refused."),
    max_input_tokens: z
      .int()
      .min(1)
      .max(100_000_000)
      .default(2_000_000)
      .describe("Maximum estimated tokens of all prompts together; more are refused."),
    dry_run: z.boolean().default(false).describe("Report the planned calls without calling a model."),
  })
  .meta({ id: "JudgeFields", description: "Have models answer questions from the result, and grade the answers." });
export type JudgeFields = z.infer<typeof judgeFields>;

const judgePlan = named("JudgePlan", "The cost of a judgement.", {
  questions: count("Questions."),
  calls: count("Calls of models."),
  input_tokens: tokens("All prompts together, estimated."),
});
export type JudgePlan = Answer<typeof judgePlan>;

const scored = [...DIMENSIONS, "overall"] as const;
const score = z.number().nullable();

const candidate = z.strictObject({
  name: z.string().describe("`compressed`, `original`, or the id of a strategy."),
  tokens: tokens("The messages shown to the model."),
  answered: count("Questions that were answered."),
  dimensions: z
    .strictObject({
      basis: z.literal("judge"),
      ...Object.fromEntries(scored.map((name) => [name, score.describe("The judge's mean, 0 to 5.")])),
    } as { basis: z.ZodLiteral<"judge"> } & Record<(typeof scored)[number], typeof score>)
    .describe("The judge's means, 0 to 5; null if nothing was asked about it."),
  spread: z
    .record(z.enum(scored), z.tuple([z.number(), z.number()]).nullable())
    .describe("The minimum and maximum mean of the repeats."),
});

const question = z.strictObject({
  family: z.enum(["recall", "artifact", "continuation", "decision"]).describe("What kind of question it is."),
  question: z.string(),
  gold: z.array(z.string()).describe("Everything that answers it, oldest first."),
  weight: share("1 minus the share answered correctly without any context.").nullable(),
  answers: z
    .array(
      z.strictObject({
        candidate: z.string().describe("The candidate whose context was used."),
        text: z.string().nullable().describe("The answer; null if the call failed."),
        score: score.describe("Mean of its grades, 0 to 5."),
      }),
    )
    .describe("One per candidate, and one without any context."),
});

const whole = z.strictObject({
  status: z
    .enum(["judged", "partial", "failed"])
    .describe("`partial`: some calls failed or some verdicts could not be read."),
  code: z.string().nullable().describe("Why it failed, in kebab-case."),
  message: z.string().nullable().describe("The failure, in a sentence."),
  model: z.string().describe("Who judged."),
  answer_model: z.string().describe("Who answered."),
  seed: z.int(),
  repeats: z.int(),
  plan: judgePlan,
  candidates: z.array(candidate).describe("The result first, then its comparisons."),
  questions: z.array(question),
  calls: z
    .strictObject({
      made: count("Calls of models."),
      failed: count("Those that failed."),
      invalid_verdicts: count("Unreadable verdicts."),
      input_tokens: z.int().min(0).nullable().describe("Tokens of all prompts; null if one is not known."),
      output_tokens: z.int().min(0).nullable().describe("Tokens of all answers; null if one is not known."),
      cost: money.nullable().describe("null if a model has no known price."),
      ms: z.number().min(0).nullable().describe("All calls together, in milliseconds."),
    })
    .describe("The cost of the judgement."),
});

const notJudged = z.strictObject({
  status: z.enum(["unavailable", "planned"]).describe("`planned`: a dry run."),
  code: z.string().describe("Why nothing was judged, in kebab-case."),
  message: z.string().describe("The same in a sentence."),
  plan: judgePlan.nullable().describe("What would have been asked."),
});

/** `judge` of an evaluation. */
export const judgement = z
  .union([whole, notJudged])
  .meta({ id: "Judgement", description: "What models made of the result, or why none was asked." });
export type Judgement = Answer<typeof judgement>;
export type WholeJudgement = Answer<typeof whole>;
export type JudgedQuestionAnswer = WholeJudgement["questions"][number];
export type NotJudged = Answer<typeof notJudged>;

/** The answer to GET /api/evaluate. */
export const judgeSetup = named("JudgeSetup", "Which judge is set up.", {
  judge: z
    .strictObject({
      model: z.string().describe("Who judges, `provider/model`."),
      answer_model: z.string().describe("Who answers."),
    })
    .nullable()
    .describe("null: none."),
});
