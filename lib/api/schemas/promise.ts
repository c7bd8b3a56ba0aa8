import * as z from "zod";
import { change } from "./advise";
import { type Answer, count, named, time, tokens } from "./fields";
import { estimate } from "./two-arms";

const measured = named("PromiseChange", "The change, as in a comparison of two groups.", {
  before: z.number().describe("Mean US dollars per session before."),
  after: z.number().describe("US dollars since."),
  change: estimate.nullable().describe("As a share: −0.28 is 28 % less. null if nothing can be compared."),
  verdict: z.enum(["cheaper", "dearer", "noise", "too-few"]).describe("The verdict, as in POST /api/two-arms."),
});

const arm = z.strictObject({
  sessions: z.array(z.string()).describe("Ids of the compared sessions."),
  peak_prompt_tokens: tokens("The median of their largest prompts.").nullable(),
});

/** The answer to GET /api/runs/:id/promise. */
export const promiseAnswer = named("AdvicePromise", "Whether the promise of advice came true.", {
  policy: z.string().describe("The policy of the promise."),
  trigger_tokens: tokens("Its trigger."),
  since: time("When the setting was changed."),
  promised: change.describe("The advice's estimate for this policy at its own price of a lost fact."),
  before: arm.describe("Sessions that began before."),
  after: arm.describe("Sessions of the same clients that began since."),
  left_out: count("Sessions without a bill in dollars, or with a model that the other side did not use."),
  per_100_requests: measured
    .nullable()
    .describe("The bill per 100 requests of the main agent, the basis of the verdict; null without a pair."),
  per_session: measured.nullable().describe("The entire bill of a session. The tasks may differ in length."),
  in_force: z
    .strictObject({
      reached: count("Later sessions whose prompts reached the trigger."),
      beyond: count("Those that exceeded it by more than 15 %."),
    })
    .describe("Whether the setting was in force, judged by the largest prompts."),
  verdict: z
    .enum(["kept", "less", "dearer", "not-in-force", "no-sessions", "cannot-tell"])
    .describe(
      "`kept`: certainly cheaper, by the promised amount or more; `less`: certainly less than the promised minimum; `dearer`: certainly more expensive; `not-in-force`: most sessions that reached the trigger went far beyond it; `no-sessions`: none since; `cannot-tell`: none of these.",
    ),
});
export type PromiseAnswer = Answer<typeof promiseAnswer>;
