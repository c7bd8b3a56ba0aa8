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

const missedFact = named("MissedFact", "Something that a compaction took away and the agent needed later.", {
  kind: z.enum(ENTITY_KINDS).describe("What kind of fact it is."),
  value: z.string().describe("As it was written."),
  source: z
    .strictObject({
      part_id: z.string().describe("The part that held it."),
      kind: contentKind.nullable(),
      request: z.int().min(0).nullable().describe("The first request whose prompt held the part."),
      tokens: tokens("The part."),
    })
    .describe("Where it stood."),
  first_used: at.describe("The request that used it first."),
  seen_again: at.nullable().describe("The request that showed it again before that; null: it was used unseen."),
});
export type MissedFactAnswer = Answer<typeof missedFact>;

/** Where a lost fact stood. */
const PLACE_KINDS = ["file", "command", "search", "task", "call", "text", "typed", "summary", "client"] as const;
/** How it came back: its file was read again, something else showed it, or it was written without having been shown. */
const CAME_BACK = ["read-again", "shown-again", "unseen"] as const;

const lossPlace = named("LossPlace", "A place whose content a compaction removed and that was missed.", {
  kind: z
    .enum(PLACE_KINDS)
    .describe(
      "What held it last: a `file`, the output of a `command`, `search`, sub-agent (`task`) or other `call`, the model's `text`, a message that was `typed`, an earlier `summary`, or what the `client` added.",
    ),
  label: z.string().describe("The file, the command, the task or the first words."),
  part_id: z.string().nullable().describe("The newest part that held it; null if none of its facts was missed."),
  facts: z.array(z.string()).describe("What was missed, at most three."),
  fact_count: count("All that was missed of it."),
  from: at.nullable().describe("The first request that held it."),
  needed: at.nullable().describe("The request that wrote the first of them."),
  came_back: z.enum(CAME_BACK).describe("`read-again`, `shown-again` (by another result) or `unseen`."),
  back_at: at.nullable().describe("The request that brought it back; null: `unseen`."),
  tokens: tokens("What reading it again took; null if it was not read again.").nullable(),
  cost: z.number().nullable().describe("The same in US dollars; null if it was not read again, or without a price."),
});
export type LossPlaceAnswer = Answer<typeof lossPlace>;

const giveBack = z
  .strictObject({
    text: z.string().describe("To paste into the conversation; empty if there is nothing to give back."),
    tokens: tokens("The text, estimated."),
    basis: z
      .enum(["needed", "likely"])
      .describe("`needed`: what the log shows to have been missed. `likely`: too little followed; what was in use."),
  })
  .describe("The lost facts as a text of at most about 800 tokens. Never more than the log holds; no model is asked.");

/** The answer of GET /api/sessions/:id/receipt and GET /api/sessions/:id/compactions/:index. */
export const compactionAnswer = named(
  "CompactionLoss",
  "What a compaction of the client took away, and what was missed.",
  {
    index: z.int().min(0).describe("Counted from 0 within the agent."),
    of: count("Compactions of the agent."),
    agent: z.string(),
    trigger: z.enum(["auto", "manual", "unknown"]).describe("Who asked for it, as the log says."),
    sentence: z.string().describe("What it dropped of what was needed afterwards, in a sentence."),
    before: side.describe("The last request before it."),
    after: z
      .strictObject({ request: side.shape.request, prompt_tokens: tokens("Its prompt.").nullable() })
      .describe("The first request after it. Its prompt is null if it has not been sent yet."),
    parts: z.strictObject({ before: count("Parts of the prompt before."), gone: count("Those that were removed.") }),
    summary_tokens: tokens("The summary that took their place."),
    survival: z
      .array(
        z.strictObject({
          kind: z.enum([...ENTITY_KINDS, "instruction", "decision"]),
          kept: count("Those that the next prompt still shows."),
          named: count("Those that it only names, such as in an index; the rest is gone."),
          of: count("How many there were."),
          missed: count("Those that were needed afterwards and not kept."),
          came_back: count("Those that something showed again before they were used."),
        }),
      )
      .describe("By kind of fact, and statements."),
    needed: absent(
      z.strictObject({
        facts: count("Facts that the agent wrote later without having been shown them in between, as on Compare."),
        kept: count("Those whose content the next prompt still held."),
        fetchable: count("Those that were gone, but that a path, an address or a reference of the next prompt led to."),
        gone: count("Those that were gone, and that nothing led to."),
      }),
    ).describe("Left out: no request followed."),
    used_later: z.strictObject({
      facts: count("Facts of the prompt before it that the agent needed later."),
      gone: count("Those that were gone."),
      fetched_again: count("Those that were shown again before they were used."),
      used_unseen: count("Those that were used without being shown again."),
      recall: share("Share of the used facts that the next prompt still showed.").nullable(),
    }),
    hindsight_recall: share(
      "As for strategies on Compare: weighted, and without what was shown again before it was used.",
    ).nullable(),
    missed: z.array(missedFact).describe("Lost facts that were used, at most 500."),
    losses: z.array(lossPlace).describe("The ten places that cost most, those with the most missed facts next."),
    loss_count: count("All such places."),
    give_back: giveBack,
    rereads: z.strictObject({
      files: count("Files that had been read and were read again."),
      tokens: tokens("Those."),
      first: z
        .array(
          z.strictObject({
            path: z.string(),
            request: z.int().min(0).describe("Where it was read again, from 0 within the agent."),
            tokens: tokens("The file."),
          }),
        )
        .describe("The first of them, at most 500."),
    }),
    cost: z
      .strictObject({
        rewrite: money.describe("Writing the new prompt to the cache."),
        summary: money.describe("Having the summary written."),
        reread: money.describe("Reading files again."),
        saved_per_request: money.describe("What each later request costs less."),
        requests: count("Requests up to the next compaction or the end."),
        requests_to_pay_off: z.number().nullable().describe("Requests until the saving has paid for it; null: never."),
        net: money.describe("Saved less spent over those requests."),
        paid: z.boolean().describe("Whether that is more than zero."),
      })
      .nullable()
      .describe("null: no prices, or no cache counters."),
    refetch: amount.describe("What reading files again cost."),
    estimate: z
      .strictObject({
        usd: z.number().describe("In US dollars."),
        low: z.number().describe("Its lower end, 95 %."),
        high: z.number().describe("Its upper end, 95 %."),
        compactions: count("Compactions of public sessions that the price of a lost fact rests on."),
      })
      .nullable()
      .describe(
        "What losing the facts that were needed costs by the study in validation.md: requests for each fact, at the mean price of this agent's requests. null without prices, or if nothing was lost.",
      ),
  },
);
export type CompactionAnswer = Answer<typeof compactionAnswer>;
