import type { Role } from "../conversation/message";
import { asArray, asObject, asText, type JsonObject } from "./json-fields";

/** A block of a request body, the smallest unit that a prompt cache distinguishes. */
export type PromptBlock = {
  readonly kind: "tools" | "system" | "parameters" | "message";
  /** A name to display. */
  readonly id: string;
  readonly role?: Role;
  /** Equal for the content blocks of one message. */
  readonly message?: string;
  readonly run?: "tool-call" | "tool-result";
  /**
   * The block's text, or its JSON with keys in the logged order. Without the cache mark, which may move without
   * breaking a prefix.
   */
  readonly text: string;
};

export type PromptBlocks = {
  readonly blocks: readonly PromptBlock[];
  /** Positions of the blocks with a cache mark. `ttl` in seconds; null if the mark has none. */
  readonly marks: readonly { readonly at: number; readonly ttl: number | null }[];
  /** The last block of tools and system prompt; -1 without either. */
  readonly head: number;
};

type Draft = Omit<PromptBlock, "text" | "run"> & { readonly value: unknown };

/**
 * Parameters that change the prompt without being part of it, by their place in the prefix. Parameters of sampling and
 * length do not change the prompt.
 */
const AFTER_TOOLS = ["speed"];
const AFTER_SYSTEM = [
  ["tool_choice", "parallel_tool_calls", "thinking", "effort", "output_config", "reasoning", "reasoning_effort"],
  ["verbosity", "text", "response_format", "context_management"],
].flat();

/**
 * The blocks of a request body (Anthropic Messages, OpenAI Chat and Responses, Gemini) in the order in which providers
 * hash them: tools, system, parameters, messages. Null for anything else.
 */
export function readPromptBlocks(value: unknown): PromptBlocks | null {
  const body = asObject(value);
  const messages = body && (body.messages ?? body.input ?? body.contents);
  if (!body || (!Array.isArray(messages) && typeof messages !== "string")) return null;
  const head = [...toolDrafts(body), ...parameterDraft(body, "speed", AFTER_TOOLS), ...systemDrafts(body)];
  const drafts = [
    ...head,
    ...parameterDraft(body, "parameters", AFTER_SYSTEM),
    ...(typeof messages === "string" ? [messages] : messages).flatMap(messageDrafts),
  ];
  return {
    blocks: drafts.map(toBlock),
    marks: [...drafts.flatMap((draft, at) => markOf(draft.value, at)), ...automaticMark(body, drafts.length - 1)],
    head: head.length - 1,
  };
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : (asArray(value) ?? [value]);

/**
 * The list within a group, which Gemini uses for its functions and its system prompt. A value that is not a group is
 * returned unchanged.
 */
const ungrouped = (value: unknown, ...names: readonly string[]): readonly unknown[] => {
  const fields = asObject(value);
  return names.map((name) => asArray(fields?.[name])).find((list) => list !== null && list !== undefined) ?? [value];
};

function toolDrafts({ tools }: JsonObject): Draft[] {
  const functions = listOf(tools).flatMap((tool) => ungrouped(tool, "functionDeclarations", "function_declarations"));
  return functions.map((value, index) => {
    const fields = asObject(value);
    const name = asText((asObject(fields?.function) ?? fields)?.name) ?? asText(fields?.type);
    return { kind: "tools", id: `tool:${name ?? index}`, value };
  });
}

function systemDrafts({ system, instructions, systemInstruction, system_instruction }: JsonObject): Draft[] {
  const given = listOf(system ?? instructions ?? systemInstruction ?? system_instruction);
  return given
    .flatMap((value) => ungrouped(value, "parts"))
    .map((value, index) => ({ kind: "system", id: `system ${index + 1}`, role: "system", value }));
}

function parameterDraft(body: JsonObject, id: string, names: readonly string[]): Draft[] {
  const set = names.filter((name) => body[name] !== undefined);
  if (set.length === 0) return [];
  return [{ kind: "parameters", id, value: Object.fromEntries(set.map((name) => [name, body[name]])) }];
}

function messageDrafts(value: unknown, index: number): Draft[] {
  const fields = asObject(value);
  if (!fields) return [{ kind: "message", id: `message ${index + 1}`, role: "user", value }];
  const role = roleOf(fields.role ?? fields.type);
  const { content, parts, ...rest } = fields;
  const reasoning = asText(rest.reasoning_content) ?? asText(rest.reasoning);
  const values = [...listOf(reasoning), ...listOf(content ?? parts), ...listOf(rest.tool_calls)];
  const blocks = values.length === 0 ? [rest] : values;
  return blocks.map((block, at) => ({
    kind: role === "system" ? "system" : "message",
    id: `message ${index + 1}${blocks.length > 1 ? ` block ${at + 1}` : ""}`,
    message: `m${index}`,
    role,
    value: block,
  }));
}

/** Items of the Responses API have a type instead of a role: `custom_tool_call`, `custom_tool_call_output`. */
function roleOf(role: unknown): Role {
  const name = asText(role) ?? "";
  if (/^(?:assistant|model|reasoning|compaction)$|_call$/.test(name)) return "assistant";
  if (name === "system" || name === "developer") return "system";
  return /^(?:tool|function)$|_output$/.test(name) ? "tool" : "user";
}

function toBlock({ value, ...draft }: Draft): PromptBlock {
  const type = asObject(value)?.type;
  const run = type === "tool_use" ? "tool-call" : type === "tool_result" ? "tool-result" : null;
  return { ...draft, ...(run !== null && { run }), text: textOf(value) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const fields = asObject(value);
  if (!fields) return JSON.stringify(value);
  const { cache_control: _, prompt_cache_breakpoint: __, ...rest } = fields;
  return typeof rest.text === "string" && isText(rest) ? rest.text : JSON.stringify(rest);
}

/**
 * True for a block with nothing but text, in any API's shape. Gemini's text blocks have no type; those of OpenAI
 * Responses have one that includes the direction.
 */
function isText({ type, text: _, ...rest }: JsonObject): boolean {
  if (type === "text") return true;
  return (type === undefined || type === "input_text" || type === "output_text") && Object.keys(rest).length === 0;
}

/** A mark on the request itself asks the provider (Anthropic) to cache up to the last block. */
const automaticMark = ({ cache_control }: JsonObject, last: number) =>
  last < 0 ? [] : markOf({ cache_control }, last);

function markOf(value: unknown, at: number): { at: number; ttl: number | null }[] {
  const fields = asObject(value);
  if (asObject(fields?.prompt_cache_breakpoint)) return [{ at, ttl: null }];
  const mark = asObject(fields?.cache_control);
  if (!mark) return [];
  return [{ at, ttl: mark.ttl === "1h" ? 3600 : mark.ttl === "5m" ? 300 : null }];
}
