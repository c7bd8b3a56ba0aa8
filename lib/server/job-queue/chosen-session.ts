import * as z from "zod";
import { ACROSS_PROJECTS } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import { visibleProjects } from "../process/caller-context";

/** A session that a job works on, with the title that progress names. */
export const chosenSession = z.object({ id: z.string(), title: z.string() });
export type ChosenSession = z.infer<typeof chosenSession>;

/** The sessions of a job, and the project in which its result is seen. */
export type ChosenSessions = { readonly sessions: ChosenSession[]; readonly project: string };

/**
 * Work over several projects tells each of the others, so that only those may ask for it, and see it, who see all. There must be
 * a session.
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
