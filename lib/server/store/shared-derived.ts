import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { getDb } from "../db/get-db";
import { derivedPath } from "../files/derived";
import { bringFile, listSent, sendFile, sharedBucket } from "../objects/shared-files";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";

/**
 * Derived files if machines share a bucket: each import uploads its sessions' files before rows refer to them, and
 * machines download them on reading. Every import creates a file row with a new id, which distinguishes the states of a
 * session's derived file: `derived/<parser version>/<session>/<file row>`.
 */
export type DerivedState = { readonly id: string; readonly parserVersion: number; readonly fileId: string };

const nameOf = ({ id, parserVersion, fileId }: DerivedState) => `derived/${parserVersion}/${id}/${fileId}`;
const select = { id: true, parserVersion: true, fileId: true } as const;

/** By session: the state of this machine's file, and a stamp of the file, which another process may replace. */
type Copy = { readonly fileId: string; readonly stamp: string };
const copies = () => processState("derived-copies", () => new Map<string, Copy>());

async function stampOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}

async function noteCopy({ id, parserVersion, fileId }: DerivedState): Promise<void> {
  const stamp = await stampOf(derivedPath(parserVersion, id));
  if (stamp !== null) copies().set(id, { fileId, stamp });
}

/**
 * Saves an import whose derived files are in `folder`: `save` moves them into place and writes rows, with the given id
 * for the file row.
 */
export async function saveDerived(
  ids: readonly string[],
  folder: string,
  save: (fileId: string) => Promise<void>,
): Promise<void> {
  const fileId = `file_${randomUUID()}`;
  const bucket = sharedBucket();
  if (bucket === null) return save(fileId);
  const states = ids.map((id) => ({ id, parserVersion: PARSER_VERSION, fileId }));
  const older = await (await getDb()).session.findMany({ where: { id: { in: [...ids] } }, select });
  try {
    for (const state of states) await sendFile(bucket, nameOf(state), path.join(folder, state.id));
    await save(fileId);
  } catch (error) {
    await dropStates(states);
    throw error;
  }
  for (const state of states) await noteCopy(state);
  await dropStates(older);
}

/** Removes states to which rows no longer refer. If the store does not respond, `sweepShared` removes them later. */
export async function dropStates(states: readonly DerivedState[]): Promise<void> {
  const bucket = sharedBucket();
  if (bucket === null) return;
  try {
    for (const state of states) await bucket.remove(nameOf(state));
  } catch (error) {
    log().warn({ name: (error as Error).name }, "derived files stay in the bucket until the next start");
  }
}

/** Makes this machine's file match this state, if the bucket has that state. Without a bucket it always does. */
export async function makeCurrent(state: DerivedState): Promise<void> {
  const bucket = sharedBucket();
  if (bucket === null) return;
  const file = derivedPath(state.parserVersion, state.id);
  const copy = copies().get(state.id);
  if (copy?.fileId === state.fileId && copy.stamp === (await stampOf(file))) return;
  const running = processState("derived-coming", () => new Map<string, Promise<boolean>>());
  const name = nameOf(state);
  const coming = running.get(name) ?? bringFile(bucket, name, file).finally(() => running.delete(name));
  running.set(name, coming);
  if (await coming) return noteCopy(state);
  // Meanwhile, another reader may have had it rebuilt, which creates a new state and removes this one.
  const row = await (await getDb()).session.findUnique({ where: { id: state.id }, select });
  if (row !== null && nameOf(row) !== name) return makeCurrent(row);
  await rm(file, { force: true }); // whoever reads it then has it rebuilt
}

/** Downloads a session's derived file, replacing this machine's; false if there is none. */
export async function bringDerived(id: string): Promise<boolean> {
  if (sharedBucket() === null) return false;
  const row = await (await getDb()).session.findUnique({ where: { id }, select });
  if (row === null) return false;
  copies().delete(id);
  await makeCurrent(row);
  return copies().has(id);
}

/** Drops files of this machine that do not match the rows, after another process announced a change. */
export async function dropStale(ids: readonly string[]): Promise<void> {
  const held = ids.filter((id) => copies().has(id));
  if (held.length === 0) return;
  const rows = await (await getDb()).session.findMany({ where: { id: { in: held } }, select });
  const current = new Map(rows.map((row) => [row.id, row.fileId]));
  for (const id of held) {
    if (copies().get(id)?.fileId === current.get(id)) continue;
    copies().delete(id);
    await rm(derivedPath(PARSER_VERSION, id), { force: true });
  }
}

/** Drops all files of this machine, if others' changes are unknown. */
export async function dropCopies(): Promise<void> {
  if (sharedBucket() === null) return;
  copies().clear();
  await rm(path.join(dataDir(), "derived"), { recursive: true, force: true });
}

/** Younger files may belong to an import whose rows are not written yet. */
const SETTLED_MS = 60 * 60_000;

/** Removes leftovers of killed imports from the bucket. Returns how many files. */
export async function sweepShared(): Promise<number> {
  const bucket = sharedBucket();
  if (bucket === null) return 0;
  const settled = Date.now() - SETTLED_MS;
  const sent = (await listSent(bucket, "derived")).filter(({ changedAt }) => (changedAt?.getTime() ?? 0) <= settled);
  const rows = await (await getDb()).session.findMany({ select });
  const named = new Set(rows.map(nameOf));
  const unnamed = sent.filter(({ name }) => !named.has(name));
  for (const { name } of unnamed) await bucket.remove(name);
  return unnamed.length;
}
