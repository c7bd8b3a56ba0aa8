import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Caller, callerOfScopes, SCOPES, type Scope } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import { type ApiKeyJson, type KeyList, keyBody } from "@/lib/api/schemas/keys";
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

/** Prefix of all keys, so that leaked keys are easy to recognise. */
const PREFIX = "wnw_";
const HINT_LENGTH = 8;
/** Maximum number of keys per server, including revoked ones. */
const MAX_KEYS = 1_000;
/** Milliseconds between two writes of a key's last use. */
const USE_MS = 60_000;

type Stored = Awaited<ReturnType<Db["apiKey"]["create"]>>;
type Held = { readonly caller: Caller; readonly id: string; usedAt: number };

/** Active keys by hash, in memory, because the gate must not wait for the database. */
const held = () => processState("api-keys", () => new Map<string, Held>());

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");
const scopesOf = ({ scopes }: Stored): Scope[] => SCOPES.filter((scope) => scopes.split(" ").includes(scope));

/** Reloads active keys and projects, which another process on the same PostgreSQL database may have changed. */
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

/** Listeners re-query the gate and the database, so notify them only of real changes. */
function haveSameRights(before: ReadonlyMap<string, Held>, now: ReadonlyMap<string, Held>): boolean {
  const isSame = ([hash, { caller }]: [string, Held]) =>
    JSON.stringify(before.get(hash)?.caller) === JSON.stringify(caller);
  return before.size === now.size && [...now].every(isSame);
}

const callerOf = (row: Stored): Caller => callerOfScopes({ kind: "key", id: row.id }, scopesOf(row), row.projectId);

/** The owner of a key; null if the key is unknown or revoked. Records the use. */
export function callerOfKey(key: string): Caller | null {
  const known = held().get(hashOf(key));
  if (!known) return null;
  const now = Date.now();
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
    log().warn("the time of last use of a key could not be written");
  }
}

/** GET /api/keys. */
export async function listKeys(): Promise<KeyList> {
  const rows = await (await getDb()).apiKey.findMany({ orderBy: [{ createdAt: "desc" }, { id: "asc" }] });
  return { keys: rows.map(toJson), required: isExposed() };
}

/** POST /api/keys: makes a key of 256 random bits and stores only its hash. */
export async function makeKey(body: Uint8Array): Promise<ApiKeyJson & { readonly key: string }> {
  const parsed = checkJson(keyBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const db = await getDb();
  if ((await db.apiKey.count()) >= MAX_KEYS)
    throw new Problem(422, "too-many-keys", `a server may have at most ${MAX_KEYS} keys`);
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

/** DELETE /api/keys/:id: revokes the key. Its row stays, so its use remains traceable. */
export async function revokeKey(id: string): Promise<void> {
  const db = await getDb();
  await withReserve(() =>
    db.$transaction(async (transaction) => {
      const where = { id, revokedAt: null };
      const { count } = await transaction.apiKey.updateMany({ where, data: { revokedAt: new Date() } });
      if (count === 0) throw new Problem(404, "no-such-key", "there is no active key with that id");
      await audit({ action: "key-revoked", subject: id }, transaction);
    }),
  );
  await keysChanged();
}

/** Applies the change on every server immediately. */
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
