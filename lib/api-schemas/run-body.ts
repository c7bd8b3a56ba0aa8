import { z } from "zod";
import { SAVED_KINDS } from "./run-summary";

/** Body of POST /api/runs: an answer that the API gave, to be kept. Runs over many sessions save themselves. */
export const runBody = z.strictObject({
  kind: z.enum(SAVED_KINDS),
  session: z.strictObject({ id: z.string().min(1).max(128) }),
  /** Absent: named after its strategies. */
  title: z.string().trim().min(1).max(200).optional(),
  /** What was asked, to be asked again: the body that was sent, and the query of the page that sent it. */
  params: z.record(z.string(), z.json()).default({}),
  result: z.unknown(),
});
export type RunBody = z.infer<typeof runBody>;
