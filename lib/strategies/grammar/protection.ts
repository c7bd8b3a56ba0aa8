import { liveAssistant } from "../../conversation/invariants";
import { isTypedUser, type Message } from "../../conversation/message";
import { partText } from "../../conversation/part";
import { noteKind } from "./notes";
import type { View } from "./view";

/** What every strategy leaves alone: system messages, the last typed user message, and calls that are still running. */
export function protectedByRule(view: View): Set<string> {
  const { messages } = view.conversation;
  const ids = new Set<string>();
  const isPrompt = (message: Message) => isTypedUser(message) && noteKind(message) === null;
  const lastUser = messages.findLastIndex(isPrompt);
  // Messages of a session say who wrote them; a client's reminders are user messages too, but nobody typed them.
  const lastTyped = messages.findLastIndex((message) => isPrompt(message) && message.origin === "typed");
  const live = liveTailStart(view);
  messages.forEach((message, index) => {
    if (message.role === "system" || index === lastUser || index === lastTyped || index >= live) addParts(ids, message);
  });
  for (const id of view.sharedIds()) ids.add(id);
  return ids;
}

/** Index of the last assistant message while one of its calls is unanswered; else past the end. */
function liveTailStart(view: View): number {
  const { messages } = view.conversation;
  const live = liveAssistant(messages);
  const isOpen = view.pairs().openCalls.some(({ messageIndex }) => messageIndex === live);
  return live >= 0 && isOpen ? live : messages.length;
}

/** The parts that the caller's `protect` names. */
export function protectedByRequest(view: View): Set<string> {
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
