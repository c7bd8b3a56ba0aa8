import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { dropStaged, keepBlob, pinBlobs } from "./blobs";
import { groupCompanions } from "./companions";
import { getDb } from "./db/get-db";
import { derivedDir } from "./derived";
import { planRevision, type Replaced, wasDeleted } from "./follow-plan";
import type { FollowedFile, FollowState } from "./follow-state";
import { dropUnusedBlobs, saveImport } from "./import-rows";
import type { FileReport, ImportGroup, StagedFile } from "./import-types";
import { PARSER_VERSION } from "./parser-version";
import { laneFor, runTask } from "./pool";
import { forgetIndex } from "./session-files";
import { dataDir } from "./settings";
import type { ImportOutput } from "./workers/import-task";

type Imported = Extract<ImportOutput, { ok: true }>;

export type RevisionOutcome =
  | { readonly kind: "same" | "duplicate" | "deleted" }
  | { readonly kind: "replaced"; readonly sessions: readonly string[] }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/**
 * Makes the staged content the one revision of a followed session. The whole file is parsed in the worker; rows change
 * in one transaction, and a file that cannot be read leaves the older revision as it is. `staged[0]` is the main file.
 */
export async function importRevision(
  staged: readonly StagedFile[],
  followed: FollowedFile,
  state: FollowState,
  signal: AbortSignal,
): Promise<RevisionOutcome> {
  try {
    const [main] = staged;
    if (!main) throw new Error("a revision needs its main file");
    // Staged names are for people and lose characters; the main file is told by being the first.
    const group = groupCompanions(staged).find((candidate) => candidate.main === main) ?? { main, companions: [] };
    const plan = await planRevision(group, followed, state);
    if (plan.kind === "duplicate") return { kind: "duplicate" };
    if (plan.kind === "same") {
      state.put({ ...plan.followed, signature: followed.signature });
      return { kind: "same" };
    }
    return await replaceRevision(group, plan.followed, plan.replaced, { followed, state, signal });
  } finally {
    for (const file of staged) dropStaged(file);
  }
}

type Work = { readonly followed: FollowedFile; readonly state: FollowState; readonly signal: AbortSignal };

async function replaceRevision(
  group: ImportGroup,
  known: FollowedFile,
  replaced: readonly Replaced[],
  { followed, state, signal }: Work,
): Promise<RevisionOutcome> {
  const all = [group.main, ...group.companions];
  const release = pinBlobs(all.map((file) => file.sha256));
  const outDir = path.join(dataDir(), "incoming", randomUUID());
  try {
    fs.mkdirSync(outDir, { recursive: true });
    const output = await parse(group, known.identity, outDir, signal);
    if (!output.ok) return { kind: "failed", code: output.code, message: output.message };
    if (await wasDeleted(known)) return { kind: "deleted" }; // while it was parsed
    const { sha256 } = group.main;
    const held = replaced.map((row) => row.sha256);
    state.put({ ...known, shas: [...new Set([...held, sha256])], signature: null });
    for (const file of all) keepBlob(file);
    await publish(group, output, outDir, replaced[0]?.createdAt ?? null);
    await dropReplaced(replaced);
    state.put({ ...known, shas: [sha256], signature: followed.signature });
    return { kind: "replaced", sessions: output.sessions.map((session) => session.id) };
  } finally {
    fs.rmSync(outDir, { recursive: true, force: true });
    release();
  }
}

async function parse(group: ImportGroup, identity: string, outDir: string, signal: AbortSignal): Promise<ImportOutput> {
  const all = [group.main, ...group.companions];
  const files = all.map(({ name, sha256, bytes, path }) => ({ name, sha256, bytes, path }));
  const lane = laneFor(files.reduce((sum, file) => sum + file.bytes, 0));
  return runTask({ kind: "import", input: { files, outDir, identity } }, { lane, signal });
}

/**
 * Derived files first, rows at once after; when the rows fail the older files come back. Between the two a reader may
 * see the newer files with the older row, and a crash there is mended by the next look, since nothing noted the import.
 */
async function publish(group: ImportGroup, output: Imported, outDir: string, createdAt: Date | null): Promise<void> {
  const swaps = output.sessions.map((session) => new Swap(path.join(outDir, session.id), session.id));
  try {
    for (const swap of swaps) swap.forward();
    await saveImport(group, output, reportOf(group, output), { ...(createdAt && { createdAt }) });
  } catch (error) {
    for (const swap of swaps.toReversed()) swap.back();
    throw error;
  } finally {
    for (const { id } of output.sessions) forgetIndex({ id, parserVersion: PARSER_VERSION });
  }
}

/** Exchanges the derived files of one session; what stood there before goes with the import's own folder. */
class Swap {
  readonly #target: string;
  readonly #aside: string;
  #hadOlder = false;
  #isDone = false;

  constructor(
    readonly source: string,
    readonly id: string,
  ) {
    this.#target = derivedDir(PARSER_VERSION, id);
    this.#aside = `${source}.older`;
  }

  forward(): void {
    fs.mkdirSync(path.dirname(this.#target), { recursive: true });
    this.#hadOlder = fs.existsSync(this.#target);
    if (this.#hadOlder) fs.renameSync(this.#target, this.#aside);
    try {
      fs.renameSync(this.source, this.#target);
      this.#isDone = true;
    } catch (error) {
      if (this.#hadOlder) fs.renameSync(this.#aside, this.#target);
      throw error;
    }
    forgetIndex({ id: this.id, parserVersion: PARSER_VERSION });
  }

  back(): void {
    if (!this.#isDone) return;
    fs.renameSync(this.#target, this.source);
    if (this.#hadOlder) fs.renameSync(this.#aside, this.#target);
  }
}

/** Older file rows, sessions that the new revision has no more, and bytes that nothing names. */
async function dropReplaced(replaced: readonly Replaced[]): Promise<void> {
  const ids = replaced.map((row) => row.id);
  const db = await getDb();
  const gone = await db.$transaction(async (transaction) => {
    const where = { fileId: { in: ids } };
    const sessions = await transaction.session.findMany({ where, select: { id: true, parserVersion: true } });
    await transaction.importedFile.deleteMany({ where: { id: { in: ids } } });
    return sessions;
  });
  for (const { id, parserVersion } of gone) {
    forgetIndex({ id, parserVersion });
    await rm(derivedDir(parserVersion, id), { recursive: true, force: true });
  }
  await dropUnusedBlobs(replaced.flatMap((row) => [row.sha256, ...row.companions.map(({ sha256 }) => sha256)]));
}

function reportOf({ main }: ImportGroup, output: Imported): FileReport {
  const { pendingBytes, ...rows } = output.rows;
  return {
    file_name: main.name,
    sha256: main.sha256,
    bytes: main.bytes,
    format: output.format,
    detected_by: output.detectedBy,
    duplicate: false,
    sessions: output.sessions.map((session) => session.id),
    rows: { ...rows, pending_bytes: pendingBytes },
    issues: output.issues.map(({ byteOffset, ...issue }) => ({ ...issue, byte_offset: byteOffset })),
    error: null,
  };
}
