import * as z from "zod";
import { ENTITY_KINDS } from "../../evaluation/entities/entity";
import { amount } from "./cost-answer";
import { type Answer, absent, count, money, named, share, tokens } from "./fields";
import { contentKind } from "./request-row";

const at = z.strictObject({ request: z.int().min(0).describe("Counted from 0 within the agent.") });
const side = z.strictObject({
  request: z.int().min(0).describe("Counted from 0 within the agent."),
  prompt_tokens: tokens("Its prompt."),
});

const missedFact = named("MissedFact", "Something that a compaction removed and the agent needed later.", {
  kind: z.enum(ENTITY_KINDS).describe("The kind of fact."),
  value: z.string().describe("The original text."),
  source: z
    .strictObject({
      part_id: z.string().describe("The part that contained it."),
      kind: contentKind.nullable(),
      request: z.int().min(0).nullable().describe("The first request whose prompt contained the part."),
      tokens: tokens("The part."),
    })
    .describe("Where it stood."),
  first_used: at.describe("The request that first used it."),
  seen_again: at.nullable().describe("The request that showed it again before that; null: it was used unseen."),
});
export type MissedFactAnswer = Answer<typeof missedFact>;

/** Where a lost fact was. */
const PLACE_KINDS = ["file", "command", "search", "task", "call", "text", "typed", "summary", "client"] as const;
/**
 * How a lost fact came back: its file was read again, something else showed it, or the agent wrote it without seeing
 * it.
 */
const CAME_BACK = ["read-again", "shown-again", "unseen"] as const;

const lossPlace = named("LossPlace", "A place whose content a compaction removed and that was missed.", {
  kind: z
    .enum(PLACE_KINDS)
    .describe(
      "Its last source: a `file`, the output of a `command`, `search`, sub-agent (`task`) or other `call`, the model's `text`, a `typed` message, an earlier `summary`, or an addition of the `client`.",
    ),
  label: z.string().describe("The file, the command, the task or the first words."),
  part_id: z.string().nullable().describe("The newest part with this content; null if none of its facts was missed."),
  facts: z.array(z.string()).describe("The missed content, at most three facts."),
  fact_count: count("Number of missed facts."),
  from: at.nullable().describe("The first request whose prompt contained it."),
  needed: at.nullable().describe("The request that wrote the first of them."),
  came_back: z.enum(CAME_BACK).describe("`read-again`, `shown-again` (by another result) or `unseen`."),
  back_at: at.nullable().describe("The request that brought it back; null: `unseen`."),
  tokens: tokens("Tokens for reading it again; null if it was not read again.").nullable(),
  cost: z.number().nullable().describe("The same in US dollars; null if it was not read again, or without a price."),
});
export type LossPlaceAnswer = Answer<typeof lossPlace>;

const giveBack = z
  .strictObject({
    text: z.string().describe("To paste into the conversation; empty if there is nothing to restore."),
    tokens: tokens("The text, estimated."),
    basis: z
      .enum(["needed", "likely"])
      .describe("`needed`: missed according to the log. `likely`: too little of the session followed; content in use."),
  })
  .describe("The lost facts as a text of at most about 800 tokens, taken only from the log without asking a model.");

/** The answer to GET /api/sessions/:id/receipt and GET /api/sessions/:id/compactions/:index. */
export const compactionAnswer = named(
  "CompactionLoss",
  "What a compaction of the client removed, and what was missed.",
  {
    index: z.int().min(0).describe("Counted from 0 within the agent."),
    of: count("Compactions of the agent."),
    agent: z.string(),
    trigger: z.enum(["auto", "manual", "unknown"]).describe("Who asked for it, as the log says."),
    sentence: z.string().describe("The needed content that it dropped, in a sentence."),
    before: side.describe("The last request before it."),
    after: z
      .strictObject({ request: side.shape.request, prompt_tokens: tokens("Its prompt.").nullable() })
      .describe("The first request after it. Its prompt is null if it has not been sent yet."),
    parts: z.strictObject({ before: count("Parts of the prompt before."), gone: count("Removed parts.") }),
    summary_tokens: tokens("The summary in their place."),
    is_summary_unreadable: z
      .boolean()
      .describe(
        "The provider encrypts the summary, so what it kept is unknown: no fact counts as kept, needed or missed.",
      ),
    survival: z
      .array(
        z.strictObject({
          kind: z.enum([...ENTITY_KINDS, "instruction", "decision"]),
          kept: count("Shown in full in the next prompt."),
          named: count("Only named there, such as in an index; the rest is gone."),
          of: count("Total number."),
          missed: count("Needed afterwards and not kept."),
          came_back: count("Shown again before they were used."),
        }),
      )
      .describe("By kind of fact, and statements."),
    needed: absent(
      z.strictObject({
        facts: count("Facts that the agent wrote later without having seen them in between, as on Compare."),
        kept: count("Facts whose content was still in the next prompt."),
        fetchable: count("Facts that were gone but reachable by a path, a URL or a reference in the next prompt."),
        gone: count("Facts that were gone and unreachable."),
      }),
    ).describe("Absent if no request followed."),
    used_later: z.strictObject({
      facts: count("Facts of the previous prompt that the agent needed later."),
      gone: count("Facts that were gone."),
      fetched_again: count("Facts shown again before they were used."),
      used_unseen: count("Facts used without being shown again."),
      recall: share("Share of the used facts that the next prompt still showed.").nullable(),
    }),
    hindsight_recall: share(
      "As for strategies on Compare: weighted, and without facts shown again before they were used.",
    ).nullable(),
    missed: z.array(missedFact).describe("Lost facts that were used, at most 500."),
    losses: z.array(lossPlace).describe("The ten costliest places, then those with the most missed facts."),
    loss_count: count("Number of all places with losses."),
    give_back: giveBack,
    rereads: z.strictObject({
      files: count("Files read before and read again."),
      tokens: tokens("Those."),
      first: z
        .array(
          z.strictObject({
            path: z.string(),
            request: z.int().min(0).describe("The request that read it again, from 0 within the agent."),
            tokens: tokens("The file."),
          }),
        )
        .describe("The first of them, at most 500."),
    }),
    cost: z
      .strictObject({
        rewrite: money.describe("Cost of writing the new prompt to the cache."),
        summary: money.describe("Cost of the summary."),
        reread: money.describe("Reading files again."),
        saved_per_request: money.describe("Saving of each later request."),
        requests: count("Requests up to the next compaction or the end."),
        requests_to_pay_off: z.number().nullable().describe("Requests until the saving covers its cost; null: never."),
        net: money.describe("Saved minus spent over those requests."),
        paid: z.boolean().describe("Whether that is positive."),
      })
      .nullable()
      .describe("null: no prices, or no cache figures."),
    refetch: amount.describe("Cost of reading files again."),
    estimate: z
      .strictObject({
        usd: z.number().describe("In US dollars."),
        low: z.number().describe("Its lower end, 95 %."),
        high: z.number().describe("Its upper end, 95 %."),
        compactions: count("Compactions of public sessions behind the price of a lost fact."),
      })
      .nullable()
      .describe(
        "Cost of the lost needed facts by the study in validation.md: requests for each fact, at the mean price of this agent's requests. null without prices, or if nothing was lost.",
      ),
  },
);
export type CompactionAnswer = Answer<typeof compactionAnswer>;
