import * as z from "zod";
import { type Answer, bytes, count, named, time } from "./fields";

export const backup = named("Backup", "A copy of the database.", {
  name: z.string().describe("For POST /api/library/restore."),
  bytes: bytes("The copy."),
  created_at: time("When it was made."),
});
export type Backup = Answer<typeof backup>;

/** The answer of GET /api/library. */
export const libraryState = named("LibraryState", "Whether the library is in order.", {
  database: z.enum(["ok", "damaged"]),
  problems: z.array(z.string()).describe("What the check of a damaged database found, in SQLite's words."),
  missing: z
    .strictObject({
      files: count("How many."),
      names: z.array(z.string()).describe("The first five of their names; told to admins of the server alone."),
    })
    .describe("Imported files that the library does not show."),
  backups: z.array(backup).describe("Copies of the database, newest first; told to admins of the server alone."),
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
      .describe("The name of a copy; null: the newest one that passes the check."),
  })
  .meta({ id: "RestoreBody" });

/** The answer of POST /api/library/restore. */
export const restoreAnswer = named("RestoreAnswer", "The copy that was put in the place of the database.", {
  backup,
  library: libraryState,
});

/** The answer of GET /api/health. */
export const health = named("Health", "The process answers.", { status: z.literal("ok") });

const check = z.enum(["ok", "failed"]);

/** The answer of GET /api/ready. */
export const readiness = named("Readiness", "Whether it can do all that it promises now.", {
  status: z.enum(["ready", "not-ready"]),
  checks: z.strictObject({
    database: check.describe("A row was written and taken back."),
    storage: check.describe("A file of 256 KB was written to the data directory and taken back."),
    worker: check.describe("A worker thread counted a word."),
  }),
});
export type Readiness = Answer<typeof readiness>;
