import { asObject } from "../formats/json-fields";
import { type Item, ORIGIN } from "./origin";

/** A message part as OpenCode stores it, with the fields used for requests (packages/opencode, session/message-v2). */
type OpenCodePart = {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly ignored?: boolean;
  readonly mime?: string;
  readonly url?: string;
  readonly callID?: string;
  readonly tool?: string;
  readonly state?: ToolState;
};

type ToolState = {
  readonly status: string;
  readonly input?: unknown;
  readonly output?: string;
  readonly error?: string;
  readonly time?: { readonly start?: number; readonly compacted?: number };
};

export type OpenCodeMessage = {
  readonly info: { readonly id: string; readonly sessionID: string; readonly role: string; readonly error?: unknown };
  readonly parts: readonly OpenCodePart[];
};

/** Texts that OpenCode writes for parts that have none. */
const CLEARED = "[Old tool result content cleared]";
const INTERRUPTED = "[Tool execution was interrupted]";
const STAND_INS: Readonly<Record<string, string>> = {
  compaction: "What did we do so far?",
  subtask: "The following tool was executed by the user",
};
/** Files that OpenCode has already written into text parts. */
const AS_TEXT = new Set(["text/plain", "application/x-directory"]);

/** OpenCode's messages in the AI SDK's form, as OpenCode itself converts them for a request. */
export const readMessages = (messages: readonly OpenCodeMessage[]): Item[] => messages.flatMap(readMessage);

function readMessage(message: OpenCodeMessage): Item[] {
  const { info, parts } = message;
  const from = (role: string, content: readonly Item[]): Item[] =>
    content.length === 0 ? [] : [{ role, content, [ORIGIN]: message }];
  if (info.role === "user") return from("user", parts.flatMap(userItem));
  // The answer to a failed request is not sent again.
  if (info.error !== undefined && parts.every(({ type }) => type === "step-start" || type === "reasoning")) return [];
  return [...from("assistant", parts.flatMap(answerItem)), ...from("tool", parts.flatMap(resultItem))];
}

function userItem(part: OpenCodePart): Item[] {
  const text = part.type === "text" && !part.ignored ? part.text : STAND_INS[part.type];
  if (text !== undefined) return [{ type: "text", text, [ORIGIN]: part }];
  if (part.type !== "file" || AS_TEXT.has(part.mime ?? "")) return [];
  return [{ type: "file", mediaType: part.mime, data: part.url ?? "", [ORIGIN]: part }];
}

function answerItem(part: OpenCodePart): Item[] {
  if (part.type === "text" || part.type === "reasoning")
    return [{ type: part.type, text: part.text ?? "", [ORIGIN]: part }];
  if (part.type !== "tool") return [];
  const call = { toolCallId: part.callID, toolName: part.tool, input: part.state?.input ?? {} };
  return [{ type: "tool-call", ...call, [ORIGIN]: part }];
}

function resultItem(part: OpenCodePart): Item[] {
  if (part.type !== "tool") return [];
  const { state } = part;
  const isDone = state?.status === "completed";
  const value = isDone ? (state.time?.compacted ? CLEARED : state.output) : (state?.error ?? INTERRUPTED);
  const output = { type: isDone ? "text" : "error-text", value: value ?? "" };
  return [{ type: "tool-result", toolCallId: part.callID, toolName: part.tool, output, [ORIGIN]: part }];
}

/** What remains of a message: its parts by id, changed where an edit changed them, and new texts. */
type Left = { readonly message: OpenCodeMessage; readonly parts: Map<string, OpenCodePart>; readonly added: string[] };

/**
 * OpenCode messages for the result. Unchanged ones are the same objects. Changed ones are copies, because OpenCode may
 * keep the originals. Insertions are user messages, like OpenCode's own reminders.
 */
export function writeMessages(
  items: readonly Item[],
  messages: readonly OpenCodeMessage[],
): readonly OpenCodeMessage[] {
  const homes = new Map(messages.flatMap((message) => message.parts.map((part) => [part, message] as const)));
  const unsent = messages.filter((message) => readMessage(message).length === 0);
  const left = new Map<OpenCodeMessage, Left>();
  const order: OpenCodeMessage[] = [];
  for (const [place, item] of items.entries()) {
    const contents = contentsOf(item);
    const home = homeOf(item, contents, homes);
    if (!home) {
      order.push(inserted(item, contents, place, messages));
      continue;
    }
    const known = left.get(home) ?? { message: home, parts: new Map(), added: [] };
    if (!left.has(home)) order.push(home);
    left.set(home, known);
    for (const content of contents) addTo(known, content);
  }
  const written = order.map((message) => {
    const known = left.get(message);
    return known ? remaining(known) : message;
  });
  return withUnsent(written, unsent, messages);
}

const contentsOf = ({ content }: Item): readonly Item[] =>
  Array.isArray(content) ? content : [{ type: "text", text: String(content ?? "") }];

function homeOf(
  item: Item,
  contents: readonly Item[],
  homes: ReadonlyMap<OpenCodePart, OpenCodeMessage>,
): OpenCodeMessage | undefined {
  if (item[ORIGIN] !== undefined) return item[ORIGIN] as OpenCodeMessage;
  return contents.map((content) => homes.get(content[ORIGIN] as OpenCodePart)).find((home) => home !== undefined);
}

function addTo({ message, parts, added }: Left, content: Item): void {
  const part =
    (content[ORIGIN] as OpenCodePart | undefined) ??
    message.parts.find(({ callID }) => callID !== undefined && callID === content.toolCallId);
  if (!part) {
    if (typeof content.text === "string" && content.text !== "") added.push(content.text);
    return;
  }
  parts.set(part.id, changed(parts.get(part.id) ?? part, part, content));
}

/** The part, or a copy with the edit's input or output. */
function changed(now: OpenCodePart, original: OpenCodePart, content: Item): OpenCodePart {
  if (content.type === "tool-call") {
    if (content.input === (original.state?.input ?? content.input)) return now;
    return { ...now, state: { ...now.state, input: content.input } as ToolState };
  }
  if (content.type !== "tool-result") return now;
  const value = asObject(content.output)?.value;
  const before = asObject(resultItem(original)[0]?.output)?.value;
  if (typeof value !== "string" || value === before) return now;
  const key = original.state?.status === "completed" ? "output" : "error";
  return { ...now, state: { ...now.state, [key]: value } as ToolState };
}

/** Parts that a request leaves out stay. Of the others, only what remains after the edits. New texts come first. */
function remaining({ message, parts, added }: Left): OpenCodeMessage {
  const isSilent = (part: OpenCodePart) => [userItem, answerItem].every((read) => read(part).length === 0);
  const kept = message.parts.flatMap((part) => parts.get(part.id) ?? (isSilent(part) ? [part] : []));
  const isSame = kept.length === message.parts.length && kept.every((part, at) => part === message.parts[at]);
  if (isSame && added.length === 0) return message;
  const texts = added.map((text, at) => textPart(message, `${message.info.id}-winnow-${at}`, text));
  return { ...message, parts: [...texts, ...kept] };
}

const textPart = ({ info }: OpenCodeMessage, id: string, text: string) => ({
  id,
  sessionID: info.sessionID,
  messageID: info.id,
  type: "text",
  text,
  synthetic: true,
});

function inserted(
  item: Item,
  contents: readonly Item[],
  place: number,
  messages: readonly OpenCodeMessage[],
): OpenCodeMessage {
  const like = messages.findLast(({ info }) => info.role === "user") ?? messages[0];
  if (!like) throw new Error("an inserted message stands among no others");
  const message = { ...like, info: { ...like.info, id: `${like.info.id}-winnow-${place}`, role: "user" } };
  const text = contents.map(({ text }) => text ?? "").join("\n");
  return { ...message, parts: [textPart(message, `${message.info.id}-0`, String(text || item.content))] };
}

/** Messages that no request contains stay in place: after the message they followed. */
function withUnsent(
  written: readonly OpenCodeMessage[],
  unsent: readonly OpenCodeMessage[],
  messages: readonly OpenCodeMessage[],
): readonly OpenCodeMessage[] {
  if (unsent.length === 0) return written;
  const place = new Map(messages.map(({ info }, at) => [info.id, at]));
  const placeOf = ({ info }: OpenCodeMessage) => place.get(info.id) ?? -1;
  const result = [...written];
  for (const message of unsent) {
    const behind = result.findLastIndex((other) => placeOf(other) >= 0 && placeOf(other) < placeOf(message));
    result.splice(behind + 1, 0, message);
  }
  return result;
}
