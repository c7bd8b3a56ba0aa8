import * as z from "zod";
import { type Answer, named, time } from "./fields";

/** The answer of DELETE /api/sessions/:id. */
export const deletion = named("Deletion", "What was deleted for good.", {
  id: z.string().describe("The session."),
  backups: z
    .array(z.strictObject({ name: z.string(), created_at: time("When it was made.") }))
    .nullable()
    .describe(
      "Copies of the database that Winnow made since the session was imported, and which still hold its rows; the newest five copies are kept. null: copies of this PostgreSQL database are made elsewhere, and Winnow does not know of them.",
    ),
});
export type Deletion = Answer<typeof deletion>;
