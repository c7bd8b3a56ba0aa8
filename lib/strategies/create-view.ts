import { applyEdits } from "../conversation/apply-edits";
import { atomsOf } from "../conversation/atoms";
import { type Edit, savedBy } from "../conversation/edit";
import type { Conversation } from "../conversation/message";
import { matchPairs, type PairIndex } from "../conversation/pairs";
import type { Part, ToolResultPart } from "../conversation/part";
import type { Environment } from "./environment";
import { protectedByRequest, protectedByRule } from "./protection";
import type { Exchange, PartEntry, View } from "./view";

const NO_IDS: ReadonlySet<string> = new Set();

export function createView(conversation: Conversation, environment: Environment): View {
  return viewOf(
    { conversation: () => conversation, tokens: () => requestTokens(conversation, environment) },
    environment,
  );
}

/** The view that edits leave. They account for its tokens, and are applied only where more is asked for. */
export function viewAfter(view: View, edits: readonly Edit[]): View {
  if (edits.length === 0) return view;
  const conversation = () => applyEdits(view.conversation, edits);
  return viewOf({ conversation, tokens: () => view.tokens() - savedBy(edits) }, view.environment);
}

type Made = { readonly conversation: () => Conversation; readonly tokens: () => number };

function viewOf(made: Made, environment: Environment): View {
  const conversation = once(made.conversation);
  const entries = once(() => listEntries(conversation()));
  const byId = once(() => entriesById(entries()));
  const pairs = once(() => matchPairs(conversation()));
  const results = once(() => resultsAmong(entries()));
  const view: View = {
    get conversation() {
      return conversation();
    },
    environment,
    entries,
    entry: (partId) => byId().get(partId),
    messageIds: once(() => new Set(conversation().messages.map(({ id }) => id))),
    sharedIds: once(() => (byId().size === entries().length ? NO_IDS : repeatedIds(entries()))),
    pairs,
    atoms: once(() => atomsOf(conversation(), pairs())),
    results,
    exchanges: once(() => pairUp(results(), pairs(), byId())),
    toolNameOf: (part) => toolNameOf(part, pairs(), byId()),
    tokens: once(made.tokens),
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

function entriesById(entries: readonly PartEntry[]): ReadonlyMap<string, PartEntry> {
  const byId = new Map<string, PartEntry>();
  for (const entry of entries) byId.set(entry.part.id, entry);
  return byId;
}

function resultsAmong(entries: readonly PartEntry[]): ToolResultPart[] {
  const results: ToolResultPart[] = [];
  for (const { part } of entries) if (part.type === "tool-result") results.push(part);
  return results;
}

function pairUp(
  results: readonly ToolResultPart[],
  { callOf, repeatedResults }: PairIndex,
  byId: ReadonlyMap<string, PartEntry>,
): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const result of results) {
    const call = repeatedResults.has(result.id) ? undefined : byId.get(callOf.get(result.id) ?? "")?.part;
    if (call?.type === "tool-call") exchanges.push({ call, result });
  }
  return exchanges;
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
