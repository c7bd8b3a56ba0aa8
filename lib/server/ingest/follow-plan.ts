import { createHash } from "node:crypto";
import { getDb } from "../db/get-db";
import { currentProject } from "../process/caller-context";
import { PARSER_VERSION } from "../process/parser-version";
import { listDeletions } from "../store/deleted-sessions";
import type { FollowedFile, FollowState } from "../store/follow-state";
import { noteKey, readImportNote } from "../store/import-notes";
import type { ImportGroup } from "../store/import-types";
import { hashPrefix } from "./follow-tail";

/** A row of the library that the new revision replaces. */
export type Replaced = {
  readonly sha256: string;
  readonly createdAt: Date;
};
export type Plan =
  | { readonly kind: "same"; readonly followed: FollowedFile }
  /** Another followed file already has this content. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "import"; readonly followed: FollowedFile; readonly replaced: readonly Replaced[] };

/** The state of a newly followed file. Its ids derive from its root and path. */
export const firstFollowed = (root: string, path: string): FollowedFile => ({
  project: currentProject(),
  root,
  path,
  identity: createHash("sha256").update(`${root}\n${path}`).digest("hex"),
  shas: [],
  signature: null,
});

/**
 * True for a followed session that a person deleted; it stays deleted until following is turned on again. A session
 * whose rows were lost with the database still has its import note and does not count.
 */
export async function wasDeleted({ shas }: FollowedFile): Promise<boolean> {
  const db = await getDb();
  if (shas.length === 0 || (await db.importedFile.count({ where: { sha256: { in: shas } } })) > 0) return false;
  const notes = shas.flatMap((sha) => readImportNote(noteKey(sha, currentProject())) ?? []);
  if (notes.length === 0) return true;
  const deleted = await listDeletions(); // files of a deleted session may be left for later
  return notes.every(({ sessions }) => sessions.length > 0 && sessions.every((id) => deleted.has(id)));
}

/** Decides how to import new content of a file, from the library's version of that file. */
export async function planRevision(group: ImportGroup, followed: FollowedFile, state: FollowState): Promise<Plan> {
  const sha = group.main.sha256;
  if (!followed.shas.includes(sha) && state.holderOf(sha, followed)) return { kind: "duplicate" };
  const known = followed.shas.length > 0 ? followed : await adopt(group, followed, state);
  const db = await getDb();
  const replaced = await db.importedFile.findMany({
    where: { sha256: { in: [...known.shas] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { sha256: true, createdAt: true },
  });
  const isAlone = replaced.every((row) => row.sha256 === sha);
  return isAlone && (await isComplete(group, known))
    ? { kind: "same", followed: known }
    : { kind: "import", followed: known, replaced };
}

/** If the file was imported by hand before, takes over that import's identity, so the session keeps its ids and URL. */
async function adopt(group: ImportGroup, followed: FollowedFile, state: FollowState): Promise<FollowedFile> {
  const { name, sha256, bytes, path } = group.main;
  const db = await getDb();
  const rows = await db.importedFile.findMany({
    where: { OR: [{ sha256 }, { name, bytes: { gt: 0, lt: bytes } }] },
    orderBy: [{ bytes: "desc" }, { createdAt: "asc" }, { id: "asc" }],
    select: { sha256: true, bytes: true, identity: true },
  });
  for (const row of rows) {
    if (state.holderOf(row.sha256, followed)) continue;
    if (row.sha256 === sha256 || (await hashPrefix(path, row.bytes)) === row.sha256)
      return { ...followed, identity: row.identity ?? row.sha256, shas: [row.sha256] };
  }
  return followed;
}

/** True if the library has exactly this content, including the companions. */
async function isComplete(group: ImportGroup, known: FollowedFile): Promise<boolean> {
  const { sha256 } = group.main;
  if (!known.shas.includes(sha256)) return false;
  const db = await getDb();
  const row = await db.importedFile.findUnique({
    where: {
      projectId_sha256_parserVersion: { projectId: currentProject(), sha256, parserVersion: PARSER_VERSION },
    },
    select: { companions: { select: { sha256: true } } },
  });
  if (!row) return false;
  const held = new Set(row.companions.map((companion) => companion.sha256));
  const now = new Set(group.companions.map((companion) => companion.sha256));
  return held.size === now.size && [...now].every((sha) => held.has(sha));
}
