import { parseJson } from "../../conversation/exact-json";
import type { Role } from "../../conversation/message";
import type { JsonValue, Part, SourceLocation, ToolOutputBlock } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../json-fields";
import { fileFromUrl } from "../openai-chat/content";

/**
 * One item of the Responses API (from `input`, `output` or a Codex rollout) as parts of a message. `model`: the model
 * wrote it, so consecutive items belong to one answer.
 */
export type DecodedItem =
  | { readonly by: "model"; readonly parts: readonly Part[] }
  | { readonly by: "message"; readonly role: Role; readonly parts: readonly Part[] }
  | { readonly by: "tool"; readonly parts: readonly Part[] }
  | { readonly by: "compaction"; readonly parts: readonly Part[] };

export type PartPlace = { readonly id: (index: number) => string; readonly source?: SourceLocation };

const CALLS = new Set(["function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call"]);
const MODEL_ROLE: Readonly<Record<string, Role>> = { system: "system", developer: "system", user: "user" };

/** Decodes one item. Null for an unknown item. Nothing is lost, because the item's row is kept. */
export function decodeItem(item: JsonObject, place: PartPlace): DecodedItem | null {
  const type = typeOfItem(item);
  if (type === "message") return messageItem(item, place);
  if (type === "reasoning") return { by: "model", parts: [reasoningPart(item, place)] };
  if (type === "compaction" || type === "compaction_summary")
    return { by: "compaction", parts: [opaque(item, place, 0)] };
  // A search that the provider runs has no call id in either of its items.
  if (type === "tool_search_output" && callIdOf(item) === null) return { by: "model", parts: [opaque(item, place, 0)] };
  if (isOutput(type)) return { by: "tool", parts: [resultPart(item, place)] };
  if (CALLS.has(type) || asText(item.call_id) !== null) return { by: "model", parts: [callPart(item, type, place)] };
  // The client answers a request for approval, as it answers a call.
  if (type === "mcp_approval_response") return { by: "tool", parts: [opaque(item, place, 0)] };
  // Provider-run calls (web search, code interpreter, MCP) have call and result in one item.
  if (type.endsWith("_call") || type.startsWith("mcp_") || type === "item_reference")
    return { by: "model", parts: [opaque(item, place, 0)] };
  return null;
}

const isOutput = (type: string) => type.endsWith("_output");

/** The type of an item. Messages and references may be sent without it. */
export function typeOfItem({ type, role, id }: JsonObject): string {
  const assumed = typeof role === "string" ? "message" : typeof id === "string" ? "item_reference" : "";
  return asText(type) ?? assumed;
}

/** The id that a call and its output share. In SDKs of 2025 the output of a local shell call has it under `id`. */
export const callIdOf = ({ type, call_id, id }: JsonObject): string | null =>
  asText(call_id) ?? (type === "local_shell_call_output" ? asText(id) : null);

/** True for types that only the Responses API has. `message` fits many formats. */
export function isOwnItem(value: unknown): boolean {
  const item = asObject(value);
  const type = asText(item?.type) ?? "";
  if (type === "function_call" || type === "custom_tool_call") return asText(item?.call_id) !== null;
  if (type === "reasoning") return Array.isArray(item?.summary);
  if (isOutput(type)) return asText(item?.call_id) !== null;
  if (type === "compaction") return typeof item?.encrypted_content === "string";
  if (typeof item?.role !== "string") return type === "item_reference";
  return asArray(item.content)?.some(isOwnContent) === true;
}

const OWN_CONTENT = new Set(["input_text", "output_text", "input_image", "input_file"]);
const isOwnContent = (value: unknown) => OWN_CONTENT.has(asText(asObject(value)?.type) ?? "");

function messageItem(item: JsonObject, place: PartPlace): DecodedItem | null {
  const content = item.content;
  if (typeof content !== "string" && !Array.isArray(content)) return null;
  const parts = contentParts(content, place);
  if (item.role === "assistant") return { by: "model", parts };
  const said = asText(item.role) ?? "";
  const role = Object.hasOwn(MODEL_ROLE, said) ? MODEL_ROLE[said] : undefined;
  return role ? { by: "message", role, parts } : null;
}

function contentParts(content: unknown, place: PartPlace): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content, ...base(place, 0) }];
  return (asArray(content) ?? []).map((value, index) => contentPart(value, place, index));
}

const TEXTS = new Set(["input_text", "output_text", "text", "summary_text", "reasoning_text"]);

function contentPart(value: unknown, place: PartPlace, index: number): Part {
  const content = asObject(value);
  if (content && TEXTS.has(asText(content.type) ?? "") && typeof content.text === "string")
    return { type: "text", text: content.text, ...base(place, index) };
  const file = content && fileOf(content);
  return file ? { type: "file", ...base(place, index), ...file } : opaque(value, place, index);
}

type FileContent = { mediaType: string; byteLength: number; data?: string; url?: string; filename?: string };

function fileOf(content: JsonObject): FileContent | null {
  const image = asString(content.image_url) ?? asString(asObject(content.image_url)?.url);
  if (content.type === "input_image" && image !== null) return fileFromUrl(image, "image/*");
  const data = asString(content.file_data) ?? asString(content.file_url);
  if (content.type !== "input_file" || data === null) return null;
  const filename = asText(content.filename);
  return { ...fileFromUrl(data, "application/octet-stream"), ...(filename && { filename }) };
}

/** The readable text is a summary (or, for open models, all of it). The encrypted content becomes the signature. */
function reasoningPart(item: JsonObject, place: PartPlace): Part {
  const blocks = [...(asArray(item.summary) ?? []), ...(asArray(item.content) ?? [])];
  const text = blocks.flatMap((block) => asText(asObject(block)?.text) ?? []).join("\n\n");
  const signature = asText(item.encrypted_content);
  return { type: "reasoning", text, ...base(place, 0), ...(signature && { signature, provider: "openai" }) };
}

function callPart(item: JsonObject, type: string, place: PartPlace): Part {
  const toolCallId = asText(item.call_id) ?? asText(item.id);
  if (toolCallId === null) return opaque(item, place, 0);
  const toolName = asText(item.name) ?? type.replace(/_call$/, "");
  return { type: "tool-call", toolCallId, toolName, ...callInput(item), ...base(place, 0) };
}

/**
 * `arguments` is JSON as text, the `input` of a custom tool and the `code` of a program are plain text, shell calls have
 * an `action` and patches an `operation`.
 */
function callInput(item: JsonObject): { input: JsonValue; inputText?: string } {
  const given = item.arguments ?? item.input ?? item.action ?? item.operation ?? item.code ?? {};
  if (typeof given !== "string") return { input: given as JsonValue };
  if (item.arguments === undefined) return { input: given, inputText: given };
  try {
    return { input: parseJson(given) as JsonValue, inputText: given };
  } catch {
    return { input: given, inputText: given };
  }
}

function resultPart(item: JsonObject, place: PartPlace): Part {
  const toolCallId = callIdOf(item) ?? "";
  const nested = asObject(item.output);
  const given = nested && "content" in nested ? nested.content : (item.output ?? item.tools ?? item.result);
  return { type: "tool-result", toolCallId, output: outputBlocks(given), isError: saidError(item), ...base(place, 0) };
}

/** A completed item may still contain a failed call's output. Most items do not say whether the call failed. */
function saidError({ output, status }: JsonObject): boolean | null {
  if (status === "failed" || status === "incomplete") return true;
  const success = asObject(output)?.success;
  return typeof success === "boolean" ? !success : null;
}

function outputBlocks(given: unknown): ToolOutputBlock[] {
  if (given === undefined || given === null) return [];
  if (typeof given === "string") return [{ type: "text", text: given }];
  return (asArray(given) ?? [given]).map((value): ToolOutputBlock => {
    const block = asObject(value);
    if (block && TEXTS.has(asText(block.type) ?? "") && typeof block.text === "string")
      return { type: "text", text: block.text };
    if (block && typeof block.stdout === "string") return { type: "text", text: shellText(block) };
    const file = block && fileOf(block);
    if (!file) return { type: "opaque", value: value as JsonValue };
    const { filename: _, ...content } = file;
    return { type: "file", ...content };
  });
}

/** What one command of a shell call printed. */
const shellText = ({ stdout, stderr }: JsonObject): string =>
  [stdout, stderr].flatMap((text) => asText(text) ?? []).join("\n");

const base = ({ id, source }: PartPlace, index: number) => (source ? { id: id(index), source } : { id: id(index) });

const opaque = (value: unknown, place: PartPlace, index: number): Part => ({
  ...base(place, index),
  provider: "openai",
  type: "opaque",
  value: value as JsonValue,
});
