import * as z from "zod";
import { backupsSince } from "./deletion";
import { type Answer, count, named, time } from "./fields";

const name = z.string().trim().min(1).max(100).describe("What people call it; no two projects have the same name.");
const retention_days = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe("Days after which a session is deleted for good, counted from its import; null: never.");

export const projectRow = named(
  "Project",
  "What a group of people works on. Nothing of one project is seen in another.",
  {
    id: z.string(),
    name,
    retention_days,
    created_at: time("When it was made."),
    sessions: count("Sessions in it, those in the bin too."),
    due: count("Sessions that would be deleted now by `retention_days`."),
    may_manage: z.boolean().describe("Whether the caller may rename it and set how long it keeps sessions."),
  },
);
export type ProjectRow = Answer<typeof projectRow>;

/** The answer of GET /api/projects. */
export const projectList = named("ProjectList", "The projects that exist for the caller, by name.", {
  projects: z.array(projectRow),
});
export type ProjectList = Answer<typeof projectList>;

/** Body of POST /api/projects. */
export const projectBody = z.strictObject({ name, retention_days: retention_days.default(null) });

/** Body of PATCH /api/projects/:id. */
export const projectPatch = z
  .strictObject({ name: name.optional(), retention_days: retention_days.optional() })
  .refine((patch) => Object.keys(patch).length > 0, "nothing to change");

/** The answer of DELETE /api/projects/:id. */
export const projectDeletion = named("ProjectDeletion", "A project that was deleted for good.", {
  id: z.string(),
  sessions: count("Sessions that were deleted with it."),
  backups: backupsSince("the project was made"),
});
export type ProjectDeletion = Answer<typeof projectDeletion>;
