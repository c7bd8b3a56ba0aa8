import type { Role } from "../../conversation/message";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import type { PromptMessage } from "../model-calls/model-call";
import {
  opaqueDraft,
  outputOf,
  textCallDraft,
  textDraft,
  toolCallDraft,
  toolResultDraft,
  urlFile,
} from "../part-drafts";

/** The roles in the order of their numbers in @vscode/prompt-tsx, output/rawTypes.ts. */
const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];
const IMAGE = 0;
const TEXT = 1;
const CACHE_MARK = 3;

/** A message of a logged prompt; null when the value is no message or has no content. */
export function readReplayMessage(value: unknown): PromptMessage | null {
  const message = asObject(value);
  const role = roleOf(message);
  if (!message || !role) return null;
  const blocks = asArray(message.content) ?? [];
  const said = blocks.flatMap(partsOf);
  const id = asText(message.toolCallId);
  if (role === "tool") return { role, parts: [toolResultDraft(id ?? "", said.flatMap(outputOf), false)] };
  const parts = [...said, ...(asArray(message.toolCalls) ?? []).map(callOf)];
  return parts.length > 0 ? { role, parts } : null;
}

const roleOf = (message: JsonObject | null): Role | undefined =>
  typeof message?.role === "number" ? ROLES[message.role] : ROLES.find((role) => role === message?.role);

function partsOf(value: unknown): PartDraft[] {
  const block = asObject(value);
  if (block?.type === CACHE_MARK) return [];
  const text = asString(block?.text);
  if (block?.type === TEXT && text !== null) return text === "" ? [] : [textDraft(text)];
  const url = block?.type === IMAGE ? asText(asObject(block.imageUrl)?.url) : null;
  return [url === null ? opaqueDraft(value) : { type: "file", ...urlFile(url, null) }];
}

function callOf(value: unknown): PartDraft {
  const call = asObject(value);
  const called = asObject(call?.function);
  const [id, name] = [asText(call?.id), asText(called?.name)];
  if (id === null || name === null) return opaqueDraft(value);
  const input = called?.arguments;
  return typeof input === "string" ? textCallDraft(id, name, input) : toolCallDraft(id, name, input);
}

/**
 * The prompt as a body of Chat Completions, with its tools, and with each cache mark on the block before it, so that prompts
 * can be compared block by block.
 */
export function bodyOf(messages: readonly unknown[], tools: unknown): JsonObject {
  return {
    ...(asArray(tools) && { tools }),
    messages: messages.map((value) => {
      const message = asObject(value) ?? {};
      return {
        role: roleOf(message) ?? "user",
        content: markedBlocks(asArray(message.content) ?? []),
        ...(asArray(message.toolCalls) && { tool_calls: message.toolCalls }),
        ...(asText(message.toolCallId) !== null && { tool_call_id: message.toolCallId }),
      };
    }),
  };
}

function markedBlocks(blocks: readonly unknown[]): JsonObject[] {
  const marked: JsonObject[] = [];
  for (const value of blocks) {
    const block = asObject(value) ?? { value };
    const last = marked.at(-1);
    if (block.type !== CACHE_MARK) marked.push(block.type === TEXT ? { type: "text", text: block.text } : block);
    else if (last) marked[marked.length - 1] = { ...last, cache_control: { type: "ephemeral" } };
  }
  return marked;
}
