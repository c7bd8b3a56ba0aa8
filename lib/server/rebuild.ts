import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { blobPath } from "./blobs";
import { getDb } from "./db/get-db";
import { followState } from "./follow-state";
import { importFiles } from "./import-files";
import type { StagedFile } from "./import-types";
import { log } from "./log";
import { PARSER_VERSION } from "./parser-version";
import { dataDir } from "./settings";

/**
 * Reads every file again that an older parser read: the raw bytes are the truth, rows and derived files are not. One
 * after the other, in the bulk lane; until its turn comes a session shows what the older parser made of it, and so it
 * stays when the new one refuses the file. Returns how many were rebuilt.
 */
export async function rebuildOutdated(): Promise<number> {
  const db = await getDb();
  const outdated = await db.importedFile.findMany({
    where: { parserVersion: { not: PARSER_VERSION } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { companions: { orderBy: { position: "asc" } }, sessions: { select: { isExample: true } } },
  });
  let rebuilt = 0;
  for (const file of outdated) {
    const staged = [file, ...file.companions].map(stageAgain);
    const isExample = file.sessions.some((session) => session.isExample);
    const identity = followState().identityOf(file.sha256);
    const context = { isExample, createdAt: file.createdAt, ...(identity !== undefined && { identity }) };
    const [report] = await importFiles(staged, context);
    if (report && !report.error) rebuilt += 1;
    else log().warn({ file: file.id, code: report?.error?.code }, "a file could not be read again");
  }
  return rebuilt;
}

/** A second name for the same bytes: the import moves or removes what it is given. */
function stageAgain({ sha256, bytes, name }: { sha256: string; bytes: number; name: string }): StagedFile {
  const target = path.join(dataDir(), "incoming", randomUUID());
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.linkSync(blobPath(sha256), target);
  return { path: target, sha256, bytes, name };
}
