import * as z from "zod";
import { type Answer, named, time } from "./fields";

/** The database backups that still hold deleted data. */
export const backupsSince = (what: string) =>
  z
    .array(z.strictObject({ name: z.string(), created_at: time("When it was made.") }))
    .nullable()
    .describe(
      `Copies of the database that Winnow made since ${what}, and which still hold its rows; the newest five copies are kept. null: copies of this PostgreSQL database are made elsewhere, and Winnow does not know of them.`,
    );

/** The answer of DELETE /api/sessions/:id. */
export const deletion = named("Deletion", "What was deleted for good.", {
  id: z.string().describe("The session."),
  files: z
    .enum(["gone", "left"])
    .describe(
      "Where its files are. left: the session is gone, but disk or object store did not answer; its files are removed once they do.",
    ),
  backups: backupsSince("the session was imported"),
});
export type Deletion = Answer<typeof deletion>;
