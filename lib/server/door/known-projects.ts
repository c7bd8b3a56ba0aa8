import { getDb } from "../db/get-db";
import { processState } from "../process/process-state";

/** The ids of all projects, so that the gate need not wait for the database to tell whether a chosen one is there. */
const known = () => processState("known-projects", () => new Set<string>());

export const isKnownProject = (id: string): boolean => known().has(id);

/** Reads them again. Another process that has the same PostgreSQL database may have made or deleted some. */
export async function loadProjects(): Promise<void> {
  const rows = await (await getDb()).project.findMany({ select: { id: true } });
  known().clear();
  for (const { id } of rows) known().add(id);
}
