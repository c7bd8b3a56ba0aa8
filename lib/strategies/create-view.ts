import { atomsOf } from "../conversation/atoms";
import type { Conversation } from "../conversation/message";
import { matchPairs, type PairIndex } from "../conversation/pairs";
import type { Part } from "../conversation/part";
import type { Environment } from "./environment";
import { protectedByRequest, protectedByRule } from "./protection";
import type { PartEntry, View } from "./view";

const NO_IDS: ReadonlySet<string> = new Set();

export function createView(conversation: Conversation, environment: Environment): View {
  const entries = once(() => listEntries(conversation));
  const byId = once(() => new Map(entries().map((entry) => [entry.part.id, entry])));
  const pairs = once(() => matchPairs(conversation));
  const view: View = {
    conversation,
    environment,
    entries,
    entry: (partId) => byId().get(partId),
    messageIds: once(() => new Set(conversation.messages.map(({ id }) => id))),
    sharedIds: once(() => (byId().size === entries().length ? NO_IDS : repeatedIds(entries()))),
    pairs,
    atoms: once(() => atomsOf(conversation, pairs())),
    toolNameOf: (part) => toolNameOf(part, pairs(), byId()),
    tokens: once(() => requestTokens(conversation, environment)),
    pinned: once(() => protectedByRequest(view)),
    protectedIds: once(() => new Set([...view.pinned(), ...protectedByRule(view)])),
  };
  return view;
}

/** Tokens of the whole request: what stands before the messages, and every part. */
export function requestTokens(conversation: Conversation, environment: Environment): number {
  let sum = environment.fixedTokens;
  for (const message of conversation.messages) sum += environment.tokensOf(message);
  return sum;
}

function listEntries({ messages }: Conversation): PartEntry[] {
  const entries: PartEntry[] = [];
  messages.forEach((message, messageIndex) => {
    for (const part of message.parts) entries.push({ part, message, messageIndex });
  });
  return entries;
}

function repeatedIds(entries: readonly PartEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { part } of entries) (seen.has(part.id) ? repeated : seen).add(part.id);
  return repeated;
}

function toolNameOf(part: Part, pairs: PairIndex, byId: ReadonlyMap<string, PartEntry>): string | undefined {
  if (part.type === "tool-call") return part.toolName;
  if (part.type !== "tool-result") return undefined;
  const call = byId.get(pairs.callOf.get(part.id) ?? "")?.part;
  return call?.type === "tool-call" ? call.toolName : part.toolName;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
