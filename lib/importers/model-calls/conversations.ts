import { append } from "../../conversation/append";
import { ItemSession } from "../item-session";
import { writeCalls } from "./call-threads";
import { keyOf } from "./message-key";
import { inOrder, type ModelCall } from "./model-call";

/** A message in the prompts read so far, with the messages that followed it. */
type Seen = {
  readonly next: Map<string, Seen>;
  /** The conversation whose prompt and answer ended here; null if none did. */
  conversation: string | null;
};

/**
 * Assigns calls to conversations. Groups that the log itself calls a session are kept. Any other group is a trace, and
 * proxies open one per call. Its first call belongs to an earlier conversation if its prompt begins with an entire
 * prompt of that conversation and the answer to it.
 */
export function conversationsOf(
  calls: readonly ModelCall[],
  sessions: ReadonlySet<string>,
): ReadonlyMap<string, readonly ModelCall[]> {
  const start: Seen = { next: new Map(), conversation: null };
  const placed = new Map<string, string>();
  const conversations = new Map<string, ModelCall[]>();
  for (const call of inOrder(calls)) {
    const { end, continued } = walk(start, call);
    const own = sessions.has(call.group) ? call.group : (placed.get(call.group) ?? continued ?? call.group);
    placed.set(call.group, own);
    if (call.answer.length > 0 && !sessions.has(own))
      step(end, keyOf({ role: "assistant", parts: call.answer })).conversation = own;
    append(conversations, own, { ...call, group: own });
  }
  return conversations;
}

/**
 * Follows the messages of a prompt. `continued` is the conversation of the longest prompt and answer that it begins
 * with.
 */
function walk(start: Seen, { prompt }: ModelCall): { readonly end: Seen; readonly continued: string | null } {
  let end = start;
  let continued: string | null = null;
  for (const message of prompt) {
    end = step(end, keyOf(message));
    continued = end.conversation ?? continued;
  }
  return { end, continued };
}

function step(from: Seen, key: string): Seen {
  const known = from.next.get(key);
  if (known) return known;
  const seen: Seen = { next: new Map(), conversation: null };
  from.next.set(key, seen);
  return seen;
}

/** One session for each conversation. */
export function sessionsOf(conversations: ReadonlyMap<string, readonly ModelCall[]>, format: string): ItemSession[] {
  return [...conversations].map(([id, calls]) => {
    const session = new ItemSession(format, null);
    session.logId = id;
    writeCalls(calls, session);
    return session;
  });
}
