import * as z from "zod";
import { compactionAnswer } from "../../api/schemas/compaction";
import { defineTool } from "../tool";
import { agent, session } from "./fields";

/** Leaves out the long lists. */
const receipt = compactionAnswer
  .omit({ missed: true, rereads: true, used_later: true, hindsight_recall: true, parts: true })
  .strip();

export const showReceipt = defineTool({
  name: "show_receipt",
  title: "What a compaction lost",
  description:
    "The needed content that a compaction of a session dropped, by kind of fact, the places that were read again and at what cost, and a text with the lost facts to continue with. Default: the newest compaction.",
  input: z.strictObject({
    session,
    agent: agent.describe("One agent of the session; default: the main one."),
    compaction: z.int().min(1).optional().describe("Which compaction, from 1; default: the newest."),
  }),
  output: receipt,
  askForLess: "ask for another compaction",
  run: async ({ session: id, agent: wanted, compaction }, { call }) => {
    const query = { agent: wanted ?? null, compaction: compaction === undefined ? null : compaction - 1 };
    return receipt.parse(await call("GET /api/sessions/{id}/receipt", { path: { id }, query }));
  },
});
