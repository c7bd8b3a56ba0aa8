import type { Conversation, Message, Role } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";

/**
 * A conversation drawn as text, one message a line, parts between bars:
 * ```
 * user: fix it
 * assistant: !signed thought | looking | call 1 read a.ts
 * tool: result 1 the content | error 2 no such file
 * ```
 * Message ids are m0, m1, …; part ids m0.0, m0.1, …
 */
export function drawConversation(drawing: string): Conversation {
  const lines = drawing.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return { tools: [], messages: lines.map((line, index) => readMessage(line, `m${index}`)) };
}

function readMessage(line: string, id: string): Message {
  const [role = "", ...rest] = line.split(": ");
  const items = rest.join(": ").split(" | ");
  return { id, role: role as Role, parts: items.map((item, index) => readPart(item, `${id}.${index}`)) };
}

function readPart(item: string, id: string): Part {
  const [word = "", toolCallId = "", ...rest] = item.split(" ");
  if (word === "call") {
    const [toolName = "tool", ...input] = rest;
    return { id, type: "tool-call", toolCallId, toolName, input: { path: input.join(" ") } };
  }
  if (word === "result" || word === "error") {
    const text = rest.join(" ").replaceAll("\\n", "\n");
    return { id, type: "tool-result", toolCallId, output: [{ type: "text", text }], isError: word === "error" };
  }
  if (item.startsWith("!")) return { id, type: "reasoning", text: item.slice(1), signature: "signed" };
  return { id, type: "text", text: item };
}

/** A conversation in the same notation, for expectations. */
export function drawingOf(conversation: Conversation): string {
  return conversation.messages
    .map((message) => `${message.role}: ${message.parts.map(drawPart).join(" | ")}`)
    .join("\n");
}

function drawPart(part: Part): string {
  if (part.type === "tool-call") return `call ${part.toolCallId} ${part.toolName}`;
  if (part.type === "tool-result") return `${part.isError ? "error" : "result"} ${part.toolCallId} ${partText(part)}`;
  return part.type === "reasoning" ? `!${part.text}` : partText(part);
}

/** Which original messages remain, by number; a changed message has a prime: `0 3' 4`. */
export function drawKept(before: Conversation, after: Conversation): string {
  return after.messages
    .map((message) => {
      const index = before.messages.findIndex((candidate) => candidate.id === message.id);
      return `${index}${before.messages[index] === message ? "" : "'"}`;
    })
    .join(" ");
}
