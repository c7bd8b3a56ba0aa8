import { applyEdits } from "../../conversation/apply-edits";
import { atomsOf, hasLoops } from "../../conversation/atoms";
import { type Edit, savedBy } from "../../conversation/edit";
import { liveAssistant } from "../../conversation/invariants";
import { type Conversation, isTypedUser, type Message } from "../../conversation/message";
import { once } from "../../conversation/once";
import { matchPairs, type PairIndex } from "../../conversation/pairs";
import { type Part, partText, type ToolResultPart } from "../../conversation/part";
import { indexParts, type PartIndex } from "../../conversation/part-index";
import type { Environment } from "./environment";
import { noteKind } from "./notes";
import type { Exchange, PartEntry, View } from "./view";

export function createView(conversation: Conversation, environment: Environment): View {
  return viewOf(
    { conversation: () => conversation, tokens: () => requestTokens(conversation, environment) },
    environment,
  );
}

/** The view after edits. Tokens follow from the edits, which are applied only when more is needed. */
export function viewAfter(view: View, edits: readonly Edit[]): View {
  if (edits.length === 0) return view;
  const conversation = () => applyEdits(view.conversation, edits, view.parts());
  return viewOf({ conversation, tokens: () => view.tokens() - savedBy(edits) }, view.environment);
}

type Made = { readonly conversation: () => Conversation; readonly tokens: () => number };

function viewOf(made: Made, environment: Environment): View {
  const conversation = once(made.conversation);
  const parts = once(() => indexParts(conversation()));
  const pairs = once(() => matchPairs(parts()));
  const results = once(() => resultsAmong(parts().entries));
  const view: View = {
    get conversation() {
      return conversation();
    },
    environment,
    parts,
    entries: () => parts().entries,
    entry: (partId) => parts().byId.get(partId),
    messageIds: () => parts().messageIds(),
    sharedIds: () => parts().sharedIds,
    pairs,
    callOf: (resultId) => callOf(resultId, parts(), pairs()),
    atoms: once(() => atomsOf(conversation(), parts(), pairs())),
    loops: once(() => (hasLoops(conversation()) ? view.atoms().filter(({ loop }) => loop !== null) : [])),
    results,
    exchanges: once(() => pairUp(parts(), pairs())),
    toolNameOf: (part) => toolNameOf(part, view),
    tokens: once(made.tokens),
    pinned: once(() => protectedByRequest(view)),
    protectedIds: once(() => new Set([...view.pinned(), ...protectedByRule(view)])),
  };
  return view;
}

/** Tokens of the entire request: everything before the messages, plus every part. */
export function requestTokens(conversation: Conversation, environment: Environment): number {
  let sum = environment.fixedTokens;
  for (const message of conversation.messages) sum += environment.tokensOf(message);
  return sum;
}

function resultsAmong(entries: readonly PartEntry[]): ToolResultPart[] {
  const results: ToolResultPart[] = [];
  for (const { part } of entries) if (part.type === "tool-result") results.push(part);
  return results;
}

function pairUp({ entries }: PartIndex, { callOf, repeatedResults }: PairIndex): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { part: result, number } of entries) {
    const call = entries[callOf[number] as number]?.part;
    if (call?.type === "tool-call" && result.type === "tool-result" && !repeatedResults.has(result.id))
      exchanges.push({ call, result });
  }
  return exchanges;
}

function callOf(resultId: string, { entries, byId }: PartIndex, { callOf }: PairIndex): PartEntry | undefined {
  const result = byId.get(resultId);
  return result && entries[callOf[result.number] as number];
}

function toolNameOf(part: Part, view: View): string | undefined {
  if (part.type === "tool-call") return part.toolName;
  if (part.type !== "tool-result") return undefined;
  const call = view.callOf(part.id)?.part;
  return call?.type === "tool-call" ? call.toolName : part.toolName;
}

/** What every strategy leaves alone: system messages, the last typed user message, and calls that are still running. */
function protectedByRule(view: View): Set<string> {
  const { messages } = view.conversation;
  const ids = new Set<string>();
  const isPrompt = (message: Message) => isTypedUser(message) && noteKind(message) === null;
  const lastUser = messages.findLastIndex(isPrompt);
  // A session's messages name their author; a client's reminders are user messages too, but nobody typed them.
  const lastTyped = messages.findLastIndex((message) => isPrompt(message) && message.origin === "typed");
  const live = liveTailStart(view);
  messages.forEach((message, index) => {
    if (message.role === "system" || index === lastUser || index === lastTyped || index >= live) addParts(ids, message);
  });
  for (const id of view.sharedIds()) ids.add(id);
  return ids;
}

/** Index of the last assistant message if one of its calls is unanswered; otherwise past the end. */
function liveTailStart(view: View): number {
  const { messages } = view.conversation;
  const live = liveAssistant(messages);
  const isOpen = view.pairs().openCalls.some(({ messageIndex }) => messageIndex === live);
  return live >= 0 && isOpen ? live : messages.length;
}

function protectedByRequest(view: View): Set<string> {
  const { first = 0, last = 0, tools = [], paths = [], ids = [] } = view.environment.protect;
  const { messages } = view.conversation;
  const found = new Set<string>();
  if (first + last + tools.length + paths.length + ids.length === 0) return found;
  const named = new Set(ids);
  messages.forEach((message, index) => {
    if (index < first || index >= messages.length - last || named.has(message.id)) addParts(found, message);
    for (const part of message.parts) if (named.has(part.id)) found.add(part.id);
  });
  protectCalls(view, found, new Set(tools), paths);
  return found;
}

function protectCalls(view: View, found: Set<string>, tools: ReadonlySet<string>, paths: readonly string[]) {
  if (tools.size + paths.length === 0) return;
  for (const { part } of view.entries()) {
    if (part.type === "tool-call" && (tools.has(part.toolName) || paths.some((path) => partText(part).includes(path))))
      found.add(part.id);
    if (part.type !== "tool-result") continue;
    const call = view.callOf(part.id)?.part;
    if ((call && found.has(call.id)) || tools.has(view.toolNameOf(part) ?? "")) found.add(part.id);
  }
}

function addParts(ids: Set<string>, message: Message) {
  for (const part of message.parts) ids.add(part.id);
}
