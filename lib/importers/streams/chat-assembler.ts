import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Assembler } from "./assembler";

type Call = { id: string; name: string; arguments: string };
type Choice = {
  content: string;
  reasoning: string;
  refusal: string;
  finish: string | null;
  readonly calls: Map<number, Call>;
};

/**
 * Assembles a response of OpenAI's Chat Completions API. OpenAI itself has no reasoning there; DeepSeek and others name
 * it `reasoning_content`, OpenRouter `reasoning`. The usage is in the last chunk, which has no choices, or next to the
 * finish reason. Source: OpenAI, "Chat completion chunk" (API reference, 2026-08).
 */
export class ChatAssembler implements Assembler {
  private head: JsonObject = {};
  private usage: JsonObject | null = null;
  private readonly choices = new Map<number, Choice>();

  get isComplete(): boolean {
    return [...this.choices.values()].some(({ finish }) => finish !== null);
  }

  add(chunk: JsonObject): void {
    const { choices, usage, object: _, ...head } = chunk;
    this.head = { ...this.head, ...head };
    this.usage = asObject(usage) ?? this.usage;
    for (const value of asArray(choices) ?? []) this.addChoice(asObject(value));
  }

  body(): JsonObject {
    const choices = [...this.choices].sort(([a], [b]) => a - b).map(([index, choice]) => toChoice(index, choice));
    return { ...this.head, object: "chat.completion", choices, usage: this.usage };
  }

  private addChoice(value: JsonObject | null): void {
    if (!value) return;
    const index = asCount(value.index) ?? 0;
    const choice = this.choices.get(index) ?? {
      content: "",
      reasoning: "",
      refusal: "",
      finish: null,
      calls: new Map(),
    };
    this.choices.set(index, choice);
    const delta = asObject(value.delta);
    choice.content += asString(delta?.content) ?? "";
    choice.refusal += asString(delta?.refusal) ?? "";
    choice.reasoning += asString(delta?.reasoning_content) ?? asString(delta?.reasoning) ?? "";
    choice.finish = asText(value.finish_reason) ?? choice.finish;
    for (const call of asArray(delta?.tool_calls) ?? []) addCall(choice.calls, asObject(call));
  }
}

/** The pieces of a call share its index. Only the first piece contains the id and the name. */
function addCall(calls: Map<number, Call>, piece: JsonObject | null): void {
  if (!piece) return;
  const index = asCount(piece.index) ?? calls.size;
  const call = calls.get(index) ?? { id: "", name: "", arguments: "" };
  const named = asObject(piece.function);
  call.id ||= asString(piece.id) ?? "";
  call.name ||= asString(named?.name) ?? "";
  call.arguments += asString(named?.arguments) ?? "";
  calls.set(index, call);
}

function toChoice(index: number, { content, reasoning, refusal, finish, calls }: Choice): JsonObject {
  const toolCalls = [...calls]
    .sort(([a], [b]) => a - b)
    .map(([, call]) => ({ id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } }));
  const message = {
    role: "assistant",
    content: content || null,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(refusal !== "" && { refusal }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  return { index, message, finish_reason: finish };
}
