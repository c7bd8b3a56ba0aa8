import { getDb } from "../db/get-db";
import { importFiles } from "../ingest/import-files";
import { isWholeBlob, stageAgain } from "../objects/blobs";
import { asServer, inProject } from "../process/caller-context";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { followState } from "../store/follow-state";

/**
 * Re-reads every file that an older parser read: rows and derived files only derive from the raw bytes. One file at a
 * time, in the bulk lane. Until then, or if the new parser refuses the file, a session shows the older parser's result.
 * Returns how many were rebuilt.
 */
export const rebuildOutdated = (): Promise<number> => asServer(rebuildAll);

async function rebuildAll(): Promise<number> {
  const db = await getDb();
  const outdated = await db.importedFile.findMany({
    where: { parserVersion: { not: PARSER_VERSION } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { companions: { orderBy: { position: "asc" } }, sessions: { select: { isExample: true } } },
  });
  let rebuilt = 0;
  for (const file of outdated) {
    if (await readAgain(file)) rebuilt += 1;
  }
  return rebuilt;
}

export type StoredFile = {
  readonly id: string;
  readonly projectId: string;
  readonly sha256: string;
  readonly name: string;
  readonly bytes: number;
  readonly createdAt: Date;
  /** The base of the session ids, if not the file's hash. */
  readonly identity: string | null;
  readonly companions: readonly { readonly sha256: string; readonly name: string; readonly bytes: number }[];
  readonly sessions: readonly { readonly isExample: boolean }[];
};

/**
 * Rebuilds rows and derived file of one imported file from its raw bytes. If these are damaged or the parser refuses
 * them, logs that, changes nothing and returns false.
 */
export async function readAgain(file: StoredFile): Promise<boolean> {
  const files = [file, ...file.companions];
  for (const { sha256 } of files)
    if (!(await isWholeBlob(sha256))) {
      log().warn({ file: file.id, sha256 }, "a raw file is damaged or gone, so it cannot be read again");
      return false;
    }
  const isExample = file.sessions.some((session) => session.isExample);
  const identity = followState().identityOf(file.sha256, file.projectId) ?? file.identity ?? undefined;
  const staged = await Promise.all(files.map(stageAgain)).catch(unlessGone);
  if (!staged) return false;
  const [report] = await inProject(file.projectId, () =>
    importFiles(staged, {
      isExample,
      createdAt: file.createdAt,
      keepsDeletions: true,
      refusesDeleted: true,
      isAgain: true,
      ...(identity !== undefined && { identity }),
    }),
  );
  if (report && !report.error) return true;
  log().warn({ file: file.id, code: report?.error?.code }, "a file could not be read again");
  return false;
}

/** A session may be deleted at any moment, along with its bytes. */
function unlessGone(error: unknown): null {
  if ((error as { code?: string }).code === "ENOENT") return null;
  throw error;
}
