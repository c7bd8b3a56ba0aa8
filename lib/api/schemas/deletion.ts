import * as z from "zod";
import { type Answer, named, time } from "./fields";

/** The database backups that still contain deleted data. */
export const backupsSince = (what: string) =>
  z
    .array(z.strictObject({ name: z.string(), created_at: time("When it was made.") }))
    .nullable()
    .describe(
      `Backups of the database made by Winnow since ${what} that still hold its rows; the newest five are kept. null: this PostgreSQL database is backed up elsewhere, unknown to Winnow.`,
    );

/** The answer to DELETE /api/sessions/:id. */
export const deletion = named("Deletion", "What was deleted for good.", {
  id: z.string().describe("The session."),
  files: z
    .enum(["gone", "left"])
    .describe(
      "The state of its files. left: the session is gone, but disk or object store did not respond; its files are removed once they do.",
    ),
  backups: backupsSince("the session was imported"),
});
export type Deletion = Answer<typeof deletion>;
