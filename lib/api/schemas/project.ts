import * as z from "zod";
import { backupsSince } from "./deletion";
import { type Answer, count, named, time } from "./fields";

const name = z.string().trim().min(1).max(100).describe("Its name, unique among projects.");
const retention_days = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe("Days from its import until a session is deleted for good; null: never.");

export const projectRow = named("Project", "A group's shared work. Projects are isolated from each other.", {
  id: z.string(),
  name,
  retention_days,
  created_at: time("When it was made."),
  sessions: count("Its sessions, including the bin."),
  due: count("Sessions that `retention_days` would delete now."),
  may_manage: z.boolean().describe("Whether the caller may rename it and set its retention period."),
});
export type ProjectRow = Answer<typeof projectRow>;

/** The answer to GET /api/projects. */
export const projectList = named("ProjectList", "The caller's projects, by name.", {
  projects: z.array(projectRow),
});
export type ProjectList = Answer<typeof projectList>;

/** Body of POST /api/projects. */
export const projectBody = z.strictObject({ name, retention_days: retention_days.default(null) });

/** Body of PATCH /api/projects/:id. */
export const projectPatch = z
  .strictObject({ name: name.optional(), retention_days: retention_days.optional() })
  .refine((patch) => Object.keys(patch).length > 0, "nothing to change");

/** The answer to DELETE /api/projects/:id. */
export const projectDeletion = named("ProjectDeletion", "A project deleted for good.", {
  id: z.string(),
  sessions: count("Sessions deleted with it."),
  backups: backupsSince("the project was made"),
});
export type ProjectDeletion = Answer<typeof projectDeletion>;
