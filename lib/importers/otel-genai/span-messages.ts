import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import type { PromptMessage } from "../model-calls/model-call";
import { readTracedAnswer } from "../model-calls/traced-answer";
import { parsedJsonOr, readTracedMessage, readTracedMessages } from "../model-calls/traced-message";
import { aiSdkMessages } from "./ai-sdk-span";
import type { Attributes, Span } from "./span";

export type SpanMessages = { readonly prompt: readonly PromptMessage[]; readonly answer: readonly PartDraft[] };

/** The messages that were sent, and the response, wherever the span's instrumentation writes them. */
export function spanMessages(span: Span): SpanMessages {
  const { attributes } = span;
  const details = span.events.find(({ name }) => name === "gen_ai.client.inference.operation.details");
  return (
    fromMessages(attributes) ??
    (details && fromMessages(details.attributes)) ??
    fromEvents(span) ??
    fromNumbered(attributes, "gen_ai.prompt", "gen_ai.completion") ??
    aiSdkMessages(attributes) ??
    fromOpenInference(attributes)
  );
}

/**
 * OpenInference: the original request and response, if the instrumentation logs them. Its numbered attributes are
 * derived from them and omit whatever has no attribute name.
 */
function fromOpenInference(attributes: Attributes): SpanMessages {
  const numbered = fromNumbered(attributes, "llm.input_messages", "llm.output_messages");
  const [input, output] = [attributes["input.value"], attributes["output.value"]].map(parsedJsonOr);
  const prompt = isBody(input) ? readTracedMessages(input) : [];
  const answer = typeof output === "object" ? readTracedAnswer(output) : [];
  return {
    prompt: prompt.length > 0 ? prompt : (numbered?.prompt ?? readTracedMessages(asText(input))),
    answer: answer.length > 0 ? answer : (numbered?.answer ?? readTracedAnswer(asText(output))),
  };
}

const isBody = (value: unknown) => {
  const body = asObject(value);
  return body !== null && (Array.isArray(body.messages) || Array.isArray(body.input));
};

/** Semantic conventions since 1.37: lists of messages, mostly as JSON text. */
function fromMessages(attributes: Attributes): SpanMessages | null {
  const input = parsedJsonOr(attributes["gen_ai.input.messages"]);
  const output = parsedJsonOr(attributes["gen_ai.output.messages"]);
  if (!Array.isArray(input) && !Array.isArray(output)) return null;
  const system = asArray(parsedJsonOr(attributes["gen_ai.system_instructions"]));
  const systemMessage = system ? readTracedMessages([{ role: "system", parts: system }]) : [];
  return { prompt: [...systemMessage, ...readTracedMessages(input)], answer: answerOf(readTracedMessages(output)) };
}

const answerOf = (messages: readonly PromptMessage[]) => messages.flatMap(({ parts }) => parts);

/** Before 1.37: one event per message (`gen_ai.user.message`), and `gen_ai.choice` for the response. */
function fromEvents(span: Span): SpanMessages | null {
  const messages = span.events.flatMap(({ name, attributes }) => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1];
    const fields = eventFields(attributes);
    return role === undefined ? [] : [readTracedMessage({ role, ...fields })].flatMap((message) => message ?? []);
  });
  const choices = span.events.flatMap(({ name, attributes }) => {
    if (name !== "gen_ai.choice") return [];
    const fields = eventFields(attributes);
    const message = asObject(parsedJsonOr(fields.message)) ?? fields;
    return [readTracedMessage({ ...message, role: "assistant" })].flatMap((read) => read ?? []);
  });
  return messages.length + choices.length === 0 ? null : { prompt: messages, answer: answerOf(choices.slice(0, 1)) };
}

/** The body of the event if the log has one, otherwise its attributes. Values may be JSON text. */
function eventFields(attributes: Attributes): JsonObject {
  const body = asObject(parsedJsonOr(attributes["gen_ai.event.content"] ?? attributes.body)) ?? attributes;
  const calls = asArray(parsedJsonOr(body.tool_calls));
  return { ...body, ...(asText(body.id) && { tool_call_id: body.id }), ...(calls && { tool_calls: calls }) };
}

/** OpenLLMetry and OpenInference: one attribute per field, numbered by message. */
function fromNumbered(attributes: Attributes, input: string, output: string): SpanMessages | null {
  const prompt = childrenOf(branchAt(attributes, input)).flatMap(numberedMessage);
  const answer = childrenOf(branchAt(attributes, output)).flatMap(numberedMessage);
  return prompt.length + answer.length === 0 ? null : { prompt, answer: answerOf(answer) };
}

type Branch = Map<string, unknown>;

/** Attributes `root.0.role`, `root.0.content` … as a tree. */
function branchAt(attributes: Attributes, root: string): Branch {
  const branch: Branch = new Map();
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith(`${root}.`)) plant(branch, key.slice(root.length + 1).split("."), value);
  return branch;
}

function plant(branch: Branch, path: readonly string[], value: unknown) {
  let at = branch;
  for (const step of path.slice(0, -1)) {
    const next = at.get(step);
    const child: Branch = next instanceof Map ? next : new Map();
    at.set(step, child);
    at = child;
  }
  at.set(path.at(-1) ?? "", value);
}

const childrenOf = (branch: unknown): Branch[] =>
  branch instanceof Map
    ? [...branch]
        .sort(([a], [b]) => Number(a) - Number(b))
        .flatMap(([, child]) => (child instanceof Map ? [child] : []))
    : [];

function numberedMessage(branch: Branch): PromptMessage[] {
  const inner = branch.get("message");
  const fields = inner instanceof Map ? inner : branch;
  const tool_calls = childrenOf(fields.get("tool_calls")).map(numberedCall);
  const blocks = childrenOf(fields.get("contents")).map((item) => asObject(objectOf(item).message_content) ?? {});
  const message = readTracedMessage({
    role: fields.get("role"),
    content: blocks.length > 0 ? blocks : fields.get("content"),
    tool_call_id: fields.get("tool_call_id"),
    name: fields.get("name"),
    tool_calls,
  });
  return message ? [message] : [];
}

function numberedCall(branch: Branch): JsonObject {
  const call = objectOf(branch.get("tool_call") ?? branch);
  return { id: call.id, function: asObject(call.function) ?? call };
}

const objectOf = (branch: unknown): JsonObject =>
  branch instanceof Map
    ? Object.fromEntries([...branch].map(([key, value]) => [key, value instanceof Map ? objectOf(value) : value]))
    : {};
