import { apparentOrigin } from "../../conversation/apparent-origin";
import type { ItemSession } from "../item-session";
import { MAIN } from "../session-draft";
import { keyOf } from "./message-key";
import { inOrder, type ModelCall, type PromptMessage } from "./model-call";

/** A conversation as it grows from call to call. */
type Thread = {
  readonly agent: string;
  readonly group: string;
  /** The keys of the messages with which the next prompt should begin. */
  keys: string[];
  /** A call without a logged answer, which the next prompt may contain. */
  pending: ModelCall | null;
};

type Match = { readonly thread: Thread; readonly shared: number };

/**
 * Writes calls, each of which repeats its entire prompt, as conversations that contain every message once. A prompt
 * that continues a conversation adds its new messages. A prompt that begins like a conversation and then differs
 * follows a compaction if it is shorter; otherwise it is a fork. Any other prompt belongs to another agent. `ending` is
 * the main conversation at the end of the log, which may contain more than the last prompt and its answer.
 */
export function writeCalls(calls: readonly ModelCall[], session: ItemSession, ending: readonly PromptMessage[] = []) {
  const threads: Thread[] = [];
  for (const call of inOrder(calls)) writeCall(call, threads, session);
  for (const thread of threads) settlePending(thread, null, session);
  const [main] = threads;
  const last = calls.at(-1);
  if (!main || !last || sharedLength(main.keys, ending.map(keyOf)) < main.keys.length) return;
  for (const message of ending.slice(main.keys.length)) say(message, main.agent, last, session);
}

function writeCall(call: ModelCall, threads: Thread[], session: ItemSession) {
  const keys = call.prompt.map(keyOf);
  const match = bestMatch(keys, call, threads);
  const continued = match && match.shared === match.thread.keys.length ? match.thread : null;
  const thread = continued ?? branch(call, keys, match, threads, session);
  const from = continued ? (match?.shared ?? 0) : 0;
  const isAnswered = settlePending(thread, call.prompt[from] ?? null, session);
  for (const message of call.prompt.slice(isAnswered ? from + 1 : from)) say(message, thread.agent, call, session);
  thread.keys = call.prompt.length === 0 ? thread.keys : keys;
  answer(call, thread, session);
}

/**
 * The conversation with the longest common prefix. A call whose prompt is not logged continues the conversation of its
 * own group.
 */
function bestMatch(keys: readonly string[], call: ModelCall, threads: readonly Thread[]): Match | null {
  if (keys.length === 0) {
    const own = threads.findLast(({ group }) => group === call.group);
    return own ? { thread: own, shared: own.keys.length } : null;
  }
  let best: Match | null = null;
  for (const thread of threads) {
    const shared = sharedLength(keys, thread.keys);
    if (shared > 0 && (best === null || rankOf(shared, thread, call) > rankOf(best.shared, best.thread, call)))
      best = { thread, shared };
  }
  return best;
}

/** A continued conversation ranks first, then the longer common prefix, then the call's own group. */
const rankOf = (shared: number, thread: Thread, call: ModelCall) =>
  (shared === thread.keys.length ? 1e9 : 0) + shared * 2 + (thread.group === call.group ? 1 : 0);

/** The number of leading keys that both have. */
export function sharedLength(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length += 1;
  return length;
}

/** Starts a new branch for a prompt that continues no conversation. */
function branch(
  call: ModelCall,
  keys: readonly string[],
  match: Match | null,
  threads: Thread[],
  session: ItemSession,
): Thread {
  const hasSharedPrompt = match !== null && call.prompt.slice(0, match.shared).some(({ role }) => role === "user");
  const isSameAgent = match?.thread.group === call.group;
  const isPrefix = match?.shared === keys.length;
  if (match && hasSharedPrompt && isSameAgent && !isPrefix && keys.length < match.thread.keys.length) {
    settlePending(match.thread, null, session);
    const atMessage = session.messages.length;
    const compaction = { trigger: "unknown", time: call.startedAt, atMessage, summaryIndex: null } as const;
    session.compaction(compaction, call.source, match.thread.agent);
    return match.thread;
  }
  const thread = {
    agent: threads.length === 0 ? MAIN : `thread-${threads.length}`,
    group: call.group,
    keys: [],
    pending: null,
  };
  if (threads.length > 0) session.addSubAgent(thread.agent, { ...(call.groupTitle && { title: call.groupTitle }) });
  if (match && hasSharedPrompt)
    session.event(
      { type: "fork", detail: `shares ${match.shared} messages with ${match.thread.agent}` },
      call.source,
      thread.agent,
    );
  threads.push(thread);
  return thread;
}

function say({ role, parts }: PromptMessage, agent: string, call: ModelCall, session: ItemSession) {
  session.say({ role, origin: apparentOrigin({ role, parts }), parts, time: null, agent }, call.source);
}

function answer(call: ModelCall, thread: Thread, session: ItemSession) {
  if (call.error !== null) {
    const time = call.endedAt ?? call.startedAt;
    session.event({ type: "api-error", message: call.error, ...(time && { time }) }, call.source, thread.agent);
  }
  if (call.answer.length > 0) {
    give(call, call.answer, thread.agent, session);
    thread.keys.push(keyOf({ role: "assistant", parts: call.answer }));
  } else if (call.error === null) thread.pending = call;
}

/** Writes the call that waits for its answer. True if `next` is that answer. */
function settlePending(thread: Thread, next: PromptMessage | null, session: ItemSession): boolean {
  const { pending } = thread;
  if (!pending) return false;
  thread.pending = null;
  const isAnswer = next?.role === "assistant";
  give(pending, isAnswer ? next.parts : [], thread.agent, session);
  return isAnswer;
}

function give(call: ModelCall, parts: ModelCall["answer"], agent: string, session: ItemSession) {
  const { id, model, usage, iterations = [], startedAt, endedAt, source } = call;
  session.answer({ parts, id, model, usage, iterations, startedAt, time: endedAt, agent }, source);
}
