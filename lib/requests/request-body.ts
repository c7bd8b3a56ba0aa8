import { hashText } from "./hash-text";
import type { PrefixNode, PrefixTree, Segment } from "./prefix-tree";

/** A request body as a proxy captured it, taken apart. `ttl` in seconds; null where the mark does not say. */
export type BodyPrompt = {
  readonly segments: readonly Segment[];
  /** The texts of the segments, by position. */
  readonly texts: readonly string[];
  readonly marks: readonly { readonly at: number; readonly ttl: number | null }[];
  /** The last segment of tools and system prompt; -1 without either. */
  readonly head: number;
};

type Json = Readonly<Record<string, unknown>>;
type Draft = { kind: Segment["kind"]; id: string; value: unknown; role?: Segment["role"]; message?: string };

/** What of a body changes the prompt without standing in it, by where it falls in. Sampling and length do not. */
const AFTER_TOOLS = ["speed"];
const AFTER_SYSTEM = [
  ["tool_choice", "parallel_tool_calls", "thinking", "effort", "output_config", "reasoning", "reasoning_effort"],
  ["verbosity", "text", "response_format", "context_management"],
].flat();

/**
 * Tools, system, parameters, messages: in the order in which they are hashed, as they were logged. Anthropic Messages,
 * OpenAI Chat and Responses, Gemini. Null for anything else. `count`: tokens of a text.
 */
export function readRequestBody(body: unknown, count: (text: string) => number): BodyPrompt | null {
  if (!isObject(body)) return null;
  const messages = body.messages ?? body.input ?? body.contents;
  if (!Array.isArray(messages) && typeof messages !== "string") return null;
  const head = [...toolDrafts(body), ...parameterDraft(body, "speed", AFTER_TOOLS), ...systemDrafts(body)];
  const drafts = [
    ...head,
    ...parameterDraft(body, "parameters", AFTER_SYSTEM),
    ...(typeof messages === "string" ? [messages] : messages).flatMap(messageDrafts),
  ];
  const texts = drafts.map(({ value }) => textOf(value));
  return {
    segments: drafts.map((draft, at) => toSegment(draft, texts[at] as string, count)),
    texts,
    marks: drafts.flatMap(({ value }, at) => markOf(value, at)),
    head: head.length - 1,
  };
}

/** Lays a body into the tree of its captures. */
export function layBody(tree: PrefixTree, scope: string, prompt: BodyPrompt) {
  const nodes: PrefixNode[] = [];
  let leaf = tree.root(scope);
  for (const segment of prompt.segments) {
    leaf = tree.extend(leaf, segment);
    nodes.push(leaf);
  }
  const breakpoints = prompt.marks.map(({ at, ttl }) => ({ node: nodes[at] as PrefixNode, ttl }));
  return { leaf, head: nodes[prompt.head] ?? null, breakpoints: breakpoints.length > 0 ? breakpoints : null };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

function toolDrafts({ tools }: Json): Draft[] {
  return asList(tools).map((value, index) => {
    const named = isObject(value) ? (isObject(value.function) ? value.function : value) : {};
    return { kind: "tools", id: `tool:${typeof named.name === "string" ? named.name : index}`, value };
  });
}

const systemDrafts = ({ system, instructions, systemInstruction }: Json): Draft[] =>
  asList(system ?? instructions ?? systemInstruction).map((value, index) => ({
    kind: "system",
    id: `system ${index + 1}`,
    role: "system",
    value,
  }));

function parameterDraft(body: Json, id: string, names: readonly string[]): Draft[] {
  const set = names.filter((name) => body[name] !== undefined);
  if (set.length === 0) return [];
  return [{ kind: "parameters", id, value: Object.fromEntries(set.map((name) => [name, body[name]])) }];
}

function messageDrafts(message: unknown, index: number): Draft[] {
  if (!isObject(message)) return [{ kind: "message", id: `message ${index + 1}`, role: "user", value: message }];
  const role = roleOf(message.role ?? message.type);
  const { content, parts, ...rest } = message;
  const calls = asList(rest.tool_calls);
  const blocks = Array.isArray(content ?? parts) ? asList(content ?? parts) : asList(content);
  const values = blocks.length + calls.length === 0 ? [rest] : [...blocks, ...calls];
  return values.map((value, at) => ({
    kind: role === "system" ? "system" : "message",
    id: `message ${index + 1}${values.length > 1 ? ` block ${at + 1}` : ""}`,
    message: `m${index}`,
    role,
    value,
  }));
}

function roleOf(role: unknown): NonNullable<Segment["role"]> {
  if (role === "assistant" || role === "model" || role === "function_call" || role === "reasoning") return "assistant";
  if (role === "system" || role === "developer") return "system";
  return role === "tool" || role === "function_call_output" ? "tool" : "user";
}

function toSegment({ kind, id, role, message, value }: Draft, text: string, count: (text: string) => number): Segment {
  const type = isObject(value) ? value.type : undefined;
  const run = type === "tool_use" ? "tool-call" : type === "tool_result" ? "tool-result" : null;
  return {
    id,
    kind,
    hash: hashText(text),
    tokens: count(text),
    ...(role !== undefined && { role }),
    ...(message !== undefined && { message }),
    ...(run !== null && { run }),
  };
}

/** The bytes without the mark itself, which may move on without breaking anything. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isObject(value)) return JSON.stringify(value);
  const { cache_control: _, prompt_cache_breakpoint: __, ...rest } = value;
  return rest.type === "text" && typeof rest.text === "string" ? rest.text : JSON.stringify(rest);
}

function markOf(value: unknown, at: number): { at: number; ttl: number | null }[] {
  if (!isObject(value)) return [];
  if (isObject(value.prompt_cache_breakpoint)) return [{ at, ttl: null }];
  if (!isObject(value.cache_control)) return [];
  const { ttl } = value.cache_control;
  return [{ at, ttl: ttl === "1h" ? 3600 : ttl === "5m" ? 300 : null }];
}
