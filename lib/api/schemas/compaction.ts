import * as z from "zod";
import { ENTITY_KINDS } from "../../evaluation/entities/entity";
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

/** The answer of GET /api/sessions/:id/compactions/:index. */
export const compactionAnswer = named(
  "CompactionLoss",
  "What a compaction of the client took away, and what was missed.",
  {
    index: z.int().min(0).describe("Counted from 0 within the agent."),
    agent: z.string(),
    before: side.describe("The last request before it."),
    after: side.describe("The first request after it."),
    parts: z.strictObject({ before: count("Parts of the prompt before."), gone: count("Those that were removed.") }),
    summary_tokens: tokens("The summary that took their place."),
    survival: z
      .array(
        z.strictObject({
          kind: z.enum([...ENTITY_KINDS, "instruction", "decision"]),
          kept: count("Those that the next prompt still shows."),
          of: count("How many there were."),
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
  },
);
export type CompactionAnswer = Answer<typeof compactionAnswer>;
