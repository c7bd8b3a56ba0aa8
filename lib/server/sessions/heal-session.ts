import { Problem } from "@/lib/api/problem";
import { getDb } from "../db/get-db";
import { derivedPath } from "../files/derived";
import { SectionFile } from "../files/section-file";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { processState } from "../process/process-state";
import { bringDerived } from "../store/shared-derived";
import { readAgain } from "./rebuild";

/**
 * Rebuilds a session's rows and derived file from its raw bytes, because the derived file is damaged or missing.
 * Concurrent calls share the work. 404 if there is no such session; 500 if its raw file is damaged too.
 */
export async function healSession(id: string): Promise<void> {
  const running = processState("healing", () => new Map<string, Promise<void>>());
  const work = running.get(id) ?? asServer(() => heal(id)).finally(() => running.delete(id));
  running.set(id, work);
  return work;
}

async function heal(id: string): Promise<void> {
  const db = await getDb();
  const include = {
    companions: { orderBy: { position: "asc" } },
    sessions: { select: { isExample: true } },
  } as const;
  const file = await db.importedFile.findFirst({ where: { sessions: { some: { id } } }, include });
  if (!file) throw new Problem(404, "no-such-session", "the session was deleted");
  if (await isFetched(id)) return;
  log().warn({ session: id }, "a derived file is damaged; the transcript is read again");
  if (!(await readAgain(file))) throw rawDamaged();
}

/** If machines share a bucket, downloads the file from there, unless it is damaged there too. */
async function isFetched(id: string): Promise<boolean> {
  if (!(await bringDerived(id))) return false;
  const file = await SectionFile.open(derivedPath(PARSER_VERSION, id)).catch(() => null);
  try {
    return (await file?.isWhole()) ?? false;
  } finally {
    await file?.close();
  }
}

/** The bytes differ from the imported ones. Only an import of the original file can repair that. */
export const rawDamaged = (): Problem =>
  new Problem(
    500,
    "raw-damaged",
    "the stored file was changed or damaged: its bytes no longer have the hash that they were stored under. Import the original again to repair it",
  );
