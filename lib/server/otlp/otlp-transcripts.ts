import { getDb } from "../db/get-db";
import { currentProject } from "../process/caller-context";

/** Claude Code names a transcript by the id of its session, which is a UUID. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the transcript of a session of Claude Code is in the project, where its counts would be seen twice. */
export async function hasTranscript(session: string): Promise<boolean> {
  if (!SESSION_ID.test(session)) return false;
  const db = await getDb();
  const found = await db.importedFile.findFirst({
    where: {
      projectId: currentProject(),
      format: "claude-code",
      name: { endsWith: `${session}.jsonl` },
      sessions: { some: {} },
    },
    select: { id: true },
  });
  return found !== null;
}
