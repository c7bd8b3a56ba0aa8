import type { AuditAction, AuditActor } from "@/lib/api/audit-actions";
import type { Caller } from "@/lib/api/caller";
import { getDb, type Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { currentCaller } from "../process/caller-context";
import { currentFacts, type RequestFacts } from "../process/request-facts";

/** The person, key or program that did something. */
export type Actor = {
  readonly kind: AuditActor;
  readonly id: string | null;
  readonly name?: string | null;
  /** Facts of the original request, if the work is done later. */
  readonly facts?: RequestFacts;
};

export type AuditWords = {
  readonly action: AuditAction;
  /** The id of the affected object; never its name. */
  readonly subject?: string | null;
  readonly projectId?: string | null;
  /** Fixed words from the code, never user text. */
  readonly detail?: string | null;
  /** The actor, if not the caller of the running request. */
  readonly by?: Actor;
};

/** The program itself, for example when a retention period ends. */
const SERVER: Actor = { kind: "server", id: null, name: null };

/** Maximum characters of an id or a list of fixed words. */
const LONGEST = 500;

/**
 * Adds one row to the audit log. Within a transaction, both are stored or neither. Without one, call it before any step
 * that cannot be undone, such as sending a file. It throws if it cannot write.
 */
export async function audit(words: AuditWords, transaction?: Transaction): Promise<void> {
  await addEntry(words, transaction);
}

/** Like `audit`, but returns the number of the new row. */
export async function addEntry(words: AuditWords, transaction?: Transaction): Promise<number> {
  const { action, subject = null, projectId = null, detail = null, by = currentActor() } = words;
  const { address, requestId } = by.facts ?? currentFacts();
  const write = async (db: Transaction) => {
    const actorName = by.name === undefined ? await nameOf(by, db) : by.name;
    const data = { time: new Date(), actorKind: by.kind, actorId: by.id, actorName, action, subject, projectId };
    const place = { detail: detail?.slice(0, LONGEST) ?? null, address, requestId };
    return (await db.auditEntry.create({ data: { ...data, ...place }, select: { id: true } })).id;
  };
  return transaction ? write(transaction) : withReserve(async () => write(await getDb()));
}

/**
 * The actor of the running work; the program itself outside a request. Read it before queueing work, because the queue
 * runs it in another context.
 */
export function currentActor(): Actor {
  const facts = currentFacts();
  const { who } = currentCaller();
  return who.kind === "local" && facts.requestId === null ? SERVER : { ...actorOf({ who }), facts };
}

export const actorOf = ({ who }: Pick<Caller, "who">): Actor => ({ kind: who.kind, id: "id" in who ? who.id : null });

async function nameOf({ kind, id }: Actor, db: Transaction): Promise<string | null> {
  if (id === null) return null;
  const select = { name: true } as const;
  if (kind === "key") return (await db.apiKey.findUnique({ where: { id }, select }))?.name ?? null;
  if (kind === "person") return (await db.person.findUnique({ where: { id }, select }))?.name ?? null;
  return null;
}
