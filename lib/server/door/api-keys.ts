import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Caller, callerOfScopes } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import { type ApiKeyJson, type KeyList, keyBody, SCOPES, type Scope } from "@/lib/api/schemas/keys";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { audit } from "../audit/audit";
import { type Db, getDb } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { accessChanged } from "../people/access-changes";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { isExposed } from "../process/settings";
import { tell } from "../replicas/channel";
import { parseJsonBody } from "../workers/parse-json";
import { loadProjects } from "./known-projects";

/** Keys begin so, so that they are recognised where they should not be. */
const PREFIX = "wnw_";
const HINT_LENGTH = 8;
/** Keys that one server may have, revoked ones too. */
const MAX_KEYS = 1_000;
/** The time of the last use is written at most so often. */
const USE_MS = 60_000;

type Stored = Awaited<ReturnType<Db["apiKey"]["create"]>>;
type Held = { readonly caller: Caller; readonly id: string; usedAt: number };

/** The keys in use, by their hash: a request is checked before anything can wait for the database. */
const held = () => processState("api-keys", () => new Map<string, Held>());

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");
const scopesOf = ({ scopes }: Stored): Scope[] => SCOPES.filter((scope) => scopes.split(" ").includes(scope));

/** Reads the keys in use and the projects again. Another process that has the same PostgreSQL database may have changed them. */
export const loadKeys = (): Promise<void> => asServer(readKeys);

async function readKeys(): Promise<void> {
  await loadProjects();
  const rows = await (await getDb()).apiKey.findMany({ where: { revokedAt: null } });
  const keys = held();
  const before = new Map(keys);
  keys.clear();
  for (const row of rows)
    keys.set(row.hash, { id: row.id, caller: callerOf(row), usedAt: before.get(row.hash)?.usedAt ?? 0 });
  if (!haveSameRights(before, keys)) accessChanged();
}

/** Whoever listens for changes asks the gate and the database again, which is not needed every few seconds. */
function haveSameRights(before: ReadonlyMap<string, Held>, now: ReadonlyMap<string, Held>): boolean {
  const isSame = ([hash, { caller }]: [string, Held]) =>
    JSON.stringify(before.get(hash)?.caller) === JSON.stringify(caller);
  return before.size === now.size && [...now].every(isSame);
}

const callerOf = (row: Stored): Caller => callerOfScopes({ kind: "key", id: row.id }, scopesOf(row), row.projectId);

/** Who has a key; null for one that is unknown or revoked. Notes the use. */
export function callerOfKey(key: string, now: number = Date.now()): Caller | null {
  const known = held().get(hashOf(key));
  if (!known) return null;
  if (now - known.usedAt >= USE_MS) {
    known.usedAt = now;
    void noteUse(known.id, new Date(now));
  }
  return known.caller;
}

async function noteUse(id: string, lastUsedAt: Date): Promise<void> {
  try {
    await (await getDb()).apiKey.update({ where: { id }, data: { lastUsedAt } });
  } catch {
    log().warn("when a key was used last could not be written");
  }
}

/** GET /api/keys. */
export async function listKeys(): Promise<KeyList> {
  const rows = await (await getDb()).apiKey.findMany({ orderBy: [{ createdAt: "desc" }, { id: "asc" }] });
  return { keys: rows.map(toJson), required: isExposed() };
}

/** POST /api/keys: makes a key of 256 random bits. Only its hash is kept. */
export async function makeKey(body: Uint8Array): Promise<ApiKeyJson & { readonly key: string }> {
  const parsed = checkJson(keyBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const db = await getDb();
  if ((await db.apiKey.count()) >= MAX_KEYS)
    throw new Problem(422, "too-many-keys", `a server may have ${MAX_KEYS} keys`);
  const { project } = parsed.data;
  if (project !== null && (await db.project.count({ where: { id: project } })) === 0)
    throw new Problem(422, "no-such-project", "there is no project with that id", {
      errors: [{ pointer: "$.project", detail: "see GET /api/projects" }],
    });
  const key = PREFIX + randomBytes(32).toString("base64url");
  const { name } = parsed.data;
  const scopes = SCOPES.filter((scope) => parsed.data.scopes.includes(scope)).join(" ");
  const data = {
    id: `key_${randomUUID()}`,
    name,
    hash: hashOf(key),
    hint: key.slice(0, HINT_LENGTH),
    scopes,
    projectId: project,
  };
  const row = await withReserve(() =>
    db.$transaction(async (transaction) => {
      const made = await transaction.apiKey.create({ data });
      await audit({ action: "key-made", subject: made.id, projectId: project, detail: scopes }, transaction);
      return made;
    }),
  );
  await keysChanged();
  return { ...toJson(row), key };
}

/** DELETE /api/keys/:id: the key opens nothing from now on; its row stays, so that its use stays traceable. */
export async function revokeKey(id: string): Promise<void> {
  const db = await getDb();
  await withReserve(() =>
    db.$transaction(async (transaction) => {
      const where = { id, revokedAt: null };
      const { count } = await transaction.apiKey.updateMany({ where, data: { revokedAt: new Date() } });
      if (count === 0) throw new Problem(404, "no-such-key", "there is no such key in use");
      await audit({ action: "key-revoked", subject: id }, transaction);
    }),
  );
  await keysChanged();
}

/** Every server knows it at once. */
export async function keysChanged(): Promise<void> {
  await loadKeys();
  await tell("access");
}

const toJson = (row: Stored): ApiKeyJson => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: scopesOf(row),
  project: row.projectId,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});
