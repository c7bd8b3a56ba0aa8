import { createReadStream } from "node:fs";
import PQueue from "p-queue";
import { deletedProjects } from "../audit/audit-list";
import { exclusively } from "../db/exclusively";
import { getDb } from "../db/get-db";
import { describeFailure } from "../http/problem";
import { importRevision } from "../ingest/follow-import";
import { firstFollowed } from "../ingest/follow-plan";
import { blobFile, dropStaged, isWholeBlob, stageBlob } from "../objects/blobs";
import { asServer, inProject, keepingCaller } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { listDeletedFiles } from "../store/deleted-sessions";
import { type FollowedFile, followState } from "../store/follow-state";
import type { OtlpEvents, OtlpTrace } from "../workers/otlp-task";
import { type Bytes, linesOnce, withLastLineEnded } from "./otlp-lines";
import { dropOlder, findOlder, type OlderFile, OTLP_ROOT, olderPath, readOlder } from "./otlp-older";
import {
  addPart,
  type Conversation,
  conversationOf,
  conversationOfTrace,
  dropConversationsOf,
  dropOldTraces,
  dropParts,
  listParts,
  listWaiting,
  type Part,
  readParts,
  readState,
  rememberTrace,
  writeState,
} from "./otlp-parts";

/**
 * Sent spans and events become one session per conversation. Parts wait (otlp-parts.ts) until the receiving server, or
 * the leading one, appends them to the library's version of the conversation and imports both as its next revision. A
 * part is removed once it is in the library, or when a person has deleted the session; in all other cases it waits.
 */

/** Stores a trace. False if its conversation is full. */
export async function keepTrace({ traceId, conversation, line }: OtlpTrace): Promise<boolean> {
  const named = conversation ?? (await conversationOfTrace(traceId)) ?? `trace ${traceId}`;
  if (conversation !== null) await rememberTrace(traceId, conversation);
  return keepLine(conversationOf(named), line);
}

const ofClaudeCode = (session: string) => conversationOf(`claude-code ${session}`);

/** Stores events of a Claude Code session. False if it is full. */
export const keepEvents = ({ session, line }: OtlpEvents): Promise<boolean> => keepLine(ofClaudeCode(session), line);

/** Stores a call with its bodies, along with the events of its session. False if the session is full. */
export const keepCall = (session: string, line: string): Promise<boolean> => keepLine(ofClaudeCode(session), line);

async function keepLine(conversation: Conversation, line: string): Promise<boolean> {
  const waiting = (await listParts(conversation)).reduce((sum, { bytes }) => sum + bytes, 0);
  const held = (await readState(conversation))?.bytes ?? 0;
  const older = findOlder(conversation)?.bytes ?? 0;
  if (held + older + waiting + Buffer.byteLength(line) > LIMITS.uploadBytes) return false;
  await addPart(conversation, line);
  importSoon(conversation);
  return true;
}

/** True if spans of the trace were stored before. */
export async function isKnownTrace(traceId: string): Promise<boolean> {
  if ((await conversationOfTrace(traceId)) !== null) return true;
  const own = conversationOf(`trace ${traceId}`);
  if (findOlder(own) !== null) return true;
  return (await listParts(own)).length > 0 || (await readState(own)) !== null;
}

/** Resolves when everything stored so far is imported. */
export const whenIngested = (): Promise<void> => whenRoundsEnd();

const keyOf = ({ project, name }: Conversation): string => `${project} ${name}`;

/** Imports once per conversation at a time; parts that arrive meanwhile go into the next import. */
const importSoon = (conversation: Conversation): void =>
  askForRound(keyOf(conversation), () => inProject(conversation.project, () => importOnce(conversation)));

async function importOnce(conversation: Conversation): Promise<void> {
  try {
    await exclusively(`otlp ${keyOf(conversation)}`, () => importParts(conversation));
  } catch (error) {
    log().warn({ code: describeFailure(error).code }, "what was received by OTLP could not be imported");
  }
}

/** Imports the waiting parts; another server may have done so meanwhile. */
async function importParts(conversation: Conversation): Promise<void> {
  const parts = await listParts(conversation);
  if (parts.length === 0) return;
  const older = findOlder(conversation);
  const known = await findKnown(conversation);
  if (known.isDeleted) return dropAll(parts, older);
  const { followed } = known;
  const staged = { ...(await stageBlob(joined(known, older, parts))), name: `otlp-${followed.path}` };
  try {
    const outcome = await importRevision([staged], followed, followState(), new AbortController().signal);
    if (outcome.kind === "failed") log().info({ code: outcome.code }, "what was received by OTLP is not a session yet");
    if (outcome.kind === "failed" || outcome.kind === "duplicate") return rememberTried(conversation, parts);
    if (outcome.kind === "deleted") return; // the conversation was deleted while it was being read; the next check finds out whether a person did that
    await noteImported(conversation, followed, staged);
    await dropAll(parts, older);
  } finally {
    dropStaged(staged);
  }
}

async function dropAll(parts: readonly Part[], older: OlderFile | null): Promise<void> {
  await dropParts(parts);
  if (older) dropOlder(older);
}

type Known = {
  readonly followed: FollowedFile;
  /** The content that the next revision begins with. */
  readonly held: string | null;
  /** True if it cannot contain any of the waiting parts. */
  readonly isSettled: boolean;
  readonly isDeleted: boolean;
};

/** The library's version of the conversation, and whether a person deleted it. */
async function findKnown(conversation: Conversation): Promise<Known> {
  const first = firstFollowed(OTLP_ROOT, olderPath(conversation));
  const state = await readState(conversation);
  const own = followState().fileAt(OTLP_ROOT, first.path); // kept by this server, or by an older version
  const identity = state?.identity ?? own?.identity ?? first.identity;
  const shas = [...(state ? [state.sha256] : []), ...(own?.shas ?? [])];
  const row = await findRow(state?.sha256, shas, identity);
  const followed = { ...first, identity, shas: row === null ? [] : [row] };
  // After a crash, the library may have a newer revision than the state, already including waiting parts.
  if (row !== null) return { followed, held: row, isSettled: row === state?.sha256, isDeleted: false };
  const isDeleted = await areDeleted(shas);
  return { followed, held: isDeleted ? null : await findKept(shas), isSettled: false, isDeleted };
}

/** The hash of the library's revision; if there are several, the one in the state. */
async function findRow(current: string | undefined, shas: readonly string[], identity: string): Promise<string | null> {
  const rows = await (await getDb()).importedFile.findMany({
    where: { OR: [{ sha256: { in: [...shas] } }, { identity }] },
    orderBy: { createdAt: "desc" },
    select: { sha256: true },
  });
  const row = rows.find(({ sha256 }) => sha256 === current) ?? rows[0];
  return row?.sha256 ?? null;
}

/**
 * A lost row is not a deletion, because an import may have failed before writing it, or a database may be lost or
 * older.
 */
async function areDeleted(shas: readonly string[]): Promise<boolean> {
  if (shas.length === 0) return false;
  const deleted = new Set((await listDeletedFiles()).map(({ sha256 }) => sha256));
  return shas.some((sha) => deleted.has(sha));
}

/**
 * A revision whose row is lost but whose bytes exist. The session continues from it immediately; a later rebuild finds
 * a newer snapshot of the session and leaves it alone.
 */
async function findKept(shas: readonly string[]): Promise<string | null> {
  for (const sha of shas) if (await isWholeBlob(sha)) return sha;
  return null;
}

/** The library's revision, an older version's file, then the waiting parts. Duplicates are removed by line. */
async function* joined(
  { held, isSettled }: Known,
  older: OlderFile | null,
  parts: readonly Part[],
): AsyncGenerator<Uint8Array> {
  const before: Bytes = held === null ? [] : createReadStream(await blobFile(held));
  if (isSettled && older === null) {
    yield* withLastLineEnded(before);
    yield* readParts(parts);
  } else yield* linesOnce(before, [older ? readOlder(older) : [], readParts(parts)]);
}

async function noteImported(
  conversation: Conversation,
  { path: name, identity }: FollowedFile,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): Promise<void> {
  // A revision imported by hand before passes on its identity.
  const adopted = followState().fileAt(OTLP_ROOT, name)?.identity ?? identity;
  await writeState(conversation, { sha256, identity: adopted, bytes });
  tried().delete(keyOf(conversation));
}

/**
 * By conversation: the arrival time of the newest part when the waiting parts did not form a newer session.
 * Retrying the same parts would change nothing.
 */
const tried = () => processState("otlp-tried", () => new Map<string, number>());

const rememberTried = (conversation: Conversation, parts: readonly Part[]): void =>
  void tried().set(keyOf(conversation), parts.at(-1)?.at ?? 0);

/**
 * How often the leading server looks for parts that the receiving server did not import, for example because it was
 * killed.
 */
const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Long enough for the receiving server to import a part. */
const PATIENCE_MS = 30_000;

/**
 * Imports waiting parts. Parts that do not yet form a session wait for more of their conversation; failures are
 * retried.
 */
export async function importWaiting(now = Date.now()): Promise<void> {
  const waiting = await listWaiting();
  const gone = await deletedAmong(new Set(waiting.map(({ project }) => project)));
  for (const project of gone) await dropConversationsOf(project);
  for (const { project, name, at } of waiting) {
    const conversation = { project, name };
    if (gone.has(project) || now - at < PATIENCE_MS || tried().get(keyOf(conversation)) === at) continue;
    importSoon(conversation);
  }
}

/**
 * Deleted projects that received something at the last moment. A missing row proves nothing, because a lost database
 * has lost the rows of all projects, and a rebuild restores them.
 */
async function deletedAmong(projects: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (projects.size === 0) return projects;
  const db = await getDb();
  const rows = await db.project.findMany({ where: { id: { in: [...projects] } }, select: { id: true } });
  const there = new Set(rows.map(({ id }) => id));
  return deletedProjects([...projects].filter((id) => !there.has(id)));
}

/** On the leading server: checks now and every minute; every hour it forgets old traces. */
export function watchOtlp(): void {
  const every = (pause: number, work: () => Promise<void>) => {
    const look = () =>
      asServer(work).catch((error: Error) =>
        log().warn({ message: error.message }, "what was received by OTLP could not be looked for"),
      );
    void look();
    return setInterval(look, pause).unref();
  };
  processState("otlp-watch", () => [every(LOOK_MS, () => importWaiting()), every(HOUR_MS, () => dropOldTraces())]);
}

type Rounds = { running: Promise<void>; isAgain: boolean };
const allRounds = () => processState("otlp-imports", () => new Map<string, Rounds>());
/** Each round waits for its own lock, which takes a connection. */
const queue = () => processState("otlp-queue", () => new PQueue({ concurrency: 2 }));

/** Runs the work soon, one at a time per key. A request during a run queues one more round. */
export function askForRound(key: string, work: () => Promise<void>): void {
  const known = allRounds().get(key);
  if (known) {
    known.isAgain = true;
    return;
  }
  const rounds: Rounds = { running: Promise.resolve(), isAgain: true };
  allRounds().set(key, rounds);
  rounds.running = queue().add(keepingCaller(() => runRounds(key, rounds, work)));
}

/** The key is removed in the same step that finds no further request; a later request starts a new round. */
async function runRounds(key: string, rounds: Rounds, work: () => Promise<void>): Promise<void> {
  try {
    while (rounds.isAgain) {
      rounds.isAgain = false;
      await work();
    }
  } finally {
    allRounds().delete(key);
  }
}

/** Resolves when nothing runs and nothing is queued. */
export async function whenRoundsEnd(): Promise<void> {
  while (allRounds().size > 0) await Promise.all([...allRounds().values()].map(({ running }) => running));
}
