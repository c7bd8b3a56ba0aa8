import type { Role } from "../../conversation/message";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { isoTime } from "../iso-time";
import type { PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { outputOf, textCallDraft, toolCallDraft, toolResultDraft } from "../part-drafts";
import { readLangChainUsage } from "./langchain-usage";

export type LangChainMessage = {
  readonly role: Role;
  readonly parts: readonly PartDraft[];
  readonly id: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly time: string | null;
};

const ROLES: Readonly<Record<string, Role>> = {
  human: "user",
  ai: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
  function: "tool",
};

/**
 * A message as LangChain dumps it: a constructor (`{lc: 1, id: [… , "AIMessage"], kwargs}`), `{type: "ai", data}`, or
 * flat (`{type: "ai", content}`). Null if the value is not a message.
 */
export function readLangChainMessage(value: unknown): LangChainMessage | null {
  const dump = asObject(value);
  const fields = dump && fieldsOf(dump);
  const kind = dump && kindOf(dump);
  const role = kind === null || !Object.hasOwn(ROLES, kind) ? undefined : ROLES[kind];
  if (!fields || !role || !("content" in fields)) return null;
  const metadata = asObject(fields.response_metadata);
  return {
    role,
    parts: role === "tool" ? [resultPart(fields)] : messageParts(fields),
    id: asText(fields.id),
    model: undoubled(asText(metadata?.model_name) ?? asText(metadata?.model) ?? asText(metadata?.model_id)),
    usage: readLangChainUsage(fields.usage_metadata),
    time: isoTime(metadata?.created_at) ?? isoTime(metadata?.created),
  };
}

const fieldsOf = (dump: JsonObject) => asObject(dump.kwargs) ?? asObject(dump.data) ?? (dump.lc ? null : dump);

/** The kind of a message. `AIMessageChunk` and `ai` are the same kind. */
function kindOf(dump: JsonObject): string | null {
  if (dump.lc === undefined)
    return (
      asText(dump.type)
        ?.replace(/MessageChunk$/, "")
        .toLowerCase() ?? null
    );
  const name = asText(asArray(dump.id)?.at(-1));
  return name?.endsWith("Message") || name?.endsWith("MessageChunk")
    ? name.replace(/Message(Chunk)?$/, "").toLowerCase()
    : null;
}

function messageParts(fields: JsonObject): PartDraft[] {
  const extra = asObject(fields.additional_kwargs);
  const calls = callParts(fields, extra);
  const called = new Set(calls.map((call) => (call.type === "tool-call" ? call.toolCallId : "")));
  // Content blocks of calls repeat tool_calls.
  const content = looseContent(fields.content).filter(
    (part) => part.type !== "tool-call" || !called.has(part.toolCallId),
  );
  return [...(content.some((part) => part.type === "reasoning") ? [] : reasoningParts(extra)), ...content, ...calls];
}

function reasoningParts(extra: JsonObject | null): PartDraft[] {
  const summary = asArray(asObject(extra?.reasoning)?.summary) ?? [];
  const texts = summary.flatMap((item) => asText(asObject(item)?.text) ?? []);
  const text = texts.length > 0 ? texts.join("\n\n") : asText(extra?.reasoning_content);
  return text === null ? [] : [{ type: "reasoning", text }];
}

/** Calls that LangChain could parse, calls that it could not and, in old dumps, the provider's own. */
function callParts(fields: JsonObject, extra: JsonObject | null): PartDraft[] {
  const calls = [...(asArray(fields.tool_calls) ?? []), ...(asArray(fields.invalid_tool_calls) ?? [])].flatMap(
    callPart,
  );
  return calls.length > 0 ? calls : (asArray(extra?.tool_calls) ?? []).flatMap(callPart);
}

function callPart(value: unknown): PartDraft[] {
  const call = asObject(value);
  const named = asObject(call?.function) ?? call;
  const name = asText(named?.name);
  if (!call || name === null) return [];
  const input = named?.args ?? named?.arguments;
  const id = asText(call.id) ?? "";
  return [typeof input === "string" ? textCallDraft(id, name, input) : toolCallDraft(id, name, input)];
}

function resultPart(fields: JsonObject): PartDraft {
  const output = looseContent(fields.content).flatMap(outputOf);
  return toolResultDraft(asText(fields.tool_call_id) ?? "", output, fields.status === "error", asString(fields.name));
}

/** Removes the repetition in "gpt-5gpt-5", which LangChain produces when it merges chunks. */
function undoubled(name: string | null): string | null {
  const half = name?.slice(0, name.length / 2);
  return half && name === half + half ? half : name;
}
