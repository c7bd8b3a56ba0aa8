import * as z from "zod";
import { ACROSS_PROJECTS } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import { visibleProjects } from "../process/caller-context";

/** A session of a job, with the title for progress. */
export const chosenSession = z.object({ id: z.string(), title: z.string() });
export type ChosenSession = z.infer<typeof chosenSession>;

/** The sessions of a job, and the project that owns the result. */
export type ChosenSessions = { readonly sessions: ChosenSession[]; readonly project: string };

/**
 * Work over several projects belongs to no single project, so only callers who see all of them may start it and see its
 * result. There must be a session.
 */
export function withProject(found: readonly (ChosenSession & { readonly projectId: string })[]): ChosenSessions {
  const [project = ACROSS_PROJECTS, other] = new Set(found.map(({ projectId }) => projectId));
  if (other !== undefined && visibleProjects() !== "all")
    throw new Problem(422, "several-projects", "the sessions are of several projects; name one: X-Winnow-Project");
  return {
    sessions: found.map(({ id, title }) => ({ id, title })),
    project: other === undefined ? project : ACROSS_PROJECTS,
  };
}
