import * as z from "zod";
import { type Answer, bytes, count, named, time } from "./fields";

export const backup = named("Backup", "A backup of the database.", {
  name: z.string().describe("For POST /api/library/restore."),
  bytes: bytes("The copy."),
  created_at: time("When it was made."),
});
export type Backup = Answer<typeof backup>;

/** The answer to GET /api/library. */
export const libraryState = named("LibraryState", "The state of the library.", {
  database: z.enum(["ok", "damaged"]),
  problems: z.array(z.string()).describe("The findings of a damaged database's check, in SQLite's words."),
  missing: z
    .strictObject({
      files: count("How many."),
      names: z.array(z.string()).describe("The first five of their names; only for server admins."),
    })
    .describe("Imported files missing from the library."),
  backups: z.array(backup).describe("Backups of the database, newest first; only for server admins."),
});
export type LibraryState = Answer<typeof libraryState>;

/** Body of POST /api/library/restore. */
export const restoreBody = z
  .strictObject({
    backup: z
      .string()
      .max(200)
      .nullable()
      .default(null)
      .describe("The name of a backup; null: the newest one that passes the check."),
  })
  .meta({ id: "RestoreBody" });

/** The answer to POST /api/library/restore. */
export const restoreAnswer = named("RestoreAnswer", "The restored backup.", {
  backup,
  library: libraryState,
});

/** The answer to GET /api/health. */
export const health = named("Health", "The process responds.", { status: z.literal("ok") });

const check = z.enum(["ok", "failed"]);

/** The answer to GET /api/ready. */
export const readiness = named("Readiness", "Whether all parts of the server work now.", {
  status: z.enum(["ready", "not-ready"]),
  checks: z.strictObject({
    database: check.describe("A row was written and removed."),
    storage: check.describe("A file of 256 KB was written to the data directory and removed."),
    worker: check.describe("A worker thread counted a word."),
  }),
});
export type Readiness = Answer<typeof readiness>;
