import * as z from "zod";
import { type Answer, count, money, named, tokens } from "./fields";

const findingRequest = named("FindingRequest", "A request that a finding concerns.", {
  index: count("Counted from 0 over all agents."),
  agent: z.string().describe("The agent that sent it."),
  at: count("Counted from 0 within its agent."),
});

export const finding = named("Finding", "An avoidable cost or a possible harm, with the recommended change.", {
  id: z.string().describe("The rule that found it, in kebab-case."),
  title: z.string().describe("The finding, in a few words."),
  kind: z.enum(["loss", "risk"]).describe("`risk`: it can do harm; nothing in the log shows that it did."),
  confidence: z.enum(["certain", "likely", "unknown"]).describe("How sure the cause is."),
  lost_tokens: tokens("Processed again, or carried for nothing."),
  lost_cost: money.nullable().describe("Its cost; null without a price."),
  requests: z.array(findingRequest).describe("Where it happened."),
  evidence: z.array(z.string()).describe("The evidence, a sentence each; incomplete if there is much."),
  advice: z.array(z.string()).describe("The recommended change, step by step."),
});
export type FindingAnswer = Answer<typeof finding>;

/** The answer of GET /api/sessions/:id/findings. */
export const findingList = named("FindingList", "The findings in a session, costliest first, risks last.", {
  findings: z.array(finding),
});
