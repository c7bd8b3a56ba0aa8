import * as z from "zod";
import { count, named } from "./fields";
import { statedModel } from "./session";

/** Body of PUT /api/sessions/:id/model. */
export const modelStatementBody = z
  .strictObject({
    model: z.string().trim().min(1).max(300).nullable().default(null).describe("The model of answers that name none."),
    window: z.int().min(1).max(1_000_000_000).nullable().default(null).describe("The context window, in tokens."),
    scope: z
      .enum(["session", "client"])
      .default("session")
      .describe("Whether it holds of this session or of all sessions of its client."),
  })
  .refine(({ model, window }) => model !== null || window !== null, { error: "say a model or a window" })
  .meta({ id: "ModelStatementBody", description: "Which model a log used that does not name it." });
export type ModelStatementBody = z.output<typeof modelStatementBody>;

/** The answer of PUT and DELETE /api/sessions/:id/model. */
export const modelStatementAnswer = named("ModelStatementAnswer", "What holds of the session now.", {
  stated: statedModel,
  sessions_rereading: count("Other sessions that are being read again."),
});
