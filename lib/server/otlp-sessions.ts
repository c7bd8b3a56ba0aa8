import fs from "node:fs";
import path from "node:path";
import PQueue from "p-queue";
import { blobFile, dropStaged, stageBlob } from "./blobs";
import { asServer, inProject, keepingCaller } from "./caller-context";
import { getDb } from "./db/get-db";
import { importRevision } from "./follow-import";
import { firstFollowed } from "./follow-plan";
import { type FollowedFile, followState } from "./follow-state";
import { LIMITS } from "./limits";
import { log } from "./log";
import {
  addPart,
  type Conversation,
  conversationOf,
  conversationOfTrace,
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
import { describeFailure } from "./problem";
import { processState } from "./process-state";
import { exclusively } from "./replicas/exclusively";
import { dataDir } from "./settings";
import type { OtlpEvents, OtlpTrace } from "./workers/otlp-task";

/**
 * Spans and events that were sent become a session for each conversation. Parts wait (otlp-parts.ts) until the server that got
 * one, or the one that leads, puts them behind what the library has of the conversation and imports both as its next revision.
 */

/** The name under which follow.json knows these files. It is no folder of a client. */
const ROOT = "otlp";

/** Keeps a trace. False where its conversation is full. */
export async function keepTrace({ traceId, conversation, line }: OtlpTrace): Promise<boolean> {
  const named = conversation ?? (await conversationOfTrace(traceId)) ?? `trace ${traceId}`;
  if (conversation !== null) await rememberTrace(traceId, conversation);
  return keepLine(conversationOf(named), line);
}

const ofClaudeCode = (session: string) => conversationOf(`claude-code ${session}`);

/** Keeps events of a session of Claude Code. False where it is full. */
export const keepEvents = ({ session, line }: OtlpEvents): Promise<boolean> => keepLine(ofClaudeCode(session), line);

/** Keeps a call with its bodies, beside the events of its session. False where that is full. */
export const keepCall = (session: string, line: string): Promise<boolean> => keepLine(ofClaudeCode(session), line);

async function keepLine(conversation: Conversation, line: string): Promise<boolean> {
  const waiting = (await listParts(conversation)).reduce((sum, { bytes }) => sum + bytes, 0);
  const held = (await readState(conversation))?.bytes ?? 0;
  if (held + waiting + Buffer.byteLength(line) > LIMITS.uploadBytes) return false;
  await addPart(conversation, line);
  importSoon(conversation);
  return true;
}

/** Whether spans of a trace were kept before. */
export async function isKnownTrace(traceId: string): Promise<boolean> {
  if ((await conversationOfTrace(traceId)) !== null) return true;
  const own = conversationOf(`trace ${traceId}`);
  return (await listParts(own)).length > 0 || (await readState(own)) !== null;
}

type Work = { running: Promise<void>; isAgain: boolean };
const works = () => processState("otlp-imports", () => new Map<string, Work>());
/** Each waits for a lock of its own while it runs, which takes a connection. */
const queue = () => processState("otlp-queue", () => new PQueue({ concurrency: 2 }));

/** Ends when everything that was kept so far is imported. */
export async function whenIngested(): Promise<void> {
  while (works().size > 0) await Promise.all([...works().values()].map(({ running }) => running));
}

/** One import of a conversation at a time; what comes while it runs is in the next one. */
function importSoon(conversation: Conversation): void {
  const key = `${conversation.project} ${conversation.name}`;
  const known = works().get(key);
  if (known) {
    known.isAgain = true;
    return;
  }
  const work: Work = { running: Promise.resolve(), isAgain: true };
  works().set(key, work);
  const run = keepingCaller(() => inProject(conversation.project, () => importWhileGrowing(conversation, work)));
  work.running = queue()
    .add(run)
    .finally(() => works().delete(key));
}

async function importWhileGrowing(conversation: Conversation, work: Work): Promise<void> {
  while (work.isAgain) {
    work.isAgain = false;
    try {
      const { project, name } = conversation;
      await exclusively(`otlp ${project} ${name}`, () => importParts(conversation));
    } catch (error) {
      log().warn({ code: describeFailure(error).code }, "what was received by OTLP could not be imported");
    }
  }
}

/** Imports the parts that wait; another server may have done so meanwhile. */
async function importParts(conversation: Conversation): Promise<void> {
  const parts = await listParts(conversation);
  if (parts.length === 0) return;
  const { followed, isDeleted } = await findKnown(conversation);
  if (isDeleted) return dropParts(parts);
  const staged = { ...(await stageBlob(joined(followed, parts))), name: `otlp-${followed.path}` };
  try {
    const outcome = await importRevision([staged], followed, followState(), new AbortController().signal);
    if (outcome.kind === "failed") log().info({ code: outcome.code }, "what was received by OTLP is no session yet");
    if (outcome.kind === "replaced" || outcome.kind === "same") await noteImported(conversation, followed, staged);
    if (outcome.kind !== "failed" && outcome.kind !== "duplicate") await dropParts(parts);
  } finally {
    dropStaged(staged);
  }
}

/** What the library has of the conversation, and whether a person deleted it from there. */
async function findKnown(conversation: Conversation): Promise<{ followed: FollowedFile; isDeleted: boolean }> {
  const first = firstFollowed(ROOT, `${conversation.name}.jsonl`);
  const state = await readState(conversation);
  const own = followState().fileAt(ROOT, first.path); // of a version that kept all in one file
  const identity = state?.identity ?? own?.identity ?? first.identity;
  const sha256 = { in: [...(state ? [state.sha256] : []), ...(own?.shas ?? [])] };
  const row = await (await getDb()).importedFile.findFirst({
    where: { OR: [{ sha256 }, { identity }] },
    orderBy: { createdAt: "desc" },
    select: { sha256: true },
  });
  const wasThere = sha256.in.length > 0;
  return { followed: { ...first, identity, shas: row ? [row.sha256] : [] }, isDeleted: wasThere && row === null };
}

/** The revision in the library and behind it what waits. */
async function* joined({ shas, path: name }: FollowedFile, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  const older = olderFile(name);
  const [held] = shas;
  if (fs.existsSync(older)) yield* fs.createReadStream(older);
  else if (held !== undefined) yield* fs.createReadStream(await blobFile(held));
  yield* readParts(parts);
}

/** Where versions before kept the whole conversation, imported or not. */
const olderFile = (name: string): string => path.join(dataDir(), "otlp", name);

async function noteImported(
  conversation: Conversation,
  { path: name, identity }: FollowedFile,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): Promise<void> {
  // What was imported by hand before has lent its identity.
  const adopted = followState().fileAt(ROOT, name)?.identity ?? identity;
  await writeState(conversation, { sha256, identity: adopted, bytes });
  fs.rmSync(olderFile(name), { force: true });
}

/** How often the server that leads looks for parts that the server which got them did not import, as when it was killed. */
const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Long enough for the server that got a part to import it. */
const PATIENCE_MS = 30_000;

/** Imports what waits. Nothing is tried again before more of its conversation has come. */
export async function importWaiting(now = Date.now()): Promise<void> {
  const tried = processState("otlp-tried", () => new Map<string, number>());
  for (const { project, name, at } of await listWaiting()) {
    const key = `${project} ${name}`;
    if (now - at < PATIENCE_MS || tried.get(key) === at) continue;
    tried.set(key, at);
    importSoon({ project, name });
  }
}

/** Looks now and every minute, in the server that leads; every hour it forgets old traces. */
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
