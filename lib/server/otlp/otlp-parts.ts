import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { dropShared, listShared, openShared, readShared, writeShared } from "../objects/shared-texts";
import { currentProject } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { isShared } from "../replicas/channel";
import { dropOlderOf } from "./otlp-older";

/**
 * OTLP data not yet in the library: one text per part, in a folder per conversation. Any server may add parts, and any
 * server finds them all. Each project has its own folder.
 */
const PARTS = "otlp-parts";
const STATES = "otlp-states";
const TRACES = "otlp-traces";

/** Names come from the network, so a conversation is stored under the hash of its name. */
export type Conversation = { readonly project: string; readonly name: string };
export const conversationOf = (name: string): Conversation => {
  const project = currentProject();
  return { project, name: createHash("sha256").update(ofProject(project, name)).digest("hex").slice(0, 32) };
};

/** The default project keeps the names from before projects existed. */
const ofProject = (project: string, name: string): string => (project === "default" ? name : `${project}\n${name}`);

const folderOf = ({ project, name }: Conversation) => `${PARTS}/${project}/${name}`;
const stateOf = ({ project, name }: Conversation) => `${STATES}/${project}/${name}.json`;

/** Adds a part. Its name contains its time and length, so both are known without reading it. */
export async function addPart(conversation: Conversation, line: string): Promise<void> {
  const text = `${line}\n`;
  const name = `${nextTime()}-${Buffer.byteLength(text)}-${randomUUID()}.jsonl`;
  await writeShared(`${folderOf(conversation)}/${name}`, text);
}

/** Milliseconds, but unique within this process, so parts stay in order of arrival. */
function nextTime(): number {
  const clock = processState("otlp-clock", () => ({ last: 0 }));
  clock.last = Math.max(Date.now(), clock.last + 1);
  return clock.last;
}

export type Part = { readonly file: string; readonly at: number; readonly bytes: number };

/** Skips a file that another program put into the folder. */
function partOf(file: string): Part[] {
  const [, at, bytes] = /\/(\d+)-(\d+)-[\w-]+\.jsonl$/.exec(file) ?? [];
  return at && bytes ? [{ file, at: Number(at), bytes: Number(bytes) }] : [];
}

/** The waiting parts, oldest first. */
export const listParts = async (conversation: Conversation): Promise<Part[]> =>
  (await listShared(folderOf(conversation))).flatMap(partOf);

export const dropParts = (parts: readonly Part[]): Promise<void> => dropShared(parts.map(({ file }) => file));

/**
 * Throws if a part is missing, or not as long as its name says. Otherwise the rest would be imported and the missing
 * part lost.
 */
export async function* readParts(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { file, bytes } of parts) {
    const content = await openShared(file);
    if (content === null) throw new Error("a part of a conversation disappeared while it was being read");
    let read = 0;
    for await (const chunk of content) {
      read += chunk.byteLength;
      yield chunk;
    }
    if (read !== bytes) throw new Error("a part of a conversation has a different length than on arrival");
  }
}

/** The conversations with waiting parts, and the time of the newest part. */
export async function listWaiting(): Promise<(Conversation & { readonly at: number })[]> {
  const waiting = new Map<string, Conversation & { at: number }>();
  for (const { file, at } of (await listShared(PARTS)).flatMap(partOf)) {
    const [, project, name] = file.split("/");
    if (project && name) waiting.set(`${project}/${name}`, { project, name, at });
  }
  return [...waiting.values()];
}

/** The last import of a conversation: its revision in the library is the file with this hash. */
const state = z.object({ sha256: z.string(), identity: z.string(), bytes: z.int().nonnegative() });
export type ConversationState = z.infer<typeof state>;

/**
 * Null if nothing was imported, or the text is damaged: the library then determines its version of the conversation.
 */
export async function readState(conversation: Conversation): Promise<ConversationState | null> {
  const text = await readShared(stateOf(conversation));
  if (text === null) return null;
  try {
    return state.parse(JSON.parse(text));
  } catch {
    log().warn({ conversation: conversation.name }, "what was imported last of a conversation cannot be read");
    return null;
  }
}

export const writeState = (conversation: Conversation, value: ConversationState): Promise<void> =>
  writeShared(stateOf(conversation), JSON.stringify(value));

/** Drops all conversations of a project, including those that older versions kept on this server. */
export async function dropConversationsOf(project: string): Promise<void> {
  for (const folder of [PARTS, STATES]) await dropShared(await listShared(`${folder}/${project}`));
  dropOlderOf(project);
}

/** Maximum number of traces whose conversation is remembered, for spans that do not name it. */
const MAX_TRACES = 10_000;
const traces = () => processState("otlp-traces", () => new Map<string, string>());
const keyOf = (traceId: string): string => ofProject(currentProject(), traceId);
const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const traceFile = (key: string, time: number) =>
  `${TRACES}/${dayOf(time)}/${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;

/** The conversation that earlier spans of the trace named, on any server. */
export async function conversationOfTrace(traceId: string): Promise<string | null> {
  const key = keyOf(traceId);
  const known = traces().get(key);
  if (known !== undefined || !isShared()) return known ?? null;
  const now = Date.now();
  const told = (await readShared(traceFile(key, now))) ?? (await readShared(traceFile(key, now - DAY_MS)));
  if (told !== null) keepInMemory(key, told);
  return told;
}

export async function rememberTrace(traceId: string, conversation: string): Promise<void> {
  const key = keyOf(traceId);
  if (traces().get(key) === conversation) return;
  if (isShared()) await writeShared(traceFile(key, Date.now()), conversation);
  keepInMemory(key, conversation);
}

/** Forgets traces from before yesterday. */
export async function dropOldTraces(): Promise<void> {
  const now = Date.now();
  const kept = [dayOf(now), dayOf(now - DAY_MS)];
  const all = await listShared(TRACES);
  await dropShared(all.filter((name) => !kept.includes(name.split("/")[1] ?? "")));
}

function keepInMemory(key: string, conversation: string): void {
  const known = traces();
  known.delete(key);
  known.set(key, conversation);
  const [oldest] = known.keys();
  if (known.size > MAX_TRACES && oldest !== undefined) known.delete(oldest);
}
