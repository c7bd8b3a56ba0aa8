import { getDb } from "../db/get-db";
import { processState } from "../process/process-state";

/** All project ids, in memory, so the gate can check a chosen project without the database. */
const known = () => processState("known-projects", () => new Set<string>());

export const isKnownProject = (id: string): boolean => known().has(id);

/** Reloads the ids, which another process on the same PostgreSQL database may have changed. */
export async function loadProjects(): Promise<void> {
  const rows = await (await getDb()).project.findMany({ select: { id: true } });
  known().clear();
  for (const { id } of rows) known().add(id);
}
