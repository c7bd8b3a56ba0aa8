import * as z from "zod";
import type { FindingEvidence } from "../../cache/findings/finding-evidence";
import { factOf } from "./fact";
import { type Answer, count, money, named, tokens } from "./fields";

export type RiskFact =
  | FindingEvidence
  /** The least size that is listed; `isOfWindow`: 1 % of the window, the smallest one of several agents. */
  | { readonly id: "oversized-from"; readonly tokens: number; readonly isOfWindow: boolean }
  | { readonly id: "oversized-part"; readonly part: string; readonly tokens: number; readonly requests: number }
  /** Further evidence of the same kind that is not listed. */
  | { readonly id: "more"; readonly count: number };

/** What a check needs but the log does not contain. */
export type LackId =
  | "no-window"
  | "no-usage"
  | "no-writes"
  | "no-texts"
  | "no-calls"
  | "no-agents"
  | "few-agents"
  | "no-head"
  | "no-tools"
  | "no-minimum"
  | "no-bodies";

/** What a check reports if it found no cause. `no-cause`: something else caused each loss. */
export type CheckFact =
  | { readonly id: LackId | "no-cause" }
  | { readonly id: "none"; readonly requests: number }
  | { readonly id: "few-unread"; readonly unread: number; readonly written: number }
  | { readonly id: "little-waste"; readonly tokens: number; readonly isPriced: boolean }
  /** `from`: minimum size in tokens; null: 1 % of the window. */
  | { readonly id: "none-oversized"; readonly from: number | null }
  /** `defined`: null if the log does not contain definitions. */
  | { readonly id: "tools-called"; readonly called: number; readonly defined: number | null };

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
  lost_tokens: tokens("Processed again, or carried needlessly."),
  lost_cost: money.nullable().describe("Its cost; null without a price."),
  requests: z.array(findingRequest).describe("Where it happened."),
  evidence: z.array(z.string()).describe("The evidence, a sentence each; incomplete if there is much."),
  facts: z.array(factOf<RiskFact>()).describe("The evidence as ids with values."),
  advice: z.array(z.string()).describe("The recommended change, step by step."),
});
export type FindingAnswer = Answer<typeof finding>;

/** The answer to GET /api/sessions/:id/findings. */
export const findingList = named("FindingList", "The findings in a session, costliest first, risks last.", {
  findings: z.array(finding),
});
