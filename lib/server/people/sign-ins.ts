import { createHash, randomBytes, randomUUID } from "node:crypto";
import { getDb, type Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { tell } from "../replicas/channel";
import { accessChanged } from "./access-changes";
import type { Claims } from "./oidc-flow";
import { type KnownPerson, keepPerson, personOf } from "./people";
import { expiryOf, LONGEST_MS, USE_MS } from "./sign-in-life";

export type KnownSignIn = {
  readonly id: string;
  readonly person: KnownPerson;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** How long a looked-up token is trusted; `forgetSignIns` ends that immediately, on every server. */
const FRESH_MS = 5_000;
const MAX_HELD = 10_000;

type Held = { readonly signIn: KnownSignIn | null; readonly readAt: number };
type State = { held: Map<string, Held>; usedAt: Map<string, number>; generation: number };
const state = () => processState("sign-ins", (): State => ({ held: new Map(), usedAt: new Map(), generation: 0 }));

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export type NewSignIn = {
  readonly claims: Claims;
  /** State of the finished flow. */
  readonly state: string;
  readonly client: string | null;
  readonly address: string | null;
};

/**
 * Signs a person in with a token of 256 random bits, of which only the hash is stored. Null if any server already used
 * this state. `note` runs in the same transaction.
 */
export async function makeSignIn(
  { claims, state: sent, client, address }: NewSignIn,
  note: (transaction: Transaction, person: KnownPerson) => Promise<void> = async () => {},
): Promise<{ readonly token: string; readonly person: KnownPerson } | null> {
  const now = new Date();
  const token = randomBytes(32).toString("base64url");
  const stateHash = hashOf(sent);
  const db = await getDb();
  if ((await db.signIn.count({ where: { stateHash } })) > 0) return null;
  try {
    const person = await withReserve(() =>
      db.$transaction(async (transaction) => {
        const row = await keepPerson(transaction, claims, now);
        const times = { createdAt: now, lastSeenAt: now, expiresAt: expiryOf(now, now) };
        const id = `signin_${randomUUID()}`;
        const data = { id, personId: row.id, tokenHash: hashOf(token), stateHash, client, address, ...times };
        await transaction.signIn.create({ data });
        const known = personOf(row);
        await note(transaction, known);
        return known;
      }),
    );
    await forgetSignIns(); // an open page of this person gets the new name and rights
    return { token, person };
  } catch (error) {
    if ((await db.signIn.count({ where: { stateHash } })) > 0) return null; // another server used this sign-in first
    throw error;
  }
}

/**
 * The person signed in with a token; null if there is none. Returns a value if it was read recently, so most
 * requests do not wait; otherwise a promise.
 */
export function findSignIn(token: string): KnownSignIn | null | Promise<KnownSignIn | null> {
  const now = Date.now();
  const hash = hashOf(token);
  const held = state().held.get(hash);
  // A clock that was set back must not extend the cached time.
  if (held && Math.abs(now - held.readAt) < FRESH_MS) return inLife(held.signIn, now);
  return readSignIn(hash, now);
}

const inLife = (signIn: KnownSignIn | null, now: number): KnownSignIn | null =>
  signIn && signIn.expiresAt.getTime() > now ? signIn : null;

async function readSignIn(tokenHash: string, now: number): Promise<KnownSignIn | null> {
  const { generation } = state();
  const row = await (await getDb()).signIn.findUnique({
    where: { tokenHash },
    include: { person: { include: { memberships: { select: { projectId: true, role: true } } } } },
  });
  const isOpen = row !== null && row.revokedAt === null && row.expiresAt.getTime() > now;
  const { id, createdAt } = row ?? {};
  const signIn =
    isOpen && id && createdAt ? { id, createdAt, expiresAt: row.expiresAt, person: personOf(row.person) } : null;
  // A result read during a revocation is not cached.
  if (signIn && generation === state().generation) remember(tokenHash, { signIn, readAt: now });
  if (signIn) noteUse(signIn, now);
  return signIn;
}

function remember(hash: string, held: Held): void {
  const all = state().held;
  all.delete(hash);
  all.set(hash, held);
  for (const oldest of all.keys()) {
    if (all.size <= MAX_HELD) return;
    all.delete(oldest);
  }
}

function noteUse({ id, person, createdAt }: KnownSignIn, now: number): void {
  const { usedAt } = state();
  if (now - (usedAt.get(id) ?? 0) < USE_MS) return;
  usedAt.set(id, now);
  const time = new Date(now);
  const write = async () => {
    const db = await getDb();
    const data = { lastSeenAt: time, expiresAt: expiryOf(createdAt, time) };
    await db.signIn.updateMany({ where: { id, revokedAt: null }, data });
    await db.person.updateMany({ where: { id: person.id }, data: { lastSeenAt: time } });
  };
  write().catch(() => log().warn("the time of last use of a sign-in could not be written"));
}

/** Clears cached sign-ins here and on the other servers: roles changed, or somebody was signed out. */
export async function forgetSignIns(): Promise<void> {
  forgetOwnSignIns();
  await tell("access");
}

/** Clears cached sign-ins after a change by another process. */
export function forgetOwnSignIns(): void {
  const own = state();
  own.generation += 1;
  own.held.clear();
  accessChanged();
}

/** Signs this browser out. Returns its sign-in. */
export async function revokeToken(token: string): Promise<KnownSignIn | null> {
  const signIn = await readSignIn(hashOf(token), Date.now());
  if (signIn) await revokeSignIns({ id: signIn.id });
  return signIn;
}

/** Signs out one browser or all of a person's, effective now. Returns how many. */
export async function revokeSignIns(where: { id: string; personId?: string } | { personId: string }): Promise<number> {
  const db = await getDb();
  const data = { revokedAt: new Date() };
  const { count } = await withReserve(() => db.signIn.updateMany({ where: { ...where, revokedAt: null }, data }));
  await forgetSignIns();
  return count;
}

/**
 * Removes sign-ins older than the maximum lifetime. Until then, even a revoked row prevents its callback from being
 * used again.
 */
export async function sweepSignIns(): Promise<number> {
  const before = new Date(Date.now() - LONGEST_MS);
  const { count } = await (await getDb()).signIn.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
