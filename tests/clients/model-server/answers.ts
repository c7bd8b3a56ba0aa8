import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { JsonObject } from "@/lib/formats/json-fields";
import type { Wire } from "./blocks";
import type { Call } from "./tool-calls";

/** A model's answer, and its reported usage. */
export type Answer = {
  readonly model: string;
  readonly say: string;
  readonly thought: string;
  readonly calls: readonly Call[];
  readonly usage: AnswerUsage;
  readonly isStreamed: boolean;
};
export type AnswerUsage = {
  readonly total: number;
  readonly read: number;
  readonly write: number;
  readonly input: number;
  /** Includes the reasoning. */
  readonly output: number;
  readonly reasoning: number;
};

/** Sends the answer as the wire's provider does. */
export function sendAnswer(wire: Wire, response: ServerResponse, answer: Answer): void {
  SENDERS[wire](response, answer);
}

const SENDERS = { anthropic: sendAnthropic, chat: sendChat, responses: sendResponses, gemini: sendGemini } as const;

/** Refuses the request as the wire's provider does. */
export function sendRefusal(wire: Wire, response: ServerResponse, status: number): void {
  const message = `scripted ${status}`;
  const type = status === 429 ? "rate_limit_error" : status === 529 ? "overloaded_error" : "api_error";
  const error =
    wire === "gemini"
      ? { code: status, message, status: status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE" }
      : wire === "anthropic"
        ? { type, message }
        : { message, type, code: type };
  const headers = { "content-type": "application/json", ...(status === 429 && { "retry-after": "1" }) };
  response.writeHead(status, headers).end(JSON.stringify(wire === "anthropic" ? { type: "error", error } : { error }));
}

const id = (prefix: string): string => prefix + randomBytes(12).toString("hex");
const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { "content-type": "application/json", "request-id": id("req_") }).end(JSON.stringify(value));

/** Pieces of a text, as a model streams it. */
const pieces = (text: string): string[] => text.match(/[\s\S]{1,60}/g) ?? [];

function streamTo(response: ServerResponse): (event: string | null, data: unknown) => void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "request-id": id("req_"),
  });
  return (event, data) =>
    response.write(`${event === null ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
}

function sendAnthropic(response: ServerResponse, { model, say, thought, calls, usage, isStreamed }: Answer) {
  const used = {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.write,
    cache_read_input_tokens: usage.read,
    cache_creation: { ephemeral_5m_input_tokens: usage.write, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.output,
    service_tier: "standard",
  };
  const content: JsonObject[] = [
    ...(thought ? [{ type: "thinking", thinking: thought, signature: id("sig") }] : []),
    ...(say ? [{ type: "text", text: say }] : []),
    ...calls.map(({ name, input }) => ({ type: "tool_use", id: id("toolu_"), name, input })),
  ];
  const end = { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
  const message = { id: id("msg_"), type: "message", role: "assistant", model, content, ...end, usage: used };
  if (!isStreamed) return json(response, message);
  const write = streamTo(response);
  const start = { ...message, content: [], stop_reason: null, usage: { ...used, output_tokens: 1 } };
  write("message_start", { type: "message_start", message: start });
  content.forEach((block, index) => {
    write("content_block_start", { type: "content_block_start", index, content_block: emptied(block) });
    for (const delta of deltasOf(block)) write("content_block_delta", { type: "content_block_delta", index, delta });
    write("content_block_stop", { type: "content_block_stop", index });
  });
  write("message_delta", { type: "message_delta", delta: end, usage: used });
  write("message_stop", { type: "message_stop" });
  return response.end();
}

function emptied(block: JsonObject): JsonObject {
  if (block.type === "text") return { type: "text", text: "" };
  return block.type === "thinking" ? { type: "thinking", thinking: "", signature: "" } : { ...block, input: {} };
}

function deltasOf({ type, text, thinking, signature, input }: JsonObject): JsonObject[] {
  if (type === "text") return pieces(`${text}`).map((piece) => ({ type: "text_delta", text: piece }));
  if (type === "thinking")
    return [
      { type: "thinking_delta", thinking },
      { type: "signature_delta", signature },
    ];
  return [{ type: "input_json_delta", partial_json: JSON.stringify(input) }];
}

function sendChat(response: ServerResponse, { model, say, thought, calls, usage, isStreamed }: Answer) {
  const used = {
    prompt_tokens: usage.total,
    completion_tokens: usage.output,
    total_tokens: usage.total + usage.output,
    prompt_tokens_details: { cached_tokens: usage.read },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
  const base = { id: id("chatcmpl-"), created: Math.floor(Date.now() / 1000), model };
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  const called = calls.map(({ name, input }, index) => ({
    index,
    id: id("call_"),
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  if (!isStreamed) {
    const message = {
      role: "assistant",
      content: say || null,
      ...(thought && { reasoning_content: thought }),
      ...(called.length > 0 && { tool_calls: called }),
    };
    const choices = [{ index: 0, message, finish_reason: reason }];
    return json(response, { ...base, object: "chat.completion", choices, usage: used });
  }
  const write = streamTo(response);
  const chunk = (delta: JsonObject, finish_reason: string | null = null) =>
    write(null, { ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
  chunk({ role: "assistant", content: "" });
  if (thought) chunk({ reasoning_content: thought });
  for (const content of pieces(say)) chunk({ content });
  for (const call of called) chunk({ tool_calls: [call] });
  chunk({}, reason);
  write(null, { ...base, object: "chat.completion.chunk", choices: [], usage: used });
  response.write("data: [DONE]\n\n");
  return response.end();
}

function sendResponses(response: ServerResponse, { model, say, thought, calls, usage, isStreamed }: Answer) {
  const used = {
    input_tokens: usage.total,
    input_tokens_details: { cached_tokens: usage.read },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.total + usage.output,
  };
  const summary = { type: "summary_text", text: thought };
  const output: JsonObject[] = [
    ...(thought
      ? [
          {
            type: "reasoning",
            id: id("rs_"),
            summary: [summary],
            encrypted_content: Buffer.from(thought).toString("base64"),
          },
        ]
      : []),
    ...(say
      ? [
          {
            type: "message",
            id: id("msg_"),
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: say, annotations: [] }],
          },
        ]
      : []),
    ...calls.map(({ name, input }) =>
      typeof input === "string"
        ? { type: "custom_tool_call", id: id("ctc_"), call_id: id("call_"), name, input, status: "completed" }
        : {
            type: "function_call",
            id: id("fc_"),
            call_id: id("call_"),
            name,
            arguments: JSON.stringify(input),
            status: "completed",
          },
    ),
  ];
  const whole = {
    id: id("resp_"),
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: "completed",
    model,
    output,
    usage: used,
    error: null,
    incomplete_details: null,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
  };
  if (!isStreamed) return json(response, whole);
  const write = streamTo(response);
  let sequence_number = 0;
  const event = (type: string, fields: JsonObject) =>
    write(type, { type, sequence_number: sequence_number++, ...fields });
  event("response.created", { response: { ...whole, status: "in_progress", output: [], usage: null } });
  output.forEach((item, output_index) => {
    event("response.output_item.added", { output_index, item: { ...item, ...STARTED[`${item.type}`] } });
    for (const [type, fields] of eventsOf(item)) event(type, { item_id: item.id, output_index, ...fields });
    event("response.output_item.done", { output_index, item });
  });
  event("response.completed", { response: whole });
  return response.end();
}

/** An item before any of it has arrived. */
const STARTED: Readonly<Record<string, JsonObject>> = {
  message: { status: "in_progress", content: [] },
  function_call: { status: "in_progress", arguments: "" },
  custom_tool_call: { status: "in_progress", input: "" },
  reasoning: { summary: [] },
};

function eventsOf(item: JsonObject): (readonly [string, JsonObject])[] {
  if (item.type === "message") {
    const [part = {}] = item.content as readonly JsonObject[];
    const at = { content_index: 0 };
    return [
      ["response.content_part.added", { ...at, part: { ...part, text: "" } }],
      ...pieces(`${part.text}`).map((delta) => ["response.output_text.delta", { ...at, delta }] as const),
      ["response.output_text.done", { ...at, text: part.text }],
      ["response.content_part.done", { ...at, part }],
    ];
  }
  if (item.type === "reasoning") {
    const [part = {}] = item.summary as readonly JsonObject[];
    const at = { summary_index: 0 };
    return [
      ["response.reasoning_summary_part.added", { ...at, part: { ...part, text: "" } }],
      ["response.reasoning_summary_text.delta", { ...at, delta: part.text }],
      ["response.reasoning_summary_text.done", { ...at, text: part.text }],
      ["response.reasoning_summary_part.done", { ...at, part }],
    ];
  }
  if (item.type === "function_call")
    return [
      ["response.function_call_arguments.delta", { delta: item.arguments }],
      ["response.function_call_arguments.done", { arguments: item.arguments }],
    ];
  return [
    ["response.custom_tool_call_input.delta", { delta: item.input }],
    ["response.custom_tool_call_input.done", { input: item.input }],
  ];
}

function sendGemini(response: ServerResponse, { model, say, thought, calls, usage, isStreamed }: Answer) {
  const parts: JsonObject[] = [
    ...(thought ? [{ text: thought, thought: true }] : []),
    ...(say ? [{ text: say }] : []),
    ...calls.map(({ name, input }) => ({ functionCall: { name, args: input }, thoughtSignature: id("c2ln") })),
  ];
  const usageMetadata = {
    promptTokenCount: usage.total,
    candidatesTokenCount: usage.output - usage.reasoning,
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    ...(usage.read > 0 && { cachedContentTokenCount: usage.read }),
    totalTokenCount: usage.total + usage.output,
  };
  const chunk = (content: readonly JsonObject[], isLast: boolean) => ({
    candidates: [{ content: { role: "model", parts: content }, index: 0, ...(isLast && { finishReason: "STOP" }) }],
    ...(isLast && { usageMetadata }),
    modelVersion: model,
    responseId: id("r"),
  });
  if (!isStreamed) return json(response, chunk(parts, true));
  const write = streamTo(response);
  parts.forEach((part, at) => {
    write(null, chunk([part], at === parts.length - 1));
  });
  return response.end();
}
